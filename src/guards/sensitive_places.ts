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
  ...places("browser", "end", "logins.json key4.db cookies.sqlite"),
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
  ...places(
    "keys",
    "inside",
    `
    .age .lego/certificates .foundry/keystores .brownie/accounts .lnd .monero monero/wallets .near-credentials
    .starkli-wallets .step/secrets .tsh/keys .appstoreconnect/private_keys .config/borg/keys .config/exodus
    .config/ledger~live library/application~support/exodus library/application~support/ledger~live
    appdata/roaming/exodus appdata/roaming/microsoft/crypto appdata/roaming/microsoft/systemcertificates .caddy
    .local/share/caddy/certificates .chef .android/adbkey hs_ed25519_secret_key identity.secret
    `,
  ),
  ...places(
    "keys",
    "root",
    `
    private/etc/ssh programdata/ssh etc/nginx/ssl etc/apache2/ssl etc/luks etc/opendkim/keys etc/zerotier
    var/lib/tailscale var/lib/tor/hidden var/lib/sss/secrets
    `,
  ),
  ...places(
    "credentials",
    "inside",
    `
    .config/filezilla .filezilla appdata/roaming/filezilla .config/keepassxc .config/glab-cli .config/hcloud .config/scw
    .config/planetscale .config/turso .config/tea .config/jira .config/shodan .config/openai .config/replicate
    .config/gdrive3 .config/himalaya .config/aerc .config/neomutt .config/weechat/sec.conf .config/authy~desktop
    .config/postman .config/insomnia .config/supabase .supabase .pulumi .confluent .granted .talos .mc
    .influxdbv2 .nats .config/nats .tfc_token .databricks .wandb .render .secrets .lftp .vnc .config/tigervnc
    .config/rustdesk .config/anydesk .anydesk .local/share/remmina .local/share/dbeaverdata .lightning .mysqlsh
    appdata/roaming/1password appdata/roaming/github~cli appdata/roaming/doctl appdata/roaming/rclone
    appdata/roaming/mremoteng appdata/roaming/telegram~desktop library/application~support/telegram~desktop
    library/application~support/rclone library/application~support/pypoetry library/application~support/mobilesync
    library/application~support/com.apple.tcc library/accounts library/group~containers .config/element .config/teams
    .config/microsoft/microsoft~teams .local/share/geary .config/geary .local/share/powershell/psreadline
    appdata/roaming/microsoft/windows/powershell/psreadline .fastlane/spaceship
    `,
  ),
  ...places(
    "credentials",
    "end",
    `
    .xauthority .iceauthority .erlang.cookie .consul-token .nomad-token .github-token .github_token .gitlab-token
    .vault_pass .vault_pass.txt vault_pass galaxy_token .b2_account_info .dropbox_uploader .passwd-s3fs .pg_service.conf
    .odbc.ini .saml2aws .okta_aws_login_config .ftpconfig sftp-config.json .mongorc.js .redisclirc .condarc .hgrc
    .clickhouse-client/config.xml .cassandra/cqlshrc settings-security.xml .ivy2/.credentials .hex/hex.config
    .config/nuget/nuget.config .nuget/nuget/nuget.config .config/pypoetry/auth.toml pypoetry/auth.toml rclone.conf
    .sh_history .ash_history .histfile .zhistory .xonsh_history .local/share/zsh/history .local/state/zsh/history
    .local/share/atuin/history.db .cookies cookies.txt credentials.csv accesskeys.csv rootkey.csv
    token.pickle talosconfig pgpass.conf winscp.ini confcons.xml .secrets.toml .dev.vars wp-config.php.bak
    localsettings.php secring.gpg consolehost_history.txt sitemanager.xml recentservers.xml .vscode/sftp.json
    .puppetlabs/token .pulumi/credentials.json unattend.xml
    `,
  ),
  ...places(
    "credentials",
    "root",
    `
    etc/rancher var/lib/rancher/k3s/server var/lib/etcd var/jenkins_home/secrets var/lib/jenkins/secrets
    etc/gitlab/gitlab-secrets.json etc/mysql/debian.cnf etc/networkmanager/system-connections etc/wpa_supplicant etc/ppp
    var/lib/samba/private etc/samba/smbpasswd etc/exim4/passwd.client etc/postfix/sasl_passwd etc/boto.cfg etc/s3cmd.cfg
    etc/ansible/vault_pass etc/davfs2/secrets var/lib/cloud/instance var/lib/waagent run/user/*/keyring
    run/user/*/gnupg var/lib/mysql/mysql var/lib/postgresql/data/global programdata/microsoft/wlansvc
    windows/panther windows/system32/inetsrv/config
    `,
  ),
  ...places(
    "browser",
    "inside",
    `
    .config/google-chrome-beta .config/google-chrome-unstable .config/chromium-browser .config/microsoft-edge-dev
    .config/microsoft-edge-beta .var/app/com.google.chrome .var/app/org.mozilla.firefox .var/app/org.chromium.chromium
    snap/chromium/common/chromium .librewolf .floorp .zen .local/share/qutebrowser
    library/application~support/google/chrome~beta library/application~support/vivaldi
    library/application~support/com.operasoftware.opera library/application~support/orion
    appdata/local/chromium/user~data appdata/local/vivaldi/user~data appdata/local/yandex/yandexbrowser/user~data
    appdata/local/google/chrome~sxs/user~data appdata/roaming/opera~software
    `,
  ),
  ...places(
    "startup",
    "inside",
    `
    .bashrc.d .zshrc.d .oh-my-zsh/custom .config/git/hooks .git/info/attributes .local/share/systemd/user .gradle/init.d
    documents/powershell documents/windowspowershell windows/system32/tasks .git/modules .git/worktrees
    `,
  ),
  ...places(
    "startup",
    "end",
    `
    .zshrc.local .bash_functions .config/git/attributes .git/config.worktree .gradle/init.gradle usercustomize.py
    sitecustomize.py .config/nvim/init.lua .vimrc .emacs .emacs.d/init.el .gdbinit .tmux.conf .psqlrc
    library/application~support/iterm2/scripts/autolaunch .hammerspoon/init.lua .cargo/config.toml .m2/extensions.xml
    `,
  ),
  ...places(
    "startup",
    "root",
    `
    etc/xdg/autostart etc/zshrc etc/zshenv etc/zsh etc/bashrc etc/csh.cshrc etc/fish etc/ld.so.conf etc/apt/apt.conf.d
    etc/anacrontab etc/inittab etc/init etc/x11/xsession.d etc/update-motd.d etc/networkmanager/dispatcher.d etc/periodic
    etc/launchd.conf etc/gitconfig usr/lib/systemd lib/systemd run/systemd/system var/spool/at library/startupitems
    library/launchagents library/launchdaemons usr/local/share/ca-certificates
    programdata/microsoft/windows/start~menu/programs/startup windows/system32/grouppolicy
    `,
  ),
  ...places(
    "system",
    "root",
    `
    private/etc/shadow etc/shadow.bak var/backups/shadow.bak etc/crypttab etc/doas.conf etc/polkit-1
    var/db/shadow var/db/dslocal private/var/run/docker.sock run/podman/podman.sock run/containerd/containerd.sock
    var/run/crio run/crio var/run/containerd run/user/*/podman run/user/*/docker.sock dev/sda dev/sdb dev/nvme0n1
    dev/vda dev/disk0 windows/ntds windows/repair windows/system32/config library/application~support/com.apple.tcc
    `,
  ),
  ...places(
    "system",
    "end",
    ".docker/run/docker.sock .colima/default/docker.sock windows/ntds/ntds.dit system32/drivers/etc/hosts",
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
      /^id_(?:rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk|xmss)(?:[-_](?!.*\.pub$)\w[\w-]*|\.(?:bak|old|orig|backup))?$|^krb5cc_\w+$|\.(?:p8|keytab)$|\.(?:ppk|p12|pfx|kdbx?|jks|keystore|keychain(?:-db)?|ovpn)$|^(?:.*[-_.])?priv(?:ate)?(?:[-_.]?key)?\.(?:pem|key|asc)$|^(?!.*pub)(?:.*[-_.])?key\.pem$|^(?:server|client|tls|ssl|host|ca)key\.pem$|^privkey\d*\.pem$|^(?:server|client|tls|ssl|https?|ca|host|domain|nginx|apache|cert(?:ificate)?|wildcard|star|jwt|signing|master|root|intermediate)(?:[-_.][\w-]+)?\.key$/,
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
