/**
 * The list of sensitive places, by kind: data for `sensitive_path.ts`. Components are folded to lower case; `*` is any
 * one.
 *
 * @module
 */

/**
 * Kinds of sensitive places: private keys and what may log in; environment files; credentials of clouds, registries and
 * databases; browser profiles; what starts by itself; system accounts, processes and devices.
 */
export type SensitiveKind = "keys" | "env" | "credentials" | "browser" | "startup" | "system";

/** All kinds. */
export const SENSITIVE_KINDS: readonly SensitiveKind[] = [
  "keys",
  "env",
  "credentials",
  "browser",
  "startup",
  "system",
];

/** One place: its components, and where in a path they count. */
export interface SensitivePlace {
  readonly kind: SensitiveKind;
  readonly components: readonly string[];
  /** `inside`: a folder anywhere, with all in it. `end`: the end of a path. `root`: from the root, with all in it. */
  readonly counts: "inside" | "end" | "root";
}

function places(kind: SensitiveKind, counts: SensitivePlace["counts"], text: string): SensitivePlace[] {
  return text.trim().split(/\s+/)
    .map((line) => ({ kind, counts, components: line.replaceAll("~", " ").split("/") }));
}

/** The places; in the text `~` stands for a space. */
export const SENSITIVE_PLACES: readonly SensitivePlace[] = [
  ...places(
    "keys",
    "inside",
    `
    .ssh .gnupg appdata/roaming/gnupg .password-store .electrum .bitcoin .litecoin .dogecoin .zcash .bitmonero .ethereum
    .config/solana .config/sops .config/age .config/keybase .wireguard .minisign library/ethereum
    library/application~support/bitcoin library/application~support/electrum appdata/roaming/bitcoin
    appdata/roaming/electrum appdata/roaming/ethereum
    `,
  ),
  ...places("keys", "end", "authorized_keys .ssh-agent wallet.dat"),
  ...places(
    "keys",
    "root",
    `
    etc/ssh etc/ssl/private etc/krb5.keytab root/.ssh etc/wireguard etc/openvpn etc/ipsec.secrets etc/swanctl/private
    etc/letsencrypt/live etc/letsencrypt/archive etc/letsencrypt/keys etc/pki/tls/private
    `,
  ),
  ...places(
    "credentials",
    "inside",
    `
    .aws .kube .azure .gcloud .oci .1password .bitwarden .config/gcloud .config/gh .config/hub .config/op .config/doctl
    .config/rclone .config/heroku .config/bitwarden .config/bitwarden~cli .config/1password .local/share/keyrings
    .local/share/kwalletd library/keychains library/application~support/1password appdata/roaming/gcloud
    appdata/local/microsoft/credentials appdata/roaming/microsoft/credentials appdata/roaming/microsoft/protect
    appdata/local/microsoft/vault .terraform.d .vault.d .gem/credentials library/mail library/messages
    .config/github-copilot .config/configstore .config/stripe .config/netlify .netlify .config/.wrangler .wrangler/config
    .cloudflared .config/cloudflared .config/ngrok .ngrok2 .railway .fly .config/argocd .argocd .kaggle .snowflake
    .snowsql .subversion/auth .local/share/com.vercel.cli library/application~support/com.vercel.cli .expo .purple
    .config/discord library/application~support/discord appdata/roaming/discord .config/slack
    library/application~support/slack appdata/roaming/slack .config/signal library/application~support/signal
    appdata/roaming/signal .local/share/telegramdesktop .config/evolution .local/share/evolution .config/hexchat .irssi
    `,
  ),
  ...places(
    "credentials",
    "end",
    `
    .netrc _netrc .authinfo .git-credentials .config/git/credentials .pgpass .my.cnf .mylogin.cnf .vault-token .s3cfg
    .boto .npmrc .yarnrc.yml .pypirc .dockercfg .docker/config.json .cargo/credentials .cargo/credentials.toml
    .composer/auth.json .m2/settings.xml .gradle/gradle.properties .nuget/nuget.config .htpasswd .terraformrc
    application_default_credentials.json credentials.json client_secret.json service-account.json secrets.yml
    secrets.yaml terraform.tfstate .bash_history .zsh_history .python_history .psql_history .mysql_history
    .node_repl_history .sqlite_history .rediscli_history .irb_history .dbshell .local/share/fish/fish_history
    .claude/.credentials.json .codex/auth.json oauth_creds.json .local/share/opencode/auth.json
    io.datasette.llm/keys.json globalstorage/state.vscdb .huggingface/token huggingface/token huggingface/stored_tokens
    .databrickscfg .config/composer/auth.json .pip/pip.conf .config/pip/pip.conf pip/pip.ini .config/containers/auth.json
    containers/auth.json helm/registry/config.json .sentryclirc .msmtprc .muttrc .mailrc .fetchmailrc .offlineimaprc
    .mbsyncrc kubeconfig client_secrets.json secrets.json secrets.toml .secrets credentials.xml credentials.yml
    credentials.yaml wp-config.php local.settings.json .dockerconfigjson .clasprc.json .bundle/config
    `,
  ),
  ...places("credentials", "root", "var/run/secrets run/secrets var/lib/kubelet etc/kubernetes"),
  ...places(
    "browser",
    "inside",
    `
    .config/google-chrome .config/chromium .config/bravesoftware .config/microsoft-edge .config/vivaldi .config/opera
    .mozilla/firefox .mozilla/thunderbird .thunderbird snap/firefox/common/.mozilla library/cookies library/safari
    library/application~support/google/chrome library/application~support/chromium
    library/application~support/bravesoftware library/application~support/firefox
    library/application~support/microsoft~edge library/application~support/arc
    appdata/local/google/chrome/user~data appdata/local/microsoft/edge/user~data
    appdata/local/bravesoftware appdata/roaming/mozilla/firefox
    `,
  ),
  ...places("browser", "end", "logins.json key4.db"),
  ...places(
    "startup",
    "inside",
    `
    .config/fish .config/autostart .config/systemd .config/environment.d library/launchagents library/launchdaemons
    appdata/roaming/microsoft/windows/start~menu/programs/startup .git/hooks .husky/_ .config/plasma-workspace/env
    `,
  ),
  ...places(
    "startup",
    "end",
    `
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
    .kshrc .cshrc .tcshrc .login .xinitrc .xprofile .xsessionrc .pam_environment .inputrc .gitconfig ntuser.dat
    microsoft.powershell_profile.ps1 profile.ps1 .git/config .config/git/config
    `,
  ),
  ...places(
    "startup",
    "root",
    `
    etc/crontab etc/cron.d etc/cron.daily etc/cron.hourly etc/cron.weekly etc/cron.monthly etc/profile etc/profile.d
    etc/bash.bashrc etc/environment etc/ld.so.preload etc/ld.so.conf.d etc/rc.local etc/init.d etc/systemd
    etc/udev/rules.d var/spool/cron
    `,
  ),
  ...places("system", "end", "system32/config/sam system32/config/system system32/config/security"),
  ...places(
    "system",
    "root",
    `
    etc/passwd etc/passwd- etc/shadow etc/shadow- etc/gshadow etc/master.passwd etc/sudoers etc/sudoers.d etc/security
    etc/pam.d etc/docker private/etc/passwd private/etc/master.passwd private/etc/sudoers private/var/db/dslocal
    var/run/docker.sock run/docker.sock boot proc/kcore proc/*/environ proc/*/mem proc/*/maps proc/*/root proc/*/cwd
    proc/*/fd proc/*/task/*/environ proc/*/task/*/root dev/mem dev/kmem
    `,
  ),
];

