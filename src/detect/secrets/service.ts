/**
 * Secrets of payment, chat, mail, AI and other services, by the forms that Stripe, Square, Braintree, Shopify, Plaid,
 * Slack, Discord, Telegram, Twilio, SendGrid, OpenAI, Anthropic, Hugging Face, Groq, NVIDIA, Notion, Linear, Airtable
 * and others document.
 *
 * @module
 */

import type { NamedRule, TokenRule } from "./secret_rule.ts";

const UUID_REGEXP = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tokens for money. */
export const PAYMENT_TOKENS: readonly TokenRule[] = [
  {
    id: "stripe-key",
    keywords: [
      "sk_live_",
      "sk_test_",
      "rk_live_",
      "rk_test_",
      "sk_prod_",
      "rk_prod_",
      "sk_org_live_",
      "sk_org_test_",
      "rk_org_live_",
      "rk_org_test_",
      "sk_org_prod_",
      "rk_org_prod_",
    ],
    pattern: /[sr]k_(?:org_)?(?:live|test|prod)_[A-Za-z0-9]{16,247}/y,
  },
  { id: "stripe-webhook-secret", keywords: ["whsec_"], pattern: /whsec_[A-Za-z0-9+/]{24,80}={0,2}/y },
  { id: "square-access-token", keywords: ["sq0atp-"], pattern: /sq0atp-[\w-]{22}/y },
  { id: "square-client-secret", keywords: ["sq0csp-"], pattern: /sq0csp-[\w-]{43}/y },
  { id: "square-token", keywords: ["eaaa"], pattern: /EAAA[\w-]{60}/y },
  {
    id: "braintree-token",
    keywords: ["access_token$"],
    pattern: /access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}/y,
  },
  { id: "razorpay-key", keywords: ["rzp_live_", "rzp_test_"], pattern: /rzp_(?:live|test)_[A-Za-z0-9]{14}/y },
  { id: "flutterwave-key", keywords: ["flwseck"], pattern: /FLWSECK(?:_TEST)?-[a-z0-9]{12,32}-X/y },
  {
    id: "plaid-access-token",
    keywords: ["access-sandbox", "access-developme", "access-productio"],
    pattern: /access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y,
  },
  {
    id: "shopify-token",
    keywords: ["shpat_", "shpss_", "shpca_", "shppa_"],
    pattern: /shp(?:at|ss|ca|pa)_[a-fA-F0-9]{32}/y,
  },
  { id: "easypost-key", keywords: ["ezak", "eztk"], pattern: /EZ[AT]K[A-Za-z0-9]{54}/y },
  { id: "duffel-token", keywords: ["duffel_live_", "duffel_test_"], pattern: /duffel_(?:live|test)_[\w=-]{43}/y },
  { id: "shippo-token", keywords: ["shippo_live_", "shippo_test_"], pattern: /shippo_(?:live|test)_[a-f0-9]{40}/y },
  {
    id: "paddle-key",
    keywords: ["pdl_live_apikey_", "pdl_sdbx_apikey_"],
    pattern: /pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}/y,
  },
  { id: "polar-token", keywords: ["polar_oat_", "polar_pat_"], pattern: /polar_[op]at_[A-Za-z0-9]{40,50}/y },
  { id: "mollie-key", keywords: ["live_"], pattern: /live_[A-Za-z0-9]{30,40}/y, check: hasMixed },
];

