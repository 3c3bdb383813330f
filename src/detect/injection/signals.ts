/**
 * Signs of an order to the model, each by itself no proof: data, one entry a sign, in normalised text (small letters, no
 * accents). What kinds there are follows published collections of poisoned tool descriptions and results (MCPTox,
 * AgentDojo, full-schema poisoning); no phrase is copied from a scanner.
 *
 * @module
 */

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
  | "dangerous-call";

/** One sign. */
export interface Signal {
  readonly kind: SignalKind;
  /** Parts that every match has; the pattern is tried round them. */
  readonly keywords: readonly string[];
  /** Every repetition is bounded. */
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
};

/** Every sign. */
export const SIGNALS: readonly Signal[] = [
  {
    kind: "override",
    keywords: ["ignor", "disregard", "forget", "overrid", "overrul", "stop following", "supersede"],
    pattern:
      /\b(?:ignor(?:e|es|ing)|disregard\w*|forget|overrid(?:e|es|ing)|overrul\w{1,4}|supersedes?|stop following)\b[^.\n]{0,30}?\b(?:previous|previously|prior|above|earlier|preceding|foregoing|your|those|these|all|any|what|everything|other|system|safety|security|original|initial)\b[^.]{0,40}?\b(?:instruct\w{0,5}|prompts?|directives?|guidelines?|system prompt|constraints|restrictions|orders|programming|training|safeguards|were told|have been told)\b/g,
  },
  {
    kind: "override",
    keywords: ["ignor", "disregard", "forget", "overrid"],
    pattern:
      /\b(?:ignor(?:e|ing)|disregard|forget|override)\b[^.\n]{0,20}?\b(?:previous|prior|above|earlier|preceding|your|those|these|safety|security)\b[^.\n]{0,20}?\b(?:rules?|commands?|messages?|context|policy|policies|conversation|text|request|task)\b/g,
  },
  {
    kind: "override",
    keywords: ["new instruction", "new task", "real task", "actual task", "new directive", "updated instruct"],
    pattern:
      /(?:important|urgent|your|following|these|critical|here are|\*|\[|#)[^.\n]{0,16}?\b(?:new|real|actual|updated) (?:and \w{1,12} )?(?:instructions?|task|directives?|orders?)\b(?: (?:is|are)\b| ?[:*\]#])/g,
  },
  {
    kind: "override",
    keywords: ["ignorier", "vergiss", "missacht", "ignorez", "oublie", "ne tenez pas", "ignora", "olvida", "descarta"],
    pattern:
      /\b(?:(?:ignorier\w{0,4}|vergiss|vergesst|missachte\w{0,2})[^.\n]{0,40}?(?:anweisung|instruktion|befehl|vorgabe|regel)\w{0,3}|(?:ignore[rz]?|oublie[rz]?|ne tenez pas compte)[^.\n]{0,40}?(?:instructions?|consignes?|directives?|regles)|(?:ignora[rd]?|ignore|olvid[ae]\w?|descart[ae]\w?|haz caso omiso)[^.\n]{0,40}?(?:instruccion\w{0,2}|ordenes|reglas|indicaciones|instruco\w{1,3}|instruc\w{1,5}|regras|ordens|istruzion\w|ordini|regole))/g,
  },
  {
    kind: "override",
    keywords: ["ignore", "ignorez", "oublie", "esqueca", "desconsider", "dimentica", "scorda", "ignora"],
    pattern:
      /\b(?:ignorez?|oubliez?|esqueca|desconsider\w{1,2}|dimentica\w{0,2}|ignora\w{0,2}|ignore)\b[^.\n]{0,30}?\b(?:instructions? (?:precedentes?|anterieures?|ci-dessus)|consignes|instrucoes|instruccion\w{0,2}|istruzioni|anteriores|precedenti)\b/g,
  },
  {
    kind: "override",
    keywords: [
      "игнорир",
      "забуд",
      "не обращаи",
      "не обращай",
      "проигнор",
      "忽略",
      "无视",
      "無視",
      "忘记",
      "忘れ",
      "不要理会",
      "忽视",
    ],
    pattern:
      /(?:игнориру\w{0,3}|игнорировать|проигнорир[^\s.]{0,5}|забуд[^\s.]{1,3}|не обращаи[^.\n]{0,12})[^.\n]{0,40}?(?:инструкц|указан|команд|правил)|(?:игнорируи|игнорируите|забудь|забудьте)[^.\n]{0,40}?(?:инструкц|указан|команд|правил)|(?:忽略|无视|無視|忘记|忽视|不要理会)[^。\n]{0,16}?(?:指令|指示|提示|规则|命令|说明|内容)|[^。\n]{0,16}(?:指示|命令|指令|ルール|プロンプト)[^。\n]{0,8}(?:無視|忘れ)/g,
  },
  {
    kind: "secrecy",
    keywords: ["mention", "tell", "inform", "notify", "alert", "reveal", "disclos", "warn"],
    pattern:
      /\b(?:do not|don'?t|never|must not|should not|without|avoid|no need to|not to)\b[^.\n]{0,24}?\b(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|warn(?:ing)?)\b[^.\n]{0,40}?\b(?:the (?:user|human|person|operator|customer)|users?\b(?! (?:id|name|input))|anyone|anybody|them|this|that you|that this|it to)\b/g,
  },
  {
    kind: "secrecy",
    keywords: [
      "secret",
      "hidden",
      "confidential",
      "hide",
      "know",
      "notice",
      "aware",
      "visible",
      "knowledge",
      "consent",
    ],
    pattern:
      /\b(?:keep|kept)\b[^.\n]{0,20}?\b(?:secret|hidden|confidential|private|quiet)\b[^.\n]{0,12}?\b(?:from|user)|\bhid(?:e|den|ing)\b[^.\n]{0,24}?\bfrom (?:the )?(?:user|human|operator|customer)|\b(?:user|human|they|operator)s? (?:must|should|will|do|does|may|can|need)(?: ?not|n'?t) (?:need to )?(?:know|notice|see|be (?:aware|told|informed|notified)|find out)|\bwithout (?:the )?(?:user|human|customer|operator)'?s?'? (?:knowledge|knowing|noticing|consent|being aware|awareness|permission|approval|confirmation)|\bnot (?:be )?(?:visible|shown|apparent|obvious) to (?:the )?(?:user|human)/g,
  },
  {
    kind: "secrecy",
    keywords: ["silently", "secretly", "quietly", "covertly", "discreetly", "surreptitious", "in the backgroun"],
    pattern:
      /\b(?:silently|secretly|quietly|covertly|discreetly|surreptitiously)\b[^.\n]{0,12}?\b(?:send|sends|read|reads|copy|include|call|execute|run|forward|upload|append|add|collect|record|log|exfiltrate|access|transmit|fetch|pass|extract|invoke|bcc)\b/g,
  },
  {
    kind: "secrecy",
    keywords: [
      "as if",
      "as though",
      "do not print",
      "ask for permissi",
      "ask for confirma",
      "not asking",
      "without asking",
      "do not ask",
      "don't ask",
    ],
    pattern:
      /\bas (?:if|though) (?:it|this|that|they)(?:'s| is| was| were)? (?:a )?(?:part|normal|legitimate)|\b(?:do not|don'?t|not have to|never|without) (?:print anything|ask(?:ing)? (?:the user )?for (?:permission|confirmation|approval|consent)|ask(?:ing)? the user (?:first|before|whether))/g,
  },
  {
    kind: "secrecy",
    keywords: ["benutzer", "nutzer", "utilisateur", "usuario", "utente", "пользовател", "用户", "ユーザー", "使用者"],
    pattern:
      /(?:\bnicht|\bohne|\bkein)[^.\n]{0,30}?\b(?:be)?nutzer\w{0,4}[^.\n]{0,24}?(?:sag|mitteil|inform|erwahn|verrat|wiss)|(?:sag|teile|erwahne|verrate|informiere)\w{0,3}[^.\n]{0,24}?(?:be)?nutzer\w{0,4}[^.\n]{0,16}?\b(?:nicht|nichts|kein)|\b(?:ne|sans)\b[^.\n]{0,12}?(?:dit|dire|mentionn|inform|revel|avert)[^.\n]{0,30}?utilisateur|\b(?:no|sin|nao|sem|non|senza)\b[^.\n]{0,12}?(?:dig|dic|decir|dizer|menc|inform|revel|avis|dire|dirlo|rivel)[^.\n]{0,30}?(?:usuario|utente)|(?:не говори|не сообща|не упомина|без ведома)[^.\n]{0,30}?пользовател|пользовател[^.\n]{0,20}?не (?:говори|сообща|упомина)|(?:不要|别|不得|请勿|勿)[^。\n]{0,8}?(?:告诉|告知|提及|通知|透露)[^。\n]{0,8}?(?:用户|使用者)|(?:用户|使用者)[^。\n]{0,6}?(?:不知情|不知道)|ユーザー[^。\n]{0,12}?(?:言わない|知らせ(?:ない|ず)|伝えない|教えない|言及しない)/g,
  },
  {
    kind: "leak",
    keywords: [
      "system prompt",
      "initial prompt",
      "hidden instructi",
      "your instruction",
      "system message",
      "your prompt",
      "your rules",
    ],
    pattern:
      /\b(?:reveal|repeat|print|output|show|reply with|respond with|disclose|display|share|leak|dump|send|include|return|give me|tell me|write out|recite|append|what (?:is|are))\b[^.\n]{0,40}?\b(?:(?:your|full|entire|complete|the|its|hidden|initial|original) (?:\w{1,12} )?(?:system prompt|system message|hidden instructions?|initial (?:prompt|instructions?)|prompt verbatim)|your (?:\w{1,12} )?(?:instructions|prompt|rules))\b/g,
  },
  {
    kind: "fake-frame",
    keywords: [
      "<important",
      "<system",
      "<hidden",
      "<secret",
      "<admin",
      "<critical",
      "<instruct",
      "<override",
      "<priority",
      "</tool",
      "</function",
      "</system",
      "</user",
      "</assistant",
      "<sys",
      "</im",
      "</docu",
    ],
    pattern:
      /<(?:important|hidden|critical|override|priority|admin|secret[-_ ]instructions?|hidden[-_ ]\w{1,16}|system[-_ ]?(?:prompt|message|reminder|instructions?|override|note|command)?|sys|instructions?[-_ ]override)>|<\/(?:tool[-_]?(?:result|response|output|call)s?|function[-_]?(?:result|response|output|call)s?|system|user[-_]?(?:input|message|query)?|assistant|important|document)>\s{0,8}(?:<|\[|system|new|now|human|assistant)/g,
  },
  {
    kind: "fake-frame",
    keywords: [
      "<|",
      "[inst]",
      "[/inst]",
      "<<sys>>",
      "[system",
      "[hidden",
      "[admin",
      "directive]",
      "instruction]",
      "[assistant",
      "instructions]",
      "[override",
      "override]",
      "[important",
    ],
    pattern:
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id|end|begin_of_text)\|>|\[\/?inst\]|<<\/?sys>>|\[(?:system|hidden|admin|override|emergency|metadata|internal|developer|secret|important)(?:[ _-]?(?:\w{1,12}[ _-]?){0,2}(?:directive|instructions?|message|override|command|prompt|note|notice))?\s{0,2}\](?=\s{0,3}[:\n ]|$)/g,
  },
  {
    kind: "fake-frame",
    keywords: [
      "system:",
      "assistant:",
      "human:",
      "system message",
      "system override",
      "system notice",
      "system instruct",
      "system update",
      "developer:",
      "admin:",
      "system alert",
    ],
    pattern:
      /(?:^|\n|[.!?>*#-]\s{1,4}|-->)\s{0,8}[#*_[(<]{0,4}(?:system(?: (?:message|override|notice|instructions?|update|alert|command|prompt|note))?|developer|admin(?:istrator)?(?: (?:message|override|note))?)[*_\])>]{0,4}:\s{1,4}(?=(?:you|the|ignore|please|do|call|run|execute|send|new|bypass|all|from|disregard|override|urgent|read|fetch|reset|always|never|immediately|when|grant|transfer|delete|disable|enable)\b)/g,
  },
  {
    kind: "persona",
    keywords: [
      "do anything now",
      "dan mode",
      "developer mode",
      "jailbr",
      "unrestricted",
      "no restrictions",
      "uncensored",
      "free of",
      "broken free",
      "act as",
      "pretend",
      "immerse",
      "you are now",
      "no rules",
      "god mode",
      "evil",
    ],
    pattern:
      /\bdo anything now\b|\b(?:dan|developer|god|jailbreak|debug|unrestricted|sudo|maintenance) mode (?:is )?(?:enabled|activated|on|active)\b|\b(?:enter|enable|activate|switch to|you are (?:now )?in) (?:\w{1,12} )?(?:dan|developer|god|jailbreak|unrestricted|admin|debug) mode\b|\b(?:broken|break|breaking) free (?:of|from)\b|\b(?:you are now|act as|pretend (?:to be|you are|that you)|from now on,? you(?: are|'re)|immerse yourself|roleplay as)\b[^.\n]{0,60}?\b(?:dan|unrestricted|unfiltered|uncensored|no (?:rules|restrictions|limits|filters|ethic\w*)|without (?:any )?(?:rules|restrictions|limits|filters)|evil|another ai|different ai|hacker|admin(?:istrator)?|root|override authority|not bound)\b/g,
  },
  {
    kind: "bypass",
    keywords: [
      "bypass",
      "disable",
      "circumvent",
      "turn off",
      "skip",
      "unrestricted",
      "ignore",
      "without valid",
      "override",
    ],
    pattern:
      /\b(?:bypass(?:es|ing)?|disabl(?:e|es|ing)|circumvent(?:s|ing)?|turn off|ignor(?:e|es|ing)|evad(?:e|es|ing)|suspend)\b[^.\n]{0,24}?\b(?:safety|security|content|access|validation|authenti\w{1,8}|authori[sz]\w{1,6}|guardrails?|moderation|permission)\b[^.\n]{0,16}?\b(?:checks?|filters?|filtering|controls?|validation|restrictions?|measures?|polic(?:y|ies)|protocols?|rules?|guardrails?|warnings?|prompts?|for trusted|settings)\b|\bsafety bypass\b|\b(?:unrestricted|unlimited) (?:access|mode|permissions?)\b/g,
  },
  {
    kind: "sensitive-place",
    keywords: [
      ".ssh",
      "id_rsa",
      "id_ed25519",
      "/etc/passwd",
      "/etc/shadow",
      "mcp.json",
      ".aws/cred",
      ".netrc",
      "claude_desktop",
      ".npmrc",
      ".git-credential",
      "/.env",
      "`.env",
      " .env",
      ".bash_history",
      "/proc/self",
      "keychain",
      ".kube/config",
      "wallet",
      "cookies",
    ],
    pattern:
      /\b(?:read|reads|reading|cat|open|access|load|fetch|get|retrieve|include|contents? of|pass|provide|share|extract|dump|output|print|show|send|copy|list|upload|find|grab|collect|steal|exfiltrate|attach|append|export|write|post|query|search|see|via)\b[^\n]{0,80}?(?:~?\/?\.ssh\b|\bid_rsa\b|\bid_ed25519\b|\/etc\/(?:passwd|shadow)\b|\bmcp\.json\b|\.aws\/credentials|\.netrc\b|claude_desktop_config|\.npmrc\b|\.git-credentials|(?<![\w-])\.env\b(?!\.example)|\.bash_history|\/proc\/self\/environ|\.kube\/config|\bkeychain\b|\bcrypto ?wallets?\b|\bbrowser cookies\b|\bwallet\.dat\b)/g,
  },
  {
    kind: "shadowing",
    keywords: [
      "instead of",
      "recipient",
      "any other tool",
      "other tools",
      "when this tool",
      "tool is present",
      "tool is availabl",
      "replaces",
      "all emails",
      "every email",
      "whenever",
      "deprecated",
      "is called",
      "is invoked",
      "are called",
    ],
    pattern:
      /\b(?:change|replace|override|set|redirect|switch|alter|modify)s?\b[^.\n]{0,16}?\b(?:the )?(?:recipients?|destination|receiver|addressee|account number|wallet address|payee)\b[^.\n]{0,40}?\b(?:to|with|and)\b|\b(?:send|forward|redirect|route|copy|bcc)\b[^.\n]{0,16}?\b(?:all|every|any)\b[^.\n]{0,20}?\b(?:e-?mails?|messages?|payments?|transfers?|requests?|data|queries|files)\b[^.\n]{0,12}?\bto\b|\bwhen(?:ever)? (?:this|the [`'"\w-]{1,40}) (?:tool|function) is (?:present|available|installed|also present|loaded)\b|\b(?:this tool|it) (?:must|should|has to|needs to) be (?:called|used|invoked|run) (?:first|before|prior|instead of|in place of)\b[^.\n]{0,24}?\b(?:any|every|all|each|other)\b|\bbefore (?:using|calling|invoking|running|any use of) (?:any|every|all|each)(?: of the)?(?: other)? tools?\b/g,
  },
  {
    kind: "shadowing",
    keywords: [
      "this tool",
      "tool instead",
      "is deprecated",
      "no longer",
      "is compromised",
      "is broken",
      "do not use the",
      "never use the",
    ],
    pattern:
      /\b(?:do not|don'?t|never|stop) us(?:e|ing) (?:the |any )?(?:other|original|builtin|built-in|official|real|standard)\b[^.\n]{0,24}?\btools?\b|\b(?:other|original|standard|official) \w{0,20} ?tools? (?:is|are|has been|have been) (?:deprecated|compromised|broken|insecure|unsafe|disabled)\b/g,
  },
  {
    kind: "exfiltration",
    keywords: [
      "send",
      "post",
      "mail",
      "forward",
      "upload",
      "transmit",
      "exfil",
      "append",
      "leak",
      "submit",
      "deliver",
      "share",
      "pass",
      "encode",
      "include",
      "put",
      "](http",
    ],
    pattern:
      /\b(?:send|sends|post|e?-?mail|forward|upload|transmit|exfiltrate|leak|submit|deliver|copy|bcc|report|redirect)\b[^\n]{0,100}?(?:https?:\/\/(?!(?:docs|developer|www|api|github)\.)|[\w.+-]{1,64}@[\w-]{1,63}\.\w|\battacker|\bevil\b|\bwebhook|\+\d{8,}|\b(?:external|remote|my|our|this|their|following) (?:server|endpoint|address|url|webhook|site|number)\b)|\b(?:url[- ]?encode|base64[- ]?encode|encode|append|concatenate)\b[^.\n]{0,60}?\b(?:to|into|in|as)\b[^.\n]{0,24}?(?:https?:\/\/|\burl\b|\bquery string)|\b(?:pass|put|include|provide|add|insert|write|place|attach)\b[^.\n]{0,60}?\b(?:contents?|it|them|data|history|information|info|secrets?|keys?|values?|result|list|messages)\b[^.\n]{0,30}?\b(?:as|in|into|to|via|under)\b[^.\n]{0,16}?['"`]?\b(?:side_?note|feedback|notes?|context|metadata|[a-z] as their|debug|extra|reason|summary|comment|parameter|argument|field)\b/g,
  },
  {
    kind: "exfiltration",
    keywords: ["](http"],
    pattern:
      /!\[[^\]\n]{0,80}\]\(https?:\/\/[^\s)]{1,200}[?&=/](?:[^\s)]{0,80}(?:\{|\$|%7b|<|sensitive|secret|user_data|history|data=|token=|key=|q=|c=))/g,
  },
  {
    kind: "sensitive",
    keywords: [
      "password",
      "api key",
      "api_key",
      "apikey",
      "secret",
      "credential",
      "private",
      "token",
      "history",
      "inbox",
      "personal",
      "social security",
      "credit card",
      "private key",
      "environment var",
      "conversation",
      "last messages",
      "list_chats",
      "latest email",
      "bank",
      "pin code",
    ],
    pattern:
      /\b(?:passwords?|api[ _-]?keys?|secrets?|secret keys?|credentials?|private (?:info\w{0,8}|data|keys?|messages?|conversations?)|(?:access|auth|session|bearer) tokens?|(?:conversation|chat|message|browsing|search) history|inbox|personal (?:data|information)|social security|credit cards?|ssh keys?|environment variables?|(?:entire|full|whole|complete) (?:conversation|chat|context)|(?:last|latest|previous|recent) (?:messages|emails?)|email contents|bank (?:account|details))\b/g,
  },
  {
    kind: "order",
    keywords: [
      "must",
      "should",
      "need to",
      "have to",
      "required to",
      "make sure",
      "always",
      "before",
      "first",
      "immediately",
      "ensure",
      "be sure",
    ],
    pattern:
      /\b(?:you|assistant|ai|model|agent|llm|tool)s? (?:\w{1,10} )?(?:must|should|need to|have to|are required to|shall)\b|\b(?:before|after|when|whenever|prior to|every time|each time)\b[^.\n]{0,12}?\b(?:using|calling|invoking|running|executing|use|call|invoke|run) (?:this|the|any|another)\b|\bmake sure (?:you|to|that you)\b|\b(?:always|first|immediately|then|also|now)\b[^.\n]{0,10}?\b(?:call|read|access|run|execute|send|include|pass|invoke|transfer|delete|fetch|forward|append)\b/g,
  },
  {
    kind: "coercion",
    keywords: [
      "otherwise",
      "crash",
      "will not work",
      "blocked",
      "will fail",
      "lost",
      "violate",
      "not work",
      "penal",
      "be terminated",
      "shut down",
    ],
    pattern:
      /\b(?:otherwise|or else|if you (?:do not|don'?t|fail|violate|put|refuse))\b[^.\n]{0,80}?\b(?:crash\w{0,3}|not work|fail|blocked|lost|break|terminated|deleted|error|penal\w{1,6}|shut down)\b|\b(?:application|system|tool|server|session) will (?:crash|not work|be (?:blocked|terminated|lost|locked))\b|\bdata will be lost\b/g,
  },
  {
    kind: "emphasis",
    keywords: ["important", "critical", "very", "mandatory", "urgent", "attention"],
    pattern:
      /\b(?:very,? ){2,5}important\b|\*{2,3} ?important[^*\n]{0,30}\*{2,3}|\b(?:important|critical|mandatory|urgent|attention)\b ?[:!]/g,
  },
  {
    kind: "addressed",
    keywords: [
      "assistant",
      "language model",
      "llm",
      "ai agent",
      "ai model",
      "claude",
      "chatgpt",
      "gpt",
      "copilot",
      "cursor",
      "ai:",
      "dear ai",
      "note to ai",
      "<!--",
    ],
    pattern:
      /\b(?:ai|llm|language model|agent|assistant|claude|chatgpt|gpt-?\d?|copilot|gemini)s?(?: assistants?| agents?| models?)?\s{0,2}(?::|,? (?:please|you|must|should|if you|ignore|when|do not|note))|\b(?:note|message|instructions?|attention|notice|dear|hey|to) (?:to |for )?(?:any |all |the )?(?:ai|llm|language model|assistant|chatgpt|claude)\b|\bif you are an? (?:ai|llm|language model|assistant|agent)\b|<!--[^>]{0,40}\b(?:ai|llm|assistant|agent|instructions?|system)\b/g,
  },
  {
    kind: "dangerous-call",
    keywords: [
      "delete_",
      "transfer_",
      "rm -rf",
      "drop table",
      "curl ",
      "execute",
      "run the",
      "wire",
      "send_",
      "exec_",
      "call ",
      "base64 -d",
      "| bash",
      "|bash",
      "| sh",
      "wget ",
    ],
    pattern:
      /\b(?:call|run|execute|invoke|use)\b[^.\n]{0,12}?[`'"]?\b(?:delete|transfer|exec|send|drop|remove|wipe|grant|shutdown|write|upload|export)_\w{1,40}|\brm -rf\b|\b(?:curl|wget)\b[^\n]{0,120}?\| ?(?:ba|z)?sh\b|\bbase64 -d\b[^\n]{0,40}?\| ?(?:ba|z)?sh\b|\b(?:run|execute) (?:the following|this|these) (?:command|script|code)s?\b|\btransfer (?:all|the) (?:funds|money|balance)\b|\bdrop table\b/g,
  },
];
