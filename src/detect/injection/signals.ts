/**
 * Signs of an order to the model, each by itself no proof: data, one entry a sign, in normalised text (small letters, no
 * accents). What kinds there are follows published collections of poisoned tool descriptions and results (MCPTox,
 * AgentDojo, full-schema poisoning); no phrase is copied from a scanner.
 *
 * @module
 */

import { MORE_SIGNALS } from "./more_signals.ts";

/** What a sign speaks of; two signs of one kind are one piece of evidence. */
export type SignalKind =
  | "override"
  | "secrecy"
  | "leak"
  | "fake-frame"
  | "persona"
  | "bypass"
  | "sensitive-place"
  | "shadowing"
  | "exfiltration"
  | "sensitive"
  | "order"
  | "coercion"
  | "emphasis"
  | "addressed"
  | "dangerous-call"
  | "unasked"
  | "priority"
  | "authority"
  | "loosening"
  | "script"
  | "smuggling"
  | "quietly"
  | "memory"
  | "instructing"
  | "deceiving";

/** One sign. */
export interface Signal {
  readonly kind: SignalKind;
  /** What matches begin with; the pattern is tried where one stands. */
  readonly starts: readonly string[];
  /** Parts of which one stands in every match, so that there is none where all are far; none if absent. */
  readonly also?: readonly string[];
  /** Sticky (`y`), every repetition bounded. */
  readonly pattern: RegExp;
}

/** How much a kind of sign weighs: 2 stands alone for `possible`. */
export const WEIGHTS: Readonly<Record<SignalKind, number>> = {
  override: 2,
  secrecy: 2,
  leak: 2,
  "fake-frame": 2,
  persona: 2,
  bypass: 2,
  "sensitive-place": 2,
  shadowing: 2,
  exfiltration: 1,
  sensitive: 1,
  order: 1,
  coercion: 1,
  emphasis: 1,
  addressed: 1,
  "dangerous-call": 1,
  unasked: 1,
  priority: 1,
  authority: 1,
  loosening: 1,
  script: 1,
  smuggling: 2,
  quietly: 1,
  memory: 2,
  instructing: 1,
  deceiving: 1,
};

