/**
 * What the command guard knows of programs: wrappers and their flags, shells, interpreters, and what is refused by name.
 *
 * @module
 */

/** A program that runs the program named in its arguments. */
export interface Wrapper {
  /** Short flags without a value, and with one. */
  readonly plain: string;
  readonly valued: string;
  /** Long flags without a value, and with one as the next word; `--flag=value` is read for both. */
  readonly long?: readonly string[];
  readonly longValued?: readonly string[];
  /** Words before the program, such as the seconds of `timeout`. */
  readonly operands?: number;
  /** Whether `NAME=value` may stand before the program. */
  readonly assigns?: boolean;
}

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function set(text: string): ReadonlySet<string> {
  return new Set(words(text));
}

/** Wrappers that add nothing to what the program inside may do. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(Object.entries({
  env: {
    plain: "i0v",
    valued: "uC",
    long: ["ignore-environment", "null", "debug"],
    longValued: ["unset", "chdir"],
    assigns: true,
  },
  nohup: { plain: "", valued: "" },
  timeout: {
    plain: "v",
    valued: "ks",
    long: ["foreground", "preserve-status", "verbose"],
    longValued: ["kill-after", "signal"],
    operands: 1,
  },
  nice: { plain: "0123456789", valued: "n", longValued: ["adjustment"] },
  ionice: { plain: "t", valued: "cnpPu", longValued: ["class", "classdata"] },
  xargs: {
    plain: "0rtpxo",
    valued: "IELnPsdai",
    long: ["null", "no-run-if-empty", "verbose", "interactive", "exit"],
    longValued: ["arg-file", "delimiter", "max-args", "max-procs", "max-lines", "max-chars", "replace"],
  },
  stdbuf: { plain: "", valued: "ioe", longValued: ["input", "output", "error"] },
  setsid: { plain: "cfw", valued: "", long: ["ctty", "fork", "wait"] },
  time: { plain: "pvaq", valued: "fo", long: ["portability", "verbose", "append"], longValued: ["format", "output"] },
  command: { plain: "pvV", valued: "" },
  builtin: { plain: "", valued: "" },
  // Of zsh.
  noglob: { plain: "", valued: "" },
  nocorrect: { plain: "", valued: "" },
  "-": { plain: "", valued: "" },
  exec: { plain: "cl", valued: "a" },
  watch: {
    plain: "bcdegptwx",
    valued: "nq",
    long: ["beep", "color", "differences", "errexit", "chgexit", "no-title", "precise", "no-wrap", "exec"],
    longValued: ["interval"],
  },
  taskset: { plain: "ap", valued: "c", operands: 1 },
  chrt: { plain: "abdfimoprR", valued: "TPD", operands: 1 },
  busybox: { plain: "", valued: "" },
  toybox: { plain: "", valued: "" },
  strace: { plain: "fFqrtTvVxycCdhi", valued: "aeEIoOpsSuPXbU" },
  sudo: {
    plain: "AbEeHnPSkKviVls",
    valued: "ugpCcrtTUDRh",
    long: ["preserve-env", "non-interactive", "login", "stdin", "set-home", "background", "shell"],
    longValued: ["user", "group", "prompt", "chdir", "chroot", "host", "role", "type"],
    assigns: true,
  },
  doas: { plain: "Lns", valued: "uCa" },
  chroot: { plain: "", valued: "", longValued: ["userspec", "groups"], operands: 1 },
  runuser: { plain: "lmp", valued: "ugGs", long: ["login"], longValued: ["user", "group"] },
  pkexec: { plain: "", valued: "", longValued: ["user"] },
}));

/** Wrappers that let the program do more, so that a list of programs must name them. */
export const RAISING: ReadonlySet<string> = set("sudo doas su runuser pkexec chroot nsenter unshare ssh");