/** Tokens for chat and mail. */
export const CHAT_TOKENS: readonly TokenRule[] = [
  {
    id: "slack-token",
    keywords: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxe"],
    pattern: /xox(?:e\.xox)?[abceoprs]-(?:\d-)?[A-Za-z0-9-]{10,400}/y,
    check: hasDigit,
  },
  { id: "slack-cookie", keywords: ["xoxd-"], pattern: /xoxd-[A-Za-z0-9%+/=-]{40,400}/y },
  { id: "slack-app-token", keywords: ["xapp-"], pattern: /xapp-\d-[A-Z0-9]{9,13}-\d{9,14}-[a-f0-9]{32,80}/y },
  {
    id: "slack-webhook",
    keywords: ["hooks.slack.com", "hooks.slack-gov."],
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{30,100}/y,
  },
  {
    id: "discord-webhook",
    keywords: ["discord.com/api", "discordapp.com/a"],
    pattern: /discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{17,20}\/[\w-]{60,80}/y,
  },
  { id: "telegram-bot-token", keywords: [":aa"], lead: "digits", pattern: /\d{8,10}:AA[\w-]{33}/y },
  { id: "twilio-api-key", keywords: ["sk"], pattern: /SK[0-9a-f]{32}/y },
  { id: "sendgrid-key", keywords: ["sg."], pattern: /SG\.[\w-]{20,24}\.[\w-]{39,50}/y },
  { id: "mailgun-key", keywords: ["key-"], pattern: /key-[a-f0-9]{32}/y },
  { id: "mailchimp-key", keywords: ["-us"], lead: 32, pattern: /[a-f0-9]{32}-us\d{1,2}/y },
  { id: "brevo-key", keywords: ["xkeysib-", "xsmtpsib-"], pattern: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y },
  { id: "resend-key", keywords: ["re_"], pattern: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}/y },
  {
    id: "hubspot-token",
    keywords: ["pat-na", "pat-eu"],
    pattern: /pat-(?:na|eu)\d-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y,
  },
  {
    id: "teams-webhook",
    keywords: [".webhook.office."],
    pattern:
      /\.webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[0-9a-f]{32}\/[0-9a-f-]{36}/y,
  },
  { id: "twitch-oauth-token", keywords: ["oauth:"], pattern: /oauth:[a-z0-9]{30}/y },
  { id: "facebook-token", keywords: ["eaa"], pattern: /EAA[A-Za-z0-9]{90,300}/y, check: hasMixed },
];

/** Tokens for models. */
export const AI_TOKENS: readonly TokenRule[] = [
  { id: "openai-legacy-key", keywords: ["t3blbkfj"], lead: 23, pattern: /sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}/y },
  {
    id: "openai-key",
    keywords: ["sk-proj-", "sk-svcacct-", "sk-admin-"],
    pattern: /sk-(?:proj|svcacct|admin)-[\w-]{36,200}/y,
  },
  { id: "anthropic-key", keywords: ["sk-ant-"], pattern: /sk-ant-(?:[a-z]{3,5}\d{2}-)?[\w-]{36,200}/y },
  { id: "openrouter-key", keywords: ["sk-or-"], pattern: /sk-or-(?:v1-)?[a-f0-9]{64}/y },
  { id: "model-api-key", keywords: ["sk-"], pattern: /sk-(?:[a-f0-9]{32}|[A-Za-z0-9]{48})/y, check: hasMixed },
  { id: "langfuse-key", keywords: ["sk-lf-"], pattern: /sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y },
  { id: "huggingface-token", keywords: ["hf_"], pattern: /hf_[A-Za-z0-9]{34,40}/y },
  { id: "huggingface-org-token", keywords: ["api_org_"], pattern: /api_org_[A-Za-z0-9]{34}/y },
  { id: "replicate-token", keywords: ["r8_"], pattern: /r8_[A-Za-z0-9]{37}/y },
  { id: "groq-key", keywords: ["gsk_"], pattern: /gsk_[A-Za-z0-9]{48,52}/y },
  { id: "perplexity-key", keywords: ["pplx-"], pattern: /pplx-[A-Za-z0-9]{48,56}/y },
  { id: "xai-key", keywords: ["xai-"], pattern: /xai-[A-Za-z0-9_]{70,90}/y },
  { id: "together-key", keywords: ["tgp_v1_"], pattern: /tgp_v1_[\w-]{43}/y },
  { id: "fireworks-key", keywords: ["fw_"], pattern: /fw_[A-Za-z0-9]{22,24}/y, check: hasMixed },
  { id: "elevenlabs-key", keywords: ["sk_"], pattern: /sk_[a-f0-9]{48}/y },
  { id: "nvidia-key", keywords: ["nvapi-"], pattern: /nvapi-[\w-]{60,70}/y },
  { id: "langsmith-key", keywords: ["lsv2_pt_", "lsv2_sk_"], pattern: /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y },
  { id: "pinecone-key", keywords: ["pcsk_"], pattern: /pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{60,64}/y },
  { id: "cerebras-key", keywords: ["csk-"], pattern: /csk-[a-z0-9]{48}/y },
  { id: "voyage-key", keywords: ["pa-"], pattern: /pa-[\w-]{43}/y, check: hasMixed },
  { id: "jina-key", keywords: ["jina_"], pattern: /jina_[a-f0-9]{32}[\w-]{28}/y },
  { id: "tavily-key", keywords: ["tvly-"], pattern: /tvly-(?:dev-|prod-)?[A-Za-z0-9-]{32,44}/y },
  { id: "firecrawl-key", keywords: ["fc-"], pattern: /fc-[a-f0-9]{32}/y },
  { id: "e2b-key", keywords: ["e2b_"], pattern: /e2b_[a-f0-9]{40}/y },
  { id: "context7-key", keywords: ["ctx7sk-"], pattern: /ctx7sk-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y },
  { id: "brave-search-key", keywords: ["bsa"], pattern: /BSA[\w-]{27,28}/y, check: hasMixed },
];