/** Every sign. */
export const SIGNALS: readonly Signal[] = [
  ...MORE_SIGNALS,
  {
    kind: "override",
    starts: ["ignor", "disregard", "forget", "overrid", "overrul", "stop following", "supersede"],
    also: [
      "instruct",
      "prompt",
      "directive",
      "guideline",
      "constraint",
      "restriction",
      "orders",
      "training",
      "told",
      "safeguard",
      "programming",
    ],
    pattern:
      /\b(?:ignor(?:e|es|ing)|disregard\w{0,3}|forget|overrid(?:e|es|ing)|overrul\w{1,4}|supersedes?|stop following)\b[^.\n]{0,30}?\b(?:previous|previously|prior|above|earlier|preceding|foregoing|your|those|these|all|any|what|everything|other|system|safety|security|original|initial)\b[^.]{0,40}?\b(?:instruct\w{0,5}|prompts?|directives?|guidelines?|constraints|restrictions|orders|programming|training|safeguards|were told|have been told)\b/y,
  },
  {
    kind: "override",
    starts: ["ignor", "disregard", "forget", "override"],
    also: ["rule", "command", "message", "context", "polic", "conversation", "text", "request", "task"],
    pattern:
      /\b(?:ignore|ignoring|disregard|forget|override)\b[^.\n]{0,20}?\b(?:previous|prior|above|earlier|preceding|your|those|these|safety|security)\b[^.\n]{0,20}?\b(?:rules?|commands?|messages?|context|policy|policies|conversation|text|request|task)\b/y,
  },
  {
    kind: "override",
    starts: [
      "new instruct",
      "new and ",
      "new task",
      "real task",
      "real instruct",
      "actual task",
      "actual instruct",
      "new directive",
      "updated instruct",
      "new orders",
    ],
    pattern:
      /\b(?<=(?:important|urgent|your|following|these|critical|here are|are|\*|\[|#|<)[^.\n]{0,16})(?:new|real|actual|updated) (?:and \w{1,12} )?(?:instructions?|task|directives?|orders?)\b(?: (?:is|are)\b| ?[:*\]#>])/y,
  },
  {
    kind: "override",
    starts: [
      "ignor",
      "vergiss",
      "vergess",
      "missacht",
      "oublie",
      "ne tenez pas",
      "olvid",
      "descart",
      "haz caso omiso",
      "esquec",
      "desconsider",
      "dimentica",
      "scorda",
    ],
    also: [
      "anweisung",
      "instruktion",
      "befehl",
      "vorgabe",
      "regel",
      "instructions pre",
      "instructions ant",
      "instructions don",
      "instructions ci-",
      "consigne",
      "directives prec",
      "directives ante",
      "regles",
      "instrucc",
      "instruco",
      "ordenes",
      "reglas",
      "indicacion",
      "regras",
      "ordens",
      "istruzion",
      "ordini",
      "regole",
    ],
    pattern:
      /\b(?:ignorier\w{0,4}|ignore[rz]?|ignora\w{0,2}|vergiss|vergesst|vergessen sie|missachte\w{0,2}|oublie[rz]?|ne tenez pas compte|olvid[ae]\w?|descart[ae]\w?|haz caso omiso|esquec\w{1,3}|desconsider\w{1,2}|dimentica\w{0,2}|scorda\w{0,2})\b[^.\n]{0,40}?(?:anweisung|instruktion|befehl|vorgabe|\bregeln?\b|instructions? (?:precedent|anterieur|donnee|ci-dessus)|consignes?|directives? (?:precedent|anterieur)|\bregles\b|instruccion|instruco|ordenes|reglas|indicaciones|regras|ordens|istruzion|\bordini|regole)/y,
  },
  {
    kind: "override",
    starts: ["игнорир", "проигнорир", "забуд", "не обраща"],
    pattern: /(?:игнорир|проигнорир|забуд|не обраща)[^.\n]{0,60}?(?:инструкц|указан|команд|правил)/y,
  },
  {
    kind: "override",
    starts: [
      "忽略",
      "无视",
      "無視",
      "忘记",
      "忘掉",
      "忽视",
      "不要理会",
      "请忽",
      "以前の",
      "これまでの",
      "前の",
      "上記の",
      "すべての",
    ],
    pattern:
      /(?:忽略|无视|無視|忘记|忘掉|忽视|不要理会)[^。\n]{0,16}?(?:指令|指示|提示|规则|規則|命令|说明)|(?:以前の|これまでの|前の|上記の|すべての)[^。\n]{0,12}?(?:指示|命令|指令|ルール|プロンプト)[^。\n]{0,8}?(?:無視|忘れ)/y,
  },
  {
    kind: "secrecy",
    starts: ["do not", "don't", "dont ", "never", "must not", "should not", "without", "avoid", "no need to", "not to"],
    also: ["mention", "tell", "inform", "notify", "alert", "reveal", "disclos", "warn"],
    pattern:
      /\b(?:do not|don'?t|never|must not|should not|without|avoid|no need to|not to)\b[^.\n]{0,24}?\b(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|warn(?:ing)?)\b[^.\n]{0,40}?\b(?:the (?:user|human|person|operator|customer)|users?\b(?! (?:id|name|input))|anyone|anybody|them|this|that you|that this|it to)\b/y,
  },
  {
    kind: "secrecy",
    starts: ["keep ", "kept ", "hide ", "hidden", "hides", "hiding"],
    also: ["user", "human", "operator", "customer", "secret"],
    pattern:
      /\b(?:keep|kept)\b[^.\n]{0,20}?\b(?:secret|hidden|confidential|private|quiet)\b[^.\n]{0,12}?\b(?:from|user)|\bhid(?:e|es|den|ing)\b[^.\n]{0,24}?\bfrom (?:the )?(?:user|human|operator|customer)/y,
  },
  {
    kind: "secrecy",
    starts: [
      "not know",
      "n't know",
      "not need to know",
      "n't need to know",
      "not notice",
      "n't notice",
      "not see",
      "n't see",
      "not be aware",
      "not be told",
      "not be informed",
      "not be notified",
      "not find out",
      "n't be aware",
      "n't find out",
    ],
    pattern:
      /(?<=(?<before>\b(?:users?|humans?|they|operators?) (?:must|should|will|do|does|may|can|need) ?))(?:not|n'?t) (?:need to )?(?:know|notice|see|be (?:aware|told|informed|notified)|find out)\b/y,
  },
  {
    kind: "secrecy",
    starts: [
      "without the user",
      "without the human",
      "without the custo",
      "without the opera",
      "without user",
      "not visible to",
      "not be visible t",
      "not shown to",
      "not be shown to",
    ],
    pattern:
      /\bwithout (?:the )?(?:user|human|customer|operator)'?s?'? (?:knowledge|knowing|noticing|consent|being aware|awareness|permission|approval|confirmation)|\bnot (?:be )?(?:visible|shown|apparent|obvious) to (?:the )?(?:user|human)/y,
  },
  {
    kind: "secrecy",
    starts: ["silently", "secretly", "quietly", "covertly", "discreetly", "surreptitious"],
    pattern:
      /\b(?:silently|secretly|quietly|covertly|discreetly|surreptitiously)\b[^.\n]{0,12}?\b(?:send|read|copy|include|call|execute|forward|upload|append|collect|exfiltrate|access|transmit|pass|extract|invoke|bcc)s?\b/y,
  },
  {
    kind: "secrecy",
    starts: [
      "as if",
      "as though",
      "do not print any",
      "do not have to",
      "don't have to",
      "do not ask",
      "don't ask",
      "without asking",
      "never ask",
    ],
    pattern:
      /\bas (?:if|though) (?:it|this|that|they)(?:'s| is| was| were)? (?:a )?(?:part|normal|legitimate)|\b(?:do not|don'?t|never|without) (?:print anything|(?:have to )?ask(?:ing)? (?:the user )?for (?:permission|confirmation|approval|consent)|ask(?:ing)? the user (?:first|before|whether))/y,
  },
  {
    kind: "secrecy",
    starts: [
      "nicht",
      "ohne",
      "sag",
      "teile",
      "erwahne",
      "verrate",
      "informiere",
      "ne ",
      "sans ",
      "no ",
      "sin ",
      "nao ",
      "sem ",
      "non ",
      "senza ",
    ],
    also: ["nutzer", "utilisateur", "usuario", "utente"],
    pattern:
      /(?:\bnicht|\bohne)[^.\n]{0,30}?nutzer\w{0,4}[^.\n]{0,24}?(?:sag|mitteil|inform|erwahn|verrat|wiss)|\b(?:sag|teile|erwahne|verrate|informiere)\w{0,3}[^.\n]{0,24}?nutzer\w{0,4}[^.\n]{0,16}?\b(?:nicht|nichts|kein)|\b(?:ne|sans)\b[^.\n]{0,12}?(?:dit|dire|mentionn|inform|revel|avert)[^.\n]{0,30}?utilisateur|\b(?:no|sin|nao|sem|non|senza)\b[^.\n]{0,12}?(?:dig|dic|decir|dizer|menc|inform|revel|avis|dire|dirlo|rivel)[^.\n]{0,30}?(?:usuario|utente)/y,
  },
  {
    kind: "secrecy",
    starts: [
      "не говори",
      "не сообща",
      "не упомина",
      "без ведома",
      "пользовател",
      "不要",
      "请勿",
      "不得",
      "用户",
      "使用者",
      "ユーザー",
    ],
    pattern:
      /(?:не говори|не сообща|не упомина|без ведома)[^.\n]{0,30}?пользовател|пользовател[^.\n]{0,20}?не (?:говори|сообща|упомина)|(?:不要|不得|请勿)[^。\n]{0,8}?(?:告诉|告知|提及|通知|透露)[^。\n]{0,8}?(?:用户|使用者)|(?:用户|使用者)[^。\n]{0,6}?(?:不知情|不知道)|ユーザー[^。\n]{0,12}?(?:言わない|言わず|知らせない|知らせず|伝えない|教えない|言及しない)/y,
  },
  {
    kind: "leak",
    starts: [
      "system prompt",
      "system message",
      "hidden instructi",
      "initial prompt",
      "initial instruct",
      "your instruction",
      "your prompt",
      "your rules",
      "your hidden",
      "your system",
      "your initial",
      "your original",
      "your full",
      "prompt verbatim",
    ],
    pattern:
      /(?<=(?<before>\b(?:reveal|repeat|print|output|show|reply with|respond with|disclose|display|share|leak|dump|send|include|return|give me|tell me|write out|recite|append|what (?:is|are))\b[^.\n]{0,40}))(?:(?:system prompt|system message|hidden instructions?|initial (?:prompt|instructions?)|prompt verbatim)\b|your (?:\w{1,12} ){0,2}(?:instructions|prompt|rules)\b)/y,
  },
  {
    kind: "fake-frame",
    starts: [
      "<important",
      "<hidden",
      "<critical",
      "<override",
      "<priority",
      "<admin",
      "<secret",
      "<system",
      "<sys>",
      "<instructi",
      "</tool",
      "</function",
      "</system",
      "</user",
      "</assistant",
      "</important",
      "</document",
    ],
    pattern:
      /<(?:important|hidden|critical|override|priority|admin|secret[-_ ]instructions?|hidden[-_ ]\w{1,16}|system[-_ ]?(?:prompt|message|reminder|instructions?|override|note|command)?|sys|instructions?[-_ ]override)>|<\/(?:tool[-_]?(?:result|response|output|call)s?|function[-_]?(?:result|response|output|call)s?|system|user[-_]?(?:input|message|query)?|assistant|important|document)>\s{0,8}(?:<|\[|system|new|now|human|assistant)/y,
  },
  {
    kind: "fake-frame",
    starts: [
      "<|",
      "[inst",
      "[/inst",
      "<<sys",
      "<</sys",
      "[system",
      "[hidden",
      "[admin",
      "[override",
      "[emergency",
      "[metadata",
      "[internal",
      "[developer",
      "[secret",
      "[important",
    ],
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id|begin_of_text)\|>|\[\/?inst\]|<<\/?sys>>|\[(?:system|hidden|admin|override|emergency|metadata|internal|developer|secret|important)(?:[ _-](?:\w{1,12}[ _-]){0,2}(?:directive|instructions?|message|override|command|prompt|note|notice))?\s{0,2}\](?=\s{0,3}[:\n ]|$)/y,
  },
  {
    kind: "fake-frame",
    starts: [
      "system:",
      "system message",
      "system override",
      "system notice",
      "system instruct",
      "system update",
      "system alert",
      "system command",
      "system prompt",
      "system note",
      "system]",
      "system)",
      "system*",
      "developer:",
      "admin:",
      "administrator:",
      "admin message",
      "admin override",
    ],
    pattern:
      /(?<=(?:^|\n|[.!?>*#[(<_-])\s{0,4})(?:system(?: (?:message|override|notice|instructions?|update|alert|command|prompt|note))?|developer|admin(?:istrator)?(?: (?:message|override|note))?)[*_\])>]{0,4}:\s{1,4}(?:you|the|ignore|please|do|call|run|execute|send|new|bypass|all|from|disregard|override|urgent|read|fetch|reset|always|never|immediately|when|grant|transfer|delete|disable|enable)\b/y,
  },
  {
    kind: "persona",
    starts: [
      "do anything now",
      "dan mode",
      "developer mode",
      "god mode",
      "jailbreak mode",
      "debug mode",
      "unrestricted mode",
      "sudo mode",
      "enter ",
      "enable ",
      "activate ",
      "switch to",
      "you are in",
      "you are now in",
      "broken free",
      "breaking free",
      "break free",
    ],
    pattern:
      /\bdo anything now\b|\b(?:dan|developer|god|jailbreak|debug|unrestricted|sudo) mode (?:is )?(?:now )?(?:enabled|activated|on|active)\b|\b(?:enter|activate|switch to|you are (?:now )?in) (?:\w{1,12} )?(?:dan|developer|god|jailbreak|unrestricted) mode\b|\b(?:broken|break|breaking) free (?:of|from)\b/y,
  },
  {
    kind: "persona",
    starts: ["you are now", "act as", "pretend", "from now on", "immerse yourself", "roleplay as"],
    pattern:
      /\b(?:you are now|act as|pretend (?:to be|you are|that you)|from now on,? you(?: are|'re)|immerse yourself|roleplay as)\b[^.\n]{0,60}?\b(?:dan|unrestricted|unfiltered|uncensored|no (?:rules|restrictions|limits|filters|ethic\w{0,3})|without (?:any )?(?:rules|restrictions|limits|filters)|evil|another ai|different ai|hacker|override authority|not bound)\b/y,
  },
  {
    kind: "bypass",
    starts: [
      "bypass",
      "disabl",
      "circumvent",
      "turn off",
      "ignor",
      "evad",
      "suspend",
      "safety bypass",
      "unrestricted",
      "unlimited",
    ],
    also: [
      "safety",
      "security",
      "content",
      "validation",
      "authenti",
      "authori",
      "guardrail",
      "moderation",
      "access",
      "permission",
    ],
    pattern:
      /\b(?:bypass(?:es|ing)?|disabl(?:e|es|ing)|circumvent(?:s|ing)?|turn off|ignor(?:e|es|ing)|evad(?:e|es|ing)|suspend)\b[^.\n]{0,24}?\b(?:safety|security|content|access|validation|authenti\w{1,8}|authori[sz]\w{1,6}|guardrails?|moderation|permission)\b[^.\n]{0,16}?\b(?:checks?|filters?|filtering|controls?|validation|restrictions?|measures?|polic(?:y|ies)|protocols?|rules?|guardrails?|warnings?|for trusted)\b|\bsafety bypass\b|\b(?:unrestricted|unlimited) (?:access|permissions?)\b/y,
  },
  {
    kind: "sensitive-place",
    starts: [
      ".ssh",
      "id_rsa",
      "id_ed25519",
      "/etc/passwd",
      "/etc/shadow",
      "mcp.json",
      ".aws/cred",
      ".netrc",
      "claude_desktop_c",
      ".npmrc",
      ".git-credentials",
      ".env",
      ".bash_history",
      "/proc/self/envi",
      ".kube/config",
      "keychain",
      "crypto wallet",
      "cryptowallet",
      "browser cookies",
      "wallet.dat",
    ],
    pattern:
      /(?<=(?<before>\b(?:read|reads|reading|cat|open|access|load|fetch|get|retrieve|include|contents?|pass|provide|share|extract|dump|output|print|show|send|copy|list|upload|find|grab|collect|steal|exfiltrate|attach|append|export|write|post|query|search|see|via)\b[^\n]{0,80}))(?<!\b(?:do not|don'?t|never|must not|should not) (?:\w{1,10} or )?(?:read|print|open|access|touch|upload|share|commit|include|log|list|cat|use|edit|send|post|copy|expose|store|put)\b(?:[^.\n]|\.(?=\w)){0,60})(?:\.ssh\b(?!\/(?:known_hosts|config)\b)|\bid_rsa\b|\bid_ed25519\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b|\.aws\/credentials|\.netrc\b|claude_desktop_config|\.npmrc\b|\.git-credentials|(?<![\w.-]|\b(?:create|creat(?:es|ing)|edit|set up|into|in) (?:a |an |the |your )?)\.env\b(?![.\w])|\.bash_history|\/proc\/self\/environ|\.kube\/config|\bkeychain\b|\bcrypto ?wallets?\b|\bbrowser cookies\b|\bwallet\.dat\b)/y,
  },
  {
    kind: "shadowing",
    starts: ["recipient", "destination", "receiver", "addressee", "account number", "wallet address", "payee"],
    pattern:
      /(?<=(?<before>\b(?:change|replace|override|set|redirect|switch|alter|modify)s?\b[^.\n]{0,16}))(?:recipients?|destination|receiver|addressee|account number|wallet address|payee)\b[^.\n]{0,40}?\b(?:to|with|and)\b/y,
  },
  {
    kind: "shadowing",
    starts: ["send", "forward", "redirect", "route", "bcc "],
    also: ["all ", "every ", "any "],
    pattern:
      /\b(?:send|forward|redirect|route|bcc)s?\b[^.\n]{0,16}?\b(?:all|every|any)\b[^.\n]{0,20}?\b(?:e-?mails?|messages?|payments?|transfers?|requests?|data|queries|files)\b[^.\n]{0,12}?\bto\b/y,
  },
  {
    kind: "shadowing",
    starts: [
      "when this",
      "when the",
      "whenever this",
      "whenever the",
      "this tool",
      "it must",
      "it should",
      "it has to",
      "before using",
      "before calling",
      "before invoking",
      "before running",
      "before any",
    ],
    pattern:
      /\bwhen(?:ever)? (?:this|the [`'"\w-]{1,40}) (?:tool|function) is (?:present|available|installed|also present|loaded)\b|\b(?:this tool|it) (?:must|should|has to|needs to) be (?:called|used|invoked|run) (?:first|before|prior|instead of|in place of)\b[^.\n]{0,24}?\b(?:any|every|all|each|other)\b|\bbefore (?:using|calling|invoking|running|any use of) (?:any|every|all|each)(?: of the)?(?: other)? tools?\b/y,
  },
  {
    kind: "shadowing",
    starts: ["do not us", "don't us", "never us", "stop us", "other ", "original ", "standard ", "official "],
    also: ["tool"],
    pattern:
      /\b(?:do not|don'?t|never|stop) us(?:e|ing) (?:the |any )?(?:other|original|builtin|built-in|official|real|standard)\b[^.\n]{0,24}?\btools?\b|\b(?:other|original|standard|official) \w{0,20} ?tools? (?:is|are|has been|have been) (?:deprecated|compromised|broken|insecure|unsafe|disabled)\b/y,
  },
  {
    kind: "exfiltration",
    starts: [
      "send",
      "post ",
      "mail",
      "email",
      "e-mail",
      "forward",
      "upload",
      "transmit",
      "exfiltrat",
      "leak",
      "submit",
      "deliver",
      "copy",
      "bcc ",
      "report",
      "redirect",
    ],
    also: ["http", "@", "attacker", "evil", "webhook", "+", "server", "endpoint", "address", "url", "site", "number"],
    pattern:
      /\b(?:send|sends|post|e?-?mail|forward|upload|transmit|exfiltrate|leak|submit|deliver|copy|bcc|report|redirect)\b[^\n]{0,100}?(?:https?:\/\/(?!(?:docs|developer|www|api|github)\.)|@[\w-]{1,63}\.\w|\battacker|\bevil\b|\bwebhook|\+\d{8,}|\b(?:external|remote|my|our|this|their|following) (?:server|endpoint|address|url|webhook|site|number)\b)/y,
  },
  {
    kind: "exfiltration",
    starts: [
      "url encode",
      "url-encode",
      "base64",
      "encode",
      "append",
      "concatenate",
      "pass",
      "put ",
      "include",
      "provide",
      "add ",
      "insert",
      "write",
      "place",
      "attach",
    ],
    also: [
      "note",
      "feedback",
      "context",
      "metadata",
      "as their",
      "debug",
      "extra",
      "reason",
      "summary",
      "comment",
      "parameter",
      "argument",
      "field",
      "http",
      "url",
      "query string",
    ],
    pattern:
      /\b(?:url[- ]?encode|base64[- ]?encode|encode|append|concatenate)\b[^.\n]{0,60}?\b(?:to|into|in|as)\b[^.\n]{0,16}?(?:https?:\/\/|\burl\b|\bquery string)|\b(?:pass|put|include|provide|add|insert|write|place|attach)\b[^.\n]{0,50}?\b(?:contents?|it|them|data|history|information|info|secrets?|keys?|values?|result|list|messages)\b[^.\n]{0,20}?\b(?:as|in|into|to|via|under)\b[^.\n]{0,10}?['"`]?\b(?:side_?note|feedback|notes?|context|metadata|[a-z] as their|debug|extra|reason|summary|comment|parameter|argument|field)\b/y,
  },
  {
    kind: "exfiltration",
    starts: ["!["],
    pattern:
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^\s)]{1,120}?[?&=/](?:[^\s)]{0,80}?(?:\{|\$|%7b|<|sensitive|secret|user_data|history|data=|token=|key=|[?&]q=|[?&]c=))/y,
  },
  {
    kind: "sensitive",
    starts: [
      "password",
      "api key",
      "api_key",
      "api-key",
      "apikey",
      "secret",
      "credential",
      "private",
      "access token",
      "auth token",
      "session token",
      "bearer token",
      "conversation hist",
      "chat history",
      "message history",
      "browsing history",
      "search history",
      "inbox",
      "personal ",
      "social security",
      "credit card",
      "ssh key",
      "environment varia",
      "entire c",
      "full c",
      "whole c",
      "complete c",
      "last ",
      "latest ",
      "previous ",
      "recent ",
      "email contents",
      "bank ",
    ],
    pattern:
      /\b(?:passwords?|api[ _-]?keys?|secrets?|secret keys?|credentials?|private (?:info\w{0,8}|data|keys?|messages?|conversations?)|(?:access|auth|session|bearer) tokens?|(?:conversation|chat|message|browsing|search) history|inbox|personal (?:data|information)|social security|credit cards?|ssh keys?|environment variables?|(?:entire|full|whole|complete) (?:conversation|chat|context)|(?:last|latest|previous|recent) (?:messages|emails?)|email contents|bank (?:account|details))\b/y,
  },
  {
    kind: "order",
    starts: [
      "you ",
      "assistant",
      "ai ",
      "model ",
      "agent",
      "llm",
      "tool ",
      "before ",
      "after ",
      "when ",
      "whenever ",
      "prior to",
      "every time",
      "each time",
      "make sure",
      "always ",
      "first ",
      "immediately ",
      "then ",
      "also ",
      "now ",
    ],
    pattern:
      /\b(?:you|assistant|ai|model|agent|llm|tool)s? (?:\w{1,10} )?(?:must|should|need to|have to|are required to|shall)\b|\b(?:before|after|when|whenever|prior to|every time|each time)\b[^.\n]{0,12}?\b(?:using|calling|invoking|running|executing|use|call|invoke|run) (?:this|the|any|another)\b|\bmake sure (?:you|to|that you)\b|\b(?:always|first|immediately|then|also|now)\b[^.\n]{0,10}?\b(?:call|read|access|run|execute|send|include|pass|invoke|transfer|delete|fetch|forward|append)\b/y,
  },
  {
    kind: "coercion",
    starts: [
      "otherwise",
      "or else",
      "if you ",
      "application will",
      "system will",
      "tool will",
      "server will",
      "session will",
      "data will be lost",
    ],
    pattern:
      /\b(?:otherwise|or else|if you (?:do not|don'?t|fail|violate|put|refuse))\b[^.\n]{0,80}?\b(?:crash\w{0,3}|not work|fail|blocked|lost|break|terminated|deleted|error|penal\w{1,6}|shut down)\b|\b(?:application|system|tool|server|session) will (?:crash|not work|be (?:blocked|terminated|lost|locked))\b|\bdata will be lost\b/y,
  },
  {
    kind: "emphasis",
    starts: ["very very", "very, very", "important", "critical", "mandatory", "urgent", "attention", "**", "***"],
    pattern:
      /\b(?:very,? ){2,5}important\b|\*{2,3} ?important[^*\n]{0,30}\*{2,3}|\b(?:important|critical|mandatory|urgent|attention)\b ?[:!]/y,
  },
  {
    kind: "addressed",
    starts: [
      "ai",
      "llm",
      "language model",
      "agent",
      "assistant",
      "claude",
      "chatgpt",
      "gpt",
      "copilot",
      "gemini",
      "note ",
      "message ",
      "instruction",
      "attention",
      "notice ",
      "dear ",
      "hey ",
      "if you are a",
      "<!--",
    ],
    pattern:
      /\b(?:ai|llm|language model|agent|assistant|claude|chatgpt|gpt-?\d?|copilot|gemini)s?(?: assistants?| agents?| models?)?\s{0,2}(?::|,? (?:please|you|must|should|if you|ignore|when|do not|note))|\b(?:note|message|instructions?|attention|notice|dear|hey) (?:to |for )?(?:any |all |the )?(?:ai|llm|language model|assistant|chatgpt|claude)\b|\bif you are an? (?:ai|llm|language model|assistant|agent)\b|<!--[^>]{0,40}?\b(?:ai|llm|assistant|agent|instructions?|system)\b/y,
  },
  {
    kind: "dangerous-call",
    starts: [
      "call ",
      "run ",
      "execute ",
      "invoke ",
      "use ",
      "rm -rf",
      "curl ",
      "wget ",
      "base64 -d",
      "transfer all",
      "transfer the",
      "drop table",
    ],
    pattern:
      /\b(?:call|run|execute|invoke|use)\b[^.\n]{0,12}?[`'"]?\b(?:delete|transfer|exec|send|drop|remove|wipe|grant|shutdown|write|upload|export)_\w{1,40}|\brm -rf\b|\b(?:curl|wget)\b[^\n]{0,120}?\| ?(?:ba|z)?sh\b|\bbase64 -d\b[^\n]{0,40}?\| ?(?:ba|z)?sh\b|\b(?:run|execute) (?:the following|this|these) (?:command|script|code)s?\b|\btransfer (?:all|the) (?:funds|money|balance)\b|\bdrop table\b/y,
  },
];
