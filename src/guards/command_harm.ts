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
  ("aws gcloud az gh glab heroku fly flyctl doctl pulumi helm oc vercel netlify railway eksctl linode-cli hcloud scw " +
    "amplify eb copilot chalice firebase supabase neonctl turso pscale wrangler vultr-cli oci argocd flux istioctl velero kops skopeo crane regctl oras influx")
    .split(" "),
);
const ENDING_REGEXP = /^(?:[\w-]+:)?(?:delete|destroy|terminate|purge|uninstall|undeploy)(?:-[\w-]+)?$/i;
/** What is ended stands among the first words: `aws ec2 terminate-instances`, `gcloud compute instances delete`. */
const MAX_ENDING_WORDS = 4;

const DATABASES: ReadonlySet<string> = new Set(
  ("psql mysql mariadb sqlite3 duckdb sqlcmd redis-cli valkey-cli mongo mongosh cqlsh clickhouse-client clickhouse mycli " +
    "pgcli usql litecli bq snowsql db2 cockroach beeline spark-sql trino").split(" "),
);
const DROPPING_REGEXP =
  /\bdrop\s+(?:owned|materialized)\b|\btruncate\s+(?!-)[\w".]+(?:\s*(?:;|,|$)|\s+(?:cascade|restart)\b)|\b(?:drop|truncate)(?:\s|\/\*[^*]*\*\/)+(?:table|database|schema|keyspace|user|role|index|view|collection)\b|^flush(?:all|db)$|\bdropDatabase\s*\(|\.drop\s*\(|\.deleteMany\s*\(\s*\{\s*\}/i;

/** What reads a file whole, byte by byte. */
const BYTE_READERS: ReadonlySet<string> = new Set(
  "dd cat head tail strings xxd od hexdump cp scp grep nc ncat base64 gzip zstd tac tee pv".split(" "),
);
const RAW_DISK_REGEXP =
  /^(?:if=)?\/dev\/(?:sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|r?disk\d|dm-\d|md\d|mapper\/|k?mem$|port$|core$)/;

const WATCHMEN_REGEXP =
  /^(?:firewalld|ufw|nftables|iptables|auditd|apparmor|selinux|fail2ban|clamav\S*|falcon\S*|crowdstrike\S*|osqueryd?|rsyslog|systemd-journald|com\.apple\.(?:alf|security)\S*)(?:\.service)?$/i;

/** Files by which the kernel is told what to do. */
const KERNEL_REGEXP = /^\/proc\/(?:sys\/|sysrq-trigger)|^\/sys\/(?:kernel|fs|module|firmware)\//;

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
  if (opened.some(({ write, target }) => write && KERNEL_REGEXP.test(target.text))) yield "escalation";
  if (BYTE_READERS.has(program) && texts.some((text) => RAW_DISK_REGEXP.test(text))) yield "credentials";
  if (destroys(program, texts, plain)) yield "destructive";
  if (tellsSecrets(program, texts, plain)) yield "credentials";
  if (takesGuardAway(program, texts)) yield "escalation";
  if (variables.some(({ name }) => name === "HISTFILE") || (program === "unset" && has("HISTFILE"))) yield "escalation";
  if (staysBehind(program, texts)) yield "persistence";
}

/** Disks, folders of others and stacks of clouds, by what their programs are told beside their first words. */
function destroys(program: string, texts: readonly string[], plain: readonly string[]): boolean {
  const has = (regexp: RegExp) => texts.some((text) => regexp.test(text));
  switch (program) {
    case "rm":
      // All that lies in a home, or in a folder of the system.
      return has(
        /^(?:\/(?:home|Users)\/[^\/]+|~|\$HOME|\$\{HOME\}|\/(?:etc|usr|bin|lib|var|boot|root|opt|usr\/bin|usr\/lib))\/\*$/,
      );
    case "sgdisk":
      return has(/^(?:--zap(?:-all)?|-[A-Za-z]*[zZo]|--clear)$/);
    case "hdparm":
      return has(/^--(?:security-erase|write-sector|trim-sector)/);
    case "mdadm":
      return has(/^--(?:zero-superblock|stop)$|^-S$/);
    case "terraform":
    case "tofu":
    case "terragrunt":
      return has(/^--?destroy$/) && plain[0] === "apply";
    case "gsutil":
      return plain.includes("rm") && has(/^-[A-Za-z]*[rR]$/);
    case "bq":
      return plain[0] === "rm" && has(/^-[A-Za-z]*[rf]$/);
    case "s3cmd":
    case "s5cmd":
    case "mc":
      return /^(?:rm|del)$/.test(plain[0] ?? "") && has(/^-[A-Za-z]*r|^--recursive$|\*/);
    case "mysqladmin":
      return plain.includes("drop");
    case "dropuser":
      return plain.length > 0;
    case "rd":
    case "rmdir":
    case "del":
    case "erase":
      return has(/^\/s$/i);
    case "format":
      return has(/^[A-Za-z]:\\?$/);
    case "remove-item":
    case "ri":
      return has(/^-r(?:e(?:c(?:u(?:r(?:se?)?)?)?)?)?$/i);
  }
  return false;
}

