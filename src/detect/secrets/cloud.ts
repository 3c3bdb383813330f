/**
 * Secrets of clouds and hosts, by the forms that AWS, Google, Microsoft (identifiable keys), Alibaba, Tencent, Yandex,
 * DigitalOcean, Cloudflare, Heroku, Fly.io, Netlify, Render, Supabase, Neon, PlanetScale, Databricks, HashiCorp, Pulumi,
 * Doppler, 1Password, Tailscale and Scaleway document.
 *
 * @module
 */

import type { NamedRule, TokenRule } from "./secret_rule.ts";

/** Tokens with a form of their own. */
export const CLOUD_TOKENS: readonly TokenRule[] = [
  { id: "aws-access-key-id", keywords: ["akia", "asia", "abia", "acca"], pattern: /A(?:KI|SI|BI|CC)A[A-Z0-9]{16}/y },
  {
    id: "aws-marketplace-token",
    keywords: ["amzn.mws."],
    pattern: /amzn\.mws\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/y,
  },
  { id: "aws-bedrock-key", keywords: ["absk"], pattern: /ABSK[A-Za-z0-9+/]{109,269}={0,2}/y },
  { id: "google-api-key", keywords: ["aiza"], pattern: /AIza[\w-]{35}/y },
  { id: "google-oauth-client-secret", keywords: ["gocspx-"], pattern: /GOCSPX-[\w-]{28}/y },
  { id: "google-oauth-access-token", keywords: ["ya29."], pattern: /ya29\.[\w-]{20,2000}/y },
  { id: "google-oauth-refresh-token", keywords: ["1//0"], pattern: /1\/\/0[\w-]{40,200}/y },
  {
    id: "azure-client-secret",
    keywords: ["7q~", "8q~"],
    lead: 3,
    pattern: /[\w~.]{3}[78]Q~[\w~.-]{31,34}/y,
  },
  { id: "azure-storage-key", keywords: ["+ast"], lead: 76, pattern: /[A-Za-z0-9+/]{76}\+ASt[A-Za-z0-9+/]{6}==/y },
  { id: "azure-cosmos-key", keywords: ["acdb"], lead: 76, pattern: /[A-Za-z0-9+/]{76}ACDb[A-Za-z0-9+/]{5}[AQgw]==/y },
  { id: "azure-batch-key", keywords: ["+aba"], lead: 76, pattern: /[A-Za-z0-9+/]{76}\+ABa[A-Za-z0-9+/]{6}==/y },
  {
    id: "azure-service-bus-key",
    keywords: ["+asb", "+aeh", "+arm", "aiot"],
    lead: 33,
    pattern: /[A-Za-z0-9+/]{33}(?:\+ASb|\+AEh|\+ARm|AIoT)[A-Za-z0-9+/]{5}[AEIMQUYcgkosw048]=/y,
  },
  { id: "azure-search-key", keywords: ["azse"], lead: 42, pattern: /[A-Za-z0-9]{42}AzSe[A-D][A-Za-z0-9]{5}/y },
  { id: "azure-function-key", keywords: ["azfu"], lead: 44, pattern: /[\w-]{44}AzFu[\w-]{5}[AQgw]==/y },
  {
    id: "azure-container-registry-key",
    keywords: ["+acr"],
    lead: 42,
    pattern: /[A-Za-z0-9+/]{42}\+ACR[A-D][A-Za-z0-9]{5}/y,
  },
  {
    id: "azure-identifiable-key",
    keywords: ["jqqj99", "jqqj9d", "jqqj9h"],
    lead: 52,
    pattern: /[A-Za-z0-9]{52}JQQJ9[9DH][A-Za-z0-9]{26}/y,
  },
  { id: "alibaba-access-key-id", keywords: ["ltai"], pattern: /LTAI[A-Za-z0-9]{16,20}/y },
  { id: "tencent-secret-id", keywords: ["akid"], pattern: /AKID[A-Za-z0-9]{32}/y },
  { id: "yandex-api-key", keywords: ["aqvn"], pattern: /AQVN[\w-]{35,38}/y },
  { id: "yandex-iam-token", keywords: ["t1."], pattern: /t1\.[A-Za-z0-9_-]{40,400}={0,2}\.[\w-]{86}={0,2}/y },
  { id: "digitalocean-token", keywords: ["dop_v1_", "doo_v1_", "dor_v1_"], pattern: /do[opr]_v1_[a-f0-9]{64}/y },
  { id: "cloudflare-origin-ca-key", keywords: ["v1.0-"], pattern: /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/y },
  { id: "heroku-api-key", keywords: ["hrku-"], pattern: /HRKU-[\w-]{36,64}/y },
  {
    id: "fly-access-token",
    keywords: ["fm1r_", "fm1a_", "fm2_", "fo1_"],
    pattern: /(?:fm1[ra]_|fm2_|fo1_)[A-Za-z0-9+/_-]{40,1000}={0,3}/y,
  },
  { id: "netlify-token", keywords: ["nfp_"], pattern: /nfp_[A-Za-z0-9]{36}/y },
  { id: "render-api-key", keywords: ["rnd_"], pattern: /rnd_[A-Za-z0-9]{28,40}/y },
  { id: "supabase-token", keywords: ["sbp_"], pattern: /sbp_(?:v0_)?[a-f0-9]{40}/y },
  { id: "supabase-secret-key", keywords: ["sb_secret_"], pattern: /sb_secret_[\w-]{31,36}/y },
  { id: "neon-api-key", keywords: ["napi_"], pattern: /napi_[a-z0-9]{60,70}/y },
  {
    id: "planetscale-token",
    keywords: ["pscale_tkn_", "pscale_pw_", "pscale_oauth"],
    pattern: /pscale_(?:tkn|pw|oauth)_[\w.-]{32,64}/y,
  },
  { id: "databricks-token", keywords: ["dapi"], pattern: /dapi[a-f0-9]{32}(?:-\d)?/y },
  { id: "mongodb-atlas-secret", keywords: ["mdb_sa_sk_"], pattern: /mdb_sa_sk_[\w-]{40}/y },
  {
    id: "terraform-cloud-token",
    keywords: [".atlasv1."],
    lead: 14,
    pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/y,
  },
  { id: "vault-token", keywords: ["hvs.", "hvb.", "hvr."], pattern: /hv[sbr]\.[\w-]{24,300}/y },
  { id: "pulumi-token", keywords: ["pul-"], pattern: /pul-[a-f0-9]{40}/y },
  {
    id: "doppler-token",
    keywords: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}/y,
  },
  { id: "1password-service-token", keywords: ["ops_eyj"], pattern: /ops_eyJ[A-Za-z0-9+/_-]{200,2000}={0,3}/y },
  {
    id: "1password-secret-key",
    keywords: ["a3-"],
    pattern: /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
  },
  {
    id: "tailscale-key",
    keywords: ["tskey-"],
    pattern: /tskey-(?:api|auth|client|scim|webhook)-[A-Za-z0-9]{6,20}(?:CNTRL)?-[A-Za-z0-9]{16,64}/y,
  },
  { id: "ngrok-api-key", keywords: ["ngrok_api"], pattern: /ngrok_api_[A-Za-z0-9_]{40,60}/y },
  { id: "nebula-key", keywords: ["dnkey-"], pattern: /dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}/y },
  { id: "unkey-key", keywords: ["unkey_"], pattern: /unkey_[A-Za-z0-9]{20,40}/y },
  { id: "azure-sas-signature", keywords: ["sig="], pattern: /sig=[A-Za-z0-9%+/]{43,80}(?:%3D|=)/y },
  { id: "infisical-token", keywords: ["st."], pattern: /st\.[a-f0-9]{24}\.[a-f0-9]{32}\.[a-f0-9]{32}/y },
];