/** Shells whose language the parser reads. */
export const SHELLS: ReadonlySet<string> = set("sh bash dash ash zsh ksh mksh rbash yash osh");
/** Shells whose language it does not. */
export const OTHER_SHELLS: ReadonlySet<string> = set("fish csh tcsh pwsh powershell cmd nu elvish xonsh");

/** Interpreters by their name without a version, and the flags that take code. */
export const INTERPRETERS: ReadonlyMap<string, string> = new Map(Object.entries({
  python: "c",
  pypy: "c",
  perl: "eE",
  ruby: "e",
  node: "ep",
  nodejs: "ep",
  bun: "e",
  php: "r",
  lua: "e",
  luajit: "e",
  tclsh: "",
  osascript: "e",
  "ts-node": "ep",
  tsx: "ep",
  groovy: "e",
  scala: "e",
  elixir: "e",
  julia: "eE",
  guile: "c",
  raku: "e",
  swipl: "g",
  clojure: "e",
  r: "e",
  rscript: "e",
}));

/** Programs that get something from elsewhere, and that turn text into other text. */
export const NETWORK: ReadonlySet<string> = set(
  "curl wget nc ncat netcat socat telnet ssh scp sftp ftp tftp rsync http https xh aria2c openssl lynx",
);

/** Programs that are refused whatever their arguments are, by class. */
export const BY_NAME: ReadonlyMap<string, "destructive" | "persistence" | "escalation" | "credentials" | "unresolved"> =
  new Map([
    ...words(
      "shred wipefs fdisk sfdisk gdisk parted mkswap shutdown reboot halt poweroff telinit srm wipe blkdiscard " +
        "sdelete scrub mke2fs badblocks flashrom sg_format cfdisk fdformat diskpart clear-disk format-volume lvremove vgremove " +
        "pvremove kexec bcdedit wbadmin",
    )
      .map((name) => [name, "destructive"] as const),
    ...words(
      "at batch ssh-copy-id update-rc.d chkconfig schtasks register-scheduledtask new-service nssm setx insserv rcctl " +
        "sysrc fcrontab incrontab regedit ",
    ).map((name) => [name, "persistence"] as const),
    ...words(
      "sudo doas su runuser pkexec chroot nsenter unshare setcap visudo useradd usermod userdel groupadd passwd chpasswd " +
        "insmod modprobe rmmod mount umount adduser deluser newgrp gpasswd sudoedit vipw capsh setpriv " +
        "run0 pfexec dzdo gsudo su-exec gosu runas dseditgroup sysadminctl authopen addgroup groupmod chage kmod kextload " +
        "ttyd gotty tmate upterm sshx xhost tccutil new-localuser add-localgroupmember set-mppreference add-mppreference " +
        "set-executionpolicy telnetd msfvenom pwncat setfattr",
    ).map((name) => [name, "escalation"] as const),
    ...words(
      "secret-tool lpass mimikatz lazagne gcore procdump pypykatz mimipenguin.sh secretsdump.py impacket-secretsdump " +
        "ntdsutil vaultcmd firefox_decrypt kwallet-query kwalletcli ec2-metadata",
    ).map((name) => [name, "credentials"] as const),
    ...words(
      "iex invoke-expression zmodload ztcp zsocket alias enable hash mapfile readarray bind complete compgen coproc",
    ).map((name) => [name, "unresolved"] as const),
  ]);