/** Tokens for everything else. */
export const OTHER_TOKENS: readonly TokenRule[] = [
  { id: "notion-token", keywords: ["ntn_"], pattern: /ntn_[A-Za-z0-9]{43,46}/y },
  { id: "notion-legacy-token", keywords: ["secret_"], pattern: /secret_[A-Za-z0-9]{43}/y },
  { id: "linear-key", keywords: ["lin_api_", "lin_oauth_"], pattern: /lin_(?:api|oauth)_[A-Za-z0-9]{40,64}/y },
  { id: "airtable-token", keywords: ["pat"], pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}/y },
  { id: "figma-token", keywords: ["figd_"], pattern: /figd_[\w-]{38,44}/y },
  { id: "dropbox-token", keywords: ["sl."], pattern: /sl\.[\w-]{130,1200}/y },
  { id: "typeform-token", keywords: ["tfp_"], pattern: /tfp_[\w-]{40,65}/y },
  { id: "readme-key", keywords: ["rdme_"], pattern: /rdme_[a-z0-9]{70}/y },
  { id: "frameio-token", keywords: ["fio-u-"], pattern: /fio-u-[\w=-]{64}/y },
  { id: "adafruit-key", keywords: ["aio_"], pattern: /aio_[A-Za-z0-9]{28}/y },
  { id: "mapbox-secret-token", keywords: ["sk.eyj"], pattern: /sk\.eyJ[\w-]{40,300}\.[\w-]{20,30}/y },
  { id: "contentful-token", keywords: ["cfpat-"], pattern: /CFPAT-[\w-]{43}/y },
  { id: "salesforce-session", keywords: ["00d"], pattern: /00D[A-Za-z0-9]{12,15}![\w.]{80,120}/y },
  { id: "intra42-secret", keywords: ["s-s4t2"], pattern: /s-s4t2(?:ud|af)-[a-f0-9]{64}/y },
  { id: "clickup-token", keywords: ["pk_"], pattern: /pk_\d{6,9}_[A-Z0-9]{32}/y },
  { id: "cal-com-key", keywords: ["cal_live_"], pattern: /cal_live_[a-f0-9]{32}/y },
  {
    id: "age-secret-key",
    keywords: ["age-secret-key-1"],
    pattern: /AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/y,
    confidence: "certain",
  },
  { id: "bip32-private-key", keywords: ["xprv"], pattern: /xprv[1-9A-HJ-NP-Za-km-z]{107}/y },
  { id: "nostr-secret-key", keywords: ["nsec1"], pattern: /nsec1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}/y },
];

