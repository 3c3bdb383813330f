/**
 * Commands that destroy what is not a file here, take a guard away, or stay: clouds and databases, firewalls and logs,
 * units and login items.
 *
 * @module
 */

import type { Invocation } from "./invocation.ts";
import { beginsWith } from "./command_words.ts";

/** The classes that are found here. */
export type Harm = "destructive" | "escalation" | "persistence" | "credentials";

/** Command lines of clouds and platforms, whose words name what is done. */
const CLOUDS: ReadonlySet<string> = new Set(
  "aws gcloud az gh glab heroku fly flyctl doctl pulumi helm oc vercel netlify railway eksctl linode-cli hcloud scw"
    .split(" "),
);
const ENDING_REGEXP = /^(?:[\w-]+:)?(?:delete|destroy|terminate|purge|uninstall)(?:-[\w-]+)?$/i;
/** What is ended stands among the first words: `aws ec2 terminate-instances`, `gcloud compute instances delete`. */
const MAX_ENDING_WORDS = 4;

const DATABASES: ReadonlySet<string> = new Set(
  "psql mysql mariadb sqlite3 duckdb sqlcmd redis-cli valkey-cli mongo mongosh cqlsh clickhouse-client".split(" "),
);
const DROPPING_REGEXP =
  /\b(?:drop|truncate)\s+(?:table|database|schema|keyspace|user|role|index|view|collection)\b|^flush(?:all|db)$|\bdropDatabase\s*\(|\.drop\s*\(|\.deleteMany\s*\(\s*\{\s*\}/i;

/** What reads a file whole, byte by byte. */
const BYTE_READERS: ReadonlySet<string> = new Set(
  "dd cat head tail strings xxd od hexdump cp scp grep nc ncat base64 gzip zstd tac tee pv".split(" "),
);
const RAW_DISK_REGEXP =
  /^(?:if=)?\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|dm-\d|md\d|mapper\/|k?mem$|port$|core$)/;

const WATCHMEN_REGEXP =
  /^(?:firewalld|ufw|nftables|iptables|auditd|apparmor|selinux|fail2ban|clamav\S*|falcon\S*|crowdstrike\S*|osqueryd?|rsyslog|systemd-journald|com\.apple\.(?:alf|security)\S*)(?:\.service)?$/i;

/** The classes of one command. */
export function* harmOf({ program, args, opened, variables }: Invocation): Generator<Harm> {
  const texts = args.map(({ text }) => text);
  const has = (...words: string[]) => texts.some((text) => words.includes(text));
  const plain = texts.filter((text) => !text.startsWith("-"));
  // A flag may have its value behind it.
  const reach = MAX_ENDING_WORDS + texts.filter((text) => /^-[^=]+$/.test(text)).length;
  if (CLOUDS.has(program) && plain.slice(0, reach).some((text) => ENDING_REGEXP.test(text))) {
    yield "destructive";
  }
  if (
    (program === "gh" || program === "glab") && plain[0] === "api" &&
    texts.some((text) => /^(?:-X|--method=?)?DELETE$/i.test(text))
  ) {
    yield "destructive";
  }
  if (/^(?:npm|pnpm|yarn)$/.test(program) && plain[0] === "unpublish") yield "destructive";
  if (/^docker(?:-compose)?$/.test(program) && has("down") && has("-v", "--volumes")) yield "destructive";
  if (DATABASES.has(program) && texts.some((text) => DROPPING_REGEXP.test(text))) yield "destructive";
  if (program === "journalctl" && texts.some((text) => /^--(?:vacuum|rotate)/.test(text))) yield "destructive";
  if (opened.some(({ write, target }) => write && /^\/var\/log\//.test(target.text))) yield "destructive";
  if (BYTE_READERS.has(program) && texts.some((text) => RAW_DISK_REGEXP.test(text))) yield "credentials";
  if (takesGuardAway(program, texts)) yield "escalation";
  if (variables.some(({ name }) => name === "HISTFILE") || (program === "unset" && has("HISTFILE"))) yield "escalation";
  if (staysBehind(program, texts)) yield "persistence";
}

function takesGuardAway(program: string, texts: readonly string[]): boolean {
  const has = (...words: string[]) => texts.some((text) => words.includes(text));
  switch (program) {
    case "iptables":
    case "ip6tables":
      return has("-F", "--flush", "-X", "-P");
    case "nft":
      return has("flush", "delete");
    case "ufw":
      return has("disable", "reset", "--force");
    case "setenforce":
    case "aa-disable":
    case "aa-teardown":
    case "csrutil":
    case "spctl":
      return texts.length > 0 && !has("status", "--status", "--assess");
    case "auditctl":
      return has("-D", "-e");
    case "systemctl":
    case "service":
      return has("stop", "disable", "mask", "kill") && texts.some((text) => WATCHMEN_REGEXP.test(text));
    case "launchctl":
      return has("unload", "bootout", "disable", "remove");
    case "pkill":
    case "killall":
      return texts.some((text) => /sallyport/i.test(text) || WATCHMEN_REGEXP.test(text));
    case "history":
      return texts.some((text) => /^-[A-Za-z]*c/.test(text));
  }
  return false;
}

function staysBehind(program: string, texts: readonly string[]): boolean {
  switch (program) {
    case "systemd-run":
      return true;
    case "defaults":
      return beginsWith(texts, ["write"]) &&
        texts.some((text) => /loginwindow|LoginHook|LogoutHook|LaunchAgents/i.test(text));
    case "reg":
      return beginsWith(texts, ["add"]) &&
        texts.some((text) => /CurrentVersion\\?(?:Run|RunOnce|Winlogon|Image File Execution)/i.test(text));
    case "osascript":
      return texts.some((text) => /login item/i.test(text));
  }
  return false;
}