/** The commands of pass and gopass that are no name of an entry, and show none. */
const PASS_PLAIN: ReadonlySet<string> = new Set(
  ("ls list find search init insert add generate rm remove delete mv rename cp copy git help version sync setup audit " +
    "recipients mounts config completion fsck").split(" "),
);

/** What shows secrets by a flag, or by the name of what is asked for. */
function tellsSecrets(program: string, texts: readonly string[], plain: readonly string[]): boolean {
  const has = (regexp: RegExp) => texts.some((text) => regexp.test(text));
  switch (program) {
    case "pass":
    case "gopass":
      return plain[0] !== undefined && !PASS_PLAIN.has(plain[0]);
    case "pulumi":
    case "esc":
      return has(/^--show-secrets(?:=true)?$/);
    case "kubectl":
    case "kubecolor":
    case "k":
    case "oc":
      return has(/^(?:--raw=)?\/api\/v1\/(?:\S*\/)?secrets(?:[\/?]|$)/) ||
        (program.startsWith("k") && namesSecrets(plain));
    case "minikube":
    case "microk8s":
    case "k3s":
      return plain[0] === "kubectl" && namesSecrets(plain.slice(1));
    case "netsh":
      return has(/^key=clear$/i);
    case "nmcli":
      return has(/^(?:-s|--show-secrets)$/) || plain.includes("show-password");
    case "dscl":
      return has(/ShadowHashData|passwd/i);
    case "rundll32":
      return has(/MiniDump/i);
  }
  return false;
}

function namesSecrets(plain: readonly string[]): boolean {
  return /^(?:get|edit)$/.test(plain[0] ?? "") && /^(?:[\w.-]+,)*secrets?(?:[\/,.].*)?$/i.test(plain[1] ?? "");
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
    case "net":
    case "net1":
      return texts.some((text) => /^\/add$/i.test(text)) && /^(?:user|localgroup|group)$/i.test(texts[0] ?? "");
    case "dscl":
      return has("-append", "-create", "-merge", "-passwd");
    case "pw":
      return beginsWith(texts, [/^(?:user|group)(?:add|mod|del)$/]);
    case "sysctl":
      // A value is set, whether or not a flag says so.
      return texts.some((text) => /^(?:kernel|vm|fs|user|dev|security)\.[\w.\/-]+=/.test(text));
    case "pfctl":
      return has("-d", "-F");
    case "nvram":
      return texts.some((text) => text.includes("="));
    case "xattr":
      return texts.some((text) => /^-[A-Za-z]*c/.test(text)) ||
        (texts.some((text) => /^-[A-Za-z]*d/.test(text)) && has("com.apple.quarantine"));
    case "sshd":
      // By these flags it only says whether its settings are right, or which they are.
      return !texts.some((text) => /^-[tTV]$/.test(text));
    case "start-process":
      return texts.some((text) => /^runas$/i.test(text));
    case "history":
      return texts.some((text) => /^-[A-Za-z]*c/.test(text));
  }
  return false;
}

function staysBehind(program: string, texts: readonly string[]): boolean {
  switch (program) {
    case "systemd-run":
      return true;
    case "chsh":
      return texts.some((text) => /^-s|^--shell/.test(text));
    case "code":
    case "cursor":
    case "codium":
    case "windsurf":
      return texts.some((text) => /^--add-mcp(?:=|$)/.test(text));
    case "new-itemproperty":
    case "set-itemproperty":
      return texts.some((text) => /CurrentVersion[\\/]+(?:Run|RunOnce|Winlogon)/i.test(text));
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