/** Values without a form of their own, next to the vendor's name. */
export const CLOUD_NAMED: readonly NamedRule[] = [
  {
    id: "aws-secret-access-key",
    names: ["aws_secret", "secret_access_key", "aws_key", "secretaccesskey", "secretkey"],
    value: /^[A-Za-z0-9/+]{40}$/,
    confidence: "likely",
  },
  { id: "aws-session-token", names: ["session_token", "security_token"], value: /^[A-Za-z0-9/+]{100,}={0,2}$/ },
  {
    id: "azure-account-key",
    names: ["account_key", "sharedaccesskey"],
    value: /^[A-Za-z0-9+/]{43}=$|^[A-Za-z0-9+/]{86}==$/,
    confidence: "likely",
  },
  { id: "azure-client-secret-value", names: ["azure_client", "arm_client"], value: /^[\w~.-]{34,40}$/ },
  { id: "alibaba-secret", names: ["alibaba", "aliyun"], value: /^[A-Za-z0-9]{30}$/ },
  { id: "tencent-secret-key", names: ["tencent"], value: /^[A-Za-z0-9]{32}$/ },
  { id: "cloudflare-api-token", names: ["cloudflare", "cf_api"], value: /^(?:[\w-]{40}|[a-f0-9]{37})$/ },
  { id: "heroku-api-key-uuid", names: ["heroku"], value: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i },
  { id: "vercel-token", names: ["vercel"], value: /^[A-Za-z0-9]{24}$/ },
  { id: "railway-token", names: ["railway"], value: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i },
  {
    id: "scaleway-secret-key",
    names: ["scw_secret", "scaleway_secret"],
    value: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  },
  { id: "linode-token", names: ["linode"], value: /^[a-f0-9]{64}$/ },
  { id: "vultr-api-key", names: ["vultr"], value: /^[A-Z0-9]{36}$/ },
  { id: "hetzner-token", names: ["hcloud", "hetzner"], value: /^[A-Za-z0-9]{64}$/ },
  { id: "ibm-cloud-key", names: ["ibmcloud", "ibm_cloud", "ibm_api"], value: /^[\w-]{44}$/ },
  {
    id: "consul-token",
    names: ["consul_http", "nomad_token", "consul_token"],
    value: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  },
  { id: "okta-token", names: ["okta"], value: /^00[\w-]{40}$/ },
  { id: "auth0-client-secret", names: ["auth0"], value: /^[\w-]{64}$/ },
  {
    id: "backblaze-key",
    names: ["b2_app", "backblaze", "application_key"],
    value: /^K00[0-9][A-Za-z0-9/+]{27}$/,
    confidence: "likely",
  },
  { id: "ngrok-authtoken", names: ["ngrok", "authtoken"], value: /^[A-Za-z0-9]{20,30}_[A-Za-z0-9]{20,24}$/ },
];