/** First words that make a program dangerous: `program words`, by class. */
export const BY_WORDS:
  readonly (readonly [class_: "destructive" | "persistence" | "escalation" | "credentials", words: string])[] = [
    ["destructive", "terraform destroy"],
    ["destructive", "kubectl delete"],
    ["destructive", "docker system prune"],
    ["destructive", "docker volume rm"],
    ["destructive", "docker volume prune"],
    ["destructive", "crontab -r"],
    ["destructive", "aws s3 rb"],
    ["destructive", "cryptsetup luksFormat"],
    ["destructive", "cryptsetup erase"],
    ["destructive", "cryptsetup luksErase"],
    ["destructive", "nvme format"],
    ["destructive", "nvme sanitize"],
    ["destructive", "zfs destroy"],
    ["destructive", "zfs rollback"],
    ["destructive", "zpool destroy"],
    ["destructive", "zpool labelclear"],
    ["destructive", "btrfs subvolume delete"],
    ["destructive", "bcachefs format"],
    ["destructive", "diskutil erase*"],
    ["destructive", "diskutil secureErase"],
    ["destructive", "diskutil partitionDisk"],
    ["destructive", "diskutil apfs delete*"],
    ["destructive", "tmutil delete*"],
    ["destructive", "tmutil disable"],
    ["destructive", "vssadmin delete"],
    ["destructive", "wevtutil cl"],
    ["destructive", "systemctl poweroff"],
    ["destructive", "systemctl reboot"],
    ["destructive", "systemctl halt"],
    ["destructive", "systemctl kexec"],
    ["destructive", "tofu destroy"],
    ["destructive", "terragrunt destroy"],
    ["destructive", "terragrunt run-all destroy"],
    ["destructive", "cdk destroy"],
    ["destructive", "cdktf destroy"],
    ["destructive", "npx cdk destroy"],
    ["destructive", "serverless remove"],
    ["destructive", "sls remove"],
    ["destructive", "sst remove"],
    ["destructive", "sam delete"],
    ["destructive", "pulumi down"],
    ["destructive", "pulumi stack rm"],
    ["destructive", "helmfile destroy"],
    ["destructive", "gsutil rb"],
    ["destructive", "gcloud storage rm"],
    ["destructive", "rclone purge"],
    ["destructive", "rclone delete"],
    ["destructive", "s3cmd rb"],
    ["destructive", "mc rb"],
    ["destructive", "aws kms schedule-key-deletion"],
    ["destructive", "aws kms disable-key"],
    ["destructive", "wrangler delete"],
    ["destructive", "podman system reset"],
    ["destructive", "podman volume prune"],
    ["destructive", "nerdctl system prune"],
    ["destructive", "docker swarm leave"],
    ["persistence", "systemctl link"],
    ["persistence", "systemctl add-wants"],
    ["persistence", "systemctl set-environment"],
    ["persistence", "launchctl setenv"],
    ["persistence", "launchctl config"],
    ["persistence", "launchctl enable"],
    ["persistence", "rc-update add"],
    ["persistence", "claude mcp add*"],
    ["persistence", "claude config set"],
    ["persistence", "sc create"],
    ["persistence", "sc config"],
    ["persistence", "reg import"],
    ["persistence", "git maintenance start"],
    ["escalation", "fdesetup disable"],
    ["escalation", "profiles install"],
    ["escalation", "systemsetup -setremotelogin"],
    ["escalation", "security authorizationdb write"],
    ["escalation", "netsh advfirewall"],
    ["persistence", "systemctl enable"],
    ["persistence", "launchctl load"],
    ["persistence", "launchctl bootstrap"],
    ["persistence", "launchctl submit"],
    ["persistence", "loginctl enable-linger"],
    ["persistence", "pm2 startup"],
    ["escalation", "sallyport trust"],
    ["escalation", "sallyport approve"],
    ["escalation", "sallyport pins"],
    ["escalation", "sallyport unwrap"],
    // Each of these ends enforcing, or widens what is enforced.
    ["escalation", "sallyport learn"],
    ...words(`
      security:find-generic-password security:find-internet-password security:dump-keychain security:export
      gh:auth:token glab:auth:token
      gcloud:auth:print-* gcloud:auth:application-default:print-* gcloud:secrets:versions:access
      aws:configure:get aws:configure:export-credentials aws:sts:get-session-token aws:sts:get-federation-token
      aws:sts:assume-role* aws:ecr:get-login* aws:ecr:get-authorization-token aws:ecr-public:get-*
      aws:codeartifact:get-authorization-token aws:eks:get-token aws:secretsmanager:get-secret-value
      aws:secretsmanager:batch-get-* aws:iam:create-access-key aws:sso:get-role-credentials
      az:account:get-access-token az:keyvault:secret:show az:acr:credential az:storage:account:keys
      kubectl:create:token kubectl:config:view:--raw* oc:whoami:-t oc:whoami:--show-token
      vault:kv vault:read vault:print:token vault:token:create vault:login
      op:read op:item:get op:document:get op:inject bw:get bw:export rbw:get pass:show gopass:show keyring:get
      keepassxc-cli:show keepassxc-cli:export dashlane:password
      git:credential git:credential-store git:credential-cache
      heroku:auth:token heroku:config flyctl:auth:token fly:auth:token flyctl:tokens fly:tokens
      npm:token doppler:secrets infisical:secrets infisical:export chamber:read chamber:export
      sops:exec-env sops:exec-file sops:edit
      aws:ssm:get-parameter*:--with-decryption aws:kms:decrypt aws:rds:generate-db-auth-token aws:ec2:get-password-data
      aws:lightsail:download-default-key-pair aws:redshift:get-cluster-credentials* aws:iam:create-login-profile
      gcloud:iam:service-accounts:keys:create gcloud:config:config-helper gcloud:kms:decrypt
      gcloud:services:api-keys:get-key-string gcloud:sql:users:set-password
      az:keyvault:secret:download az:keyvault:key:download az:keyvault:certificate:download az:ad:sp:create-for-rbac
      az:ad:sp:credential:reset az:ad:app:credential:reset az:cosmosdb:keys az:redis:list-keys az:functionapp:keys
      az:storage:account:show-connection-string az:webapp:deployment:list-publishing-* az:cognitiveservices:account:keys
      az:servicebus:namespace:authorization-rule:keys
      gh:auth:status:--show-token gh:auth:status:-t glab:auth:status:-t glab:auth:status:--show-token
      gh:config:get:oauth_token glab:config:get:token bw:list bw:unlock keepassxc-cli:clip
      oc:extract oc:sa:get-token oc:create:token doctl:kubernetes:cluster:kubeconfig:show ibmcloud:iam:oauth-tokens
      helm:secrets:decrypt argocd:account:generate-token argocd:admin:initial-password talosctl:kubeconfig kind:get:kubeconfig
      k3d:kubeconfig microk8s:config kubectl:view-secret vault:unwrap vault:operator:generate-root
      doppler:configure:get:token chamber:env aws-vault:export saml2aws:script granted:credential-process teller:show
      teller:env dotenvx:get dotenvx:decrypt conjur:variable:get akeyless:get-secret-value pulumi:config:get pulumi:env:open
      pulumi:env:get esc:open terraform:state:pull tofu:state:pull terraform:output:-raw docker:secret:inspect
      docker:swarm:join-token netlify:env:get netlify:env:list vercel:pull supabase:projects:api-keys
      firebase:functions:config:get firebase:functions:secrets:access ansible-vault:edit ansible-vault:rekey
      git-crypt:unlock git-crypt:export-key git:credential-osxkeychain git:credential-manager git:credential-libsecret
      getent:shadow getent:gshadow reg:save cmdkey:/list cloud-init:query:userdata launchctl:getenv
      sops:-d sops:--decrypt sops:decrypt ansible-vault:view ansible-vault:decrypt vercel:env:pull railway:variables
      wrangler:secret stripe:config:--list
    `).map((text) => ["credentials", text.replaceAll(":", " ")] as const),
    // Names with a colon of their own.
    ["credentials", "heroku auth:token"],
    ["credentials", "heroku config:get"],
    ["credentials", "firebase login:ci"],
  ];

/** Flags before the first word that change nothing about what a program does. */
export const HARMLESS_GLOBAL_FLAGS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["git", set("--no-pager -P --no-optional-locks")],
]);