/** Values without a form of their own, next to the vendor's name. */
export const SERVICE_NAMED: readonly NamedRule[] = [
  { id: "twilio-auth-token", names: ["twilio"], value: /^[a-f0-9]{32}$/ },
  {
    id: "discord-bot-token",
    names: ["discord", "bot_token"],
    value: /^[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}$/,
    confidence: "likely",
  },
  { id: "mailgun-signing-key", names: ["mailgun"], value: /^[a-f0-9]{32}(?:-[a-f0-9]{8}-[a-f0-9]{8})?$/ },
  { id: "postmark-token", names: ["postmark"], value: UUID_REGEXP },
  { id: "mailjet-secret", names: ["mailjet"], value: /^[a-f0-9]{32}$/ },
  { id: "messagebird-key", names: ["messagebird"], value: /^[A-Za-z0-9]{25}$/ },
  { id: "vonage-secret", names: ["nexmo", "vonage"], value: /^[A-Za-z0-9]{16}$/ },
  { id: "plaid-secret", names: ["plaid"], value: /^[a-f0-9]{30}$/ },
  { id: "adyen-key", names: ["adyen"], value: /^AQE[\w+/-]{50,200}={0,2}$/, confidence: "likely" },
  { id: "coinbase-secret", names: ["coinbase"], value: /^[\w-]{64}$/ },
  { id: "cohere-key", names: ["cohere", "co_api"], value: /^[A-Za-z0-9]{40}$/ },
  { id: "mistral-key", names: ["mistral"], value: /^[A-Za-z0-9]{32}$/ },
  { id: "together-key-hex", names: ["together_ai", "together_api"], value: /^[a-f0-9]{64}$/ },
  { id: "wandb-key", names: ["wandb"], value: /^[a-f0-9]{40}$/ },
  { id: "deepgram-key", names: ["deepgram"], value: /^[a-f0-9]{40}$/ },
  { id: "assemblyai-key", names: ["assemblyai", "aai_api"], value: /^[a-f0-9]{32}$/ },
  { id: "serpapi-key", names: ["serpapi", "serp_api"], value: /^[a-f0-9]{64}$/ },
  { id: "azure-openai-key", names: ["azure_openai", "openai"], value: /^[a-f0-9]{32}$/ },
  { id: "asana-secret", names: ["asana"], value: /^(?:[a-f0-9]{32}|\d\/\d{10,20}:[a-f0-9]{32})$/ },
  { id: "intercom-token", names: ["intercom"], value: /^dG9r[A-Za-z0-9+/]{56}={0,2}$/, confidence: "likely" },
  { id: "zendesk-secret", names: ["zendesk"], value: /^[A-Za-z0-9]{40,64}$/ },
  { id: "spotify-secret", names: ["spotify"], value: /^[a-f0-9]{32}$/ },
  { id: "twitter-secret", names: ["twitter", "x_api"], value: /^[A-Za-z0-9]{45,50}$/ },
  { id: "facebook-app-secret", names: ["facebook", "fb_app"], value: /^[a-f0-9]{32}$/ },
  {
    id: "linkedin-secret",
    names: ["linkedin"],
    value: /^(?:[A-Za-z0-9]{16}|WPL_AP1\.[A-Za-z0-9]{16}\.[A-Za-z0-9+/]{6}==)$/,
  },
  { id: "telegram-token-named", names: ["telegram"], value: /^\d{8,10}:[\w-]{35}$/, confidence: "likely" },
  { id: "sanity-token", names: ["sanity"], value: /^sk[A-Za-z0-9]{80,200}$/, confidence: "likely" },
  { id: "shodan-key", names: ["shodan"], value: /^[A-Za-z0-9]{32}$/ },
  { id: "virustotal-key", names: ["virustotal", "vt_api"], value: /^[a-f0-9]{64}$/ },
  { id: "freshdesk-key", names: ["freshdesk", "freshbooks"], value: /^[A-Za-z0-9]{20}$|^[a-f0-9]{64}$/ },
  { id: "mapquest-key", names: ["mapquest", "openweather", "weather_api"], value: /^[A-Za-z0-9]{32}$/ },
];

function hasDigit(match: string): boolean {
  return /\d/.test(match);
}

/** Capitals, small letters or digits mixed, as chance does and words do not. */
function hasMixed(match: string): boolean {
  const body = match.slice(match.search(/[-_]/) + 1);
  return /\d/.test(body) && /[A-Za-z]/.test(body);
}