/**
 * File names that say so themselves: private keys (not `.pub`), key stores, `.env` and its variants but not the
 * templates of it.
 */
export const SENSITIVE_NAMES: readonly { readonly kind: SensitiveKind; readonly regexp: RegExp }[] = [
  {
    kind: "keys",
    regexp:
      /^id_(?:rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk|xmss)$|\.(?:ppk|p12|pfx|kdbx?|jks|keystore|keychain(?:-db)?|ovpn)$|^(?:.*[-_.])?priv(?:ate)?(?:[-_.]?key)?\.(?:pem|key|asc)$|^(?!.*pub)(?:.*[-_.])?key\.pem$|^(?:server|client|tls|ssl|host|ca)key\.pem$|^privkey\d*\.pem$|^(?:server|client|tls|ssl|https?|ca|host|domain|nginx|apache|cert(?:ificate)?|wildcard|star|jwt|signing|master|root|intermediate)(?:[-_.][\w-]+)?\.key$/,
  },
  {
    kind: "env",
    // One whose name a program or a document has, such as `process.env`, is none.
    regexp:
      /^\.envrc$|^\.flaskenv$|^(?:[\w-]+[-_.])?(?:prod(?:uction)?|stag(?:e|ing)|dev(?:elopment)?|local|live|app|api|web|server|backend|frontend|db|database|docker|secrets?)\.env$|^\.env$|^\.env\.(?!(?:example|sample|template|dist|defaults?|schema|test\.example)$)[\w.-]+$/,
  },
  {
    kind: "credentials",
    regexp:
      /^(?!(?:example|sample|template)\.)[\w.-]+\.tfvars(?:\.json)?$|\.tfstate(?:\.\d+)?(?:\.backup)?$|service[-_]?account[\w-]*\.json$|firebase-adminsdk[\w-]*\.json$|^gcp-?(?:key|credentials?|sa)[\w-]*\.json$/,
  },
];
