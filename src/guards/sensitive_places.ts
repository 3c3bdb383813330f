/**
 * The list of sensitive places: data for `sensitive_path.ts`. Components are folded to lower case; `*` is any one.
 *
 * @module
 */

function places(text: string): readonly (readonly string[])[] {
  return text.trim().split(/\s+/).map((line) => line.replaceAll("~", " ").split("/"));
}

/** Folders of which everything inside is sensitive, anywhere; `~` stands for a space. */
export const SENSITIVE_FOLDERS: readonly (readonly string[])[] = places(`
  .ssh .aws .gnupg .kube .azure .password-store .gcloud .oci .1password .bitwarden .electrum .bitcoin .ethereum
  .config/gcloud .config/gh .config/hub .config/op .config/doctl .config/rclone .config/heroku .config/solana
  .config/sops .config/age .config/fish .config/autostart .config/systemd .config/environment.d
  .config/google-chrome .config/chromium .config/bravesoftware .config/microsoft-edge .config/vivaldi .config/opera
  .config/bitwarden .config/bitwarden~cli .config/1password
  .local/share/keyrings .local/share/kwalletd .mozilla/firefox .mozilla/thunderbird .thunderbird
  snap/firefox/common/.mozilla
  library/keychains library/cookies library/safari library/mail library/messages
  library/launchagents library/launchdaemons
  library/application~support/google/chrome library/application~support/chromium
  library/application~support/bravesoftware library/application~support/firefox
  library/application~support/microsoft~edge library/application~support/arc library/application~support/1password
  appdata/local/google/chrome/user~data appdata/local/microsoft/edge/user~data
  appdata/local/bravesoftware appdata/roaming/mozilla/firefox appdata/roaming/gcloud appdata/roaming/gnupg
  appdata/local/microsoft/credentials appdata/roaming/microsoft/credentials
  appdata/roaming/microsoft/protect appdata/local/microsoft/vault
  appdata/roaming/microsoft/windows/start~menu/programs/startup
  .git/hooks .husky/_ .terraform.d .vault.d .gem/credentials
`);

/** Files by the end of their path, anywhere. */
export const SENSITIVE_FILES: readonly (readonly string[])[] = places(`
  .netrc _netrc .authinfo .git-credentials .config/git/credentials .pgpass .my.cnf .mylogin.cnf .vault-token .s3cfg .boto
  .npmrc .yarnrc.yml .pypirc .dockercfg .docker/config.json .cargo/credentials .cargo/credentials.toml
  .composer/auth.json .m2/settings.xml .gradle/gradle.properties .nuget/nuget.config .htpasswd .terraformrc
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout
  .kshrc .cshrc .tcshrc .login .xinitrc .xprofile .xsessionrc .pam_environment .inputrc .gitconfig .ssh-agent
  .bash_history .zsh_history .python_history .psql_history .mysql_history .node_repl_history
  authorized_keys ntuser.dat microsoft.powershell_profile.ps1 profile.ps1
  application_default_credentials.json wallet.dat logins.json key4.db
  credentials.json client_secret.json service-account.json secrets.yml secrets.yaml terraform.tfstate
  system32/config/sam system32/config/system system32/config/security
`);

/** Places by their path from the root. */
export const SENSITIVE_ROOTED: readonly (readonly string[])[] = places(`
  etc/passwd etc/passwd- etc/shadow etc/shadow- etc/gshadow etc/master.passwd etc/sudoers etc/sudoers.d etc/security
  etc/pam.d etc/ssh etc/ssl/private etc/krb5.keytab etc/crontab etc/cron.d etc/cron.daily etc/cron.hourly
  etc/cron.weekly etc/cron.monthly etc/profile etc/profile.d etc/bash.bashrc etc/environment etc/ld.so.preload
  etc/ld.so.conf.d etc/rc.local etc/init.d etc/systemd etc/udev/rules.d etc/kubernetes etc/docker
  private/etc/passwd private/etc/master.passwd private/etc/sudoers private/var/db/dslocal
  var/spool/cron var/run/docker.sock run/docker.sock var/run/secrets run/secrets var/lib/kubelet
  root/.ssh boot proc/kcore proc/*/environ proc/*/mem proc/*/maps proc/*/root proc/*/cwd proc/*/fd
  proc/*/task/*/environ proc/*/task/*/root dev/mem dev/kmem
`);

/**
 * File names that say so themselves: private keys (not `.pub`), key stores, `.env` and its variants but not the
 * templates of it.
 */
export const SENSITIVE_NAME_REGEXP =
  /^id_(?:rsa|dsa|ecdsa|ed25519|ecdsa_sk|ed25519_sk|xmss)$|\.(?:ppk|p12|pfx|kdbx?|jks|keystore|keychain(?:-db)?|ovpn)$|^(?:.*[-_.])?priv(?:ate)?(?:[-_.]?key)?\.(?:pem|key|asc)$|^(?:server|client|tls|ssl|host|ca)[-_.]?key\.pem$|^\.envrc$|^\.env$|^\.env\.(?!(?:example|sample|template|dist|defaults?|schema|test\.example)$)[\w.-]+$/;
