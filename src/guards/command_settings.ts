/**
 * Commands that change a tool's settings so that it starts a program later, at a command that looks harmless, and
 * variables by which one does at once.
 *
 * @module
 */

/** Flags of git in front of its command that have their value behind them. */
const GIT_VALUED: ReadonlySet<string> = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--config-env",
]);

/**
 * Keys of git whose value is, or leads to, a program that git starts. Source: git-config(1).
 */
const GIT_KEY_REGEXP =
  /^(?:alias\.|core\.(?:editor|hookspath|sshcommand|fsmonitor|gitproxy|askpass|alternaterefscommand|attributesfile)|\S*pager|sequence\.editor|\S*helper$|diff\.(?:external|\S*\.(?:command|textconv))|difftool\.|mergetool\.|guitool\.|merge\.\S*\.driver|filter\.|gpg\.(?:\S*\.)?program|include(?:if\.\S*)?\.path|init\.templatedir|uploadpack\.\S*hook|browser\.|man\.\S*\.(?:cmd|path)|interactive\.difffilter|protocol\.ext\.allow|submodule\.\S*\.update|remote\.\S*\.(?:uploadpack|receivepack|vcs)|url\.\S*insteadof|trailer\.\S*\.c(?:md|ommand)|sendemail\.\S*(?:cmd|server)|credential\.)/i;
const GIT_READING: ReadonlySet<string> = new Set([
  ...["--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "--unset", "--unset-all"],
  ...["get", "list", "unset", "--remove-section"],
]);

const PACKAGE_MANAGERS: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun", "cnpm"]);
/** Keys of package managers whose value is a program, or code that one loads. Source: npm-config(7), yarn, pnpm. */
const PACKAGE_KEY_REGEXP =
  /^(?:script-shell|shell|node-options|git|editor|viewer|node-gyp|python|init[-.]module|onload-script|globalconfig|userconfig|yarn-?path|yarnpath|plugins|global-?pnpmfile|pnpmfile)(?:=|$)/i;

/** Says whether a command sets such a setting. `texts` are the words behind the program. */
export function setsProgram(program: string, texts: readonly string[]): boolean {
  if (program === "git") return setsGitProgram(texts);
  if (!PACKAGE_MANAGERS.has(program)) return false;
  const plain = texts.filter((text) => !text.startsWith("-"));
  const [first, second] = plain;
  const keys = first === "set"
    ? plain.slice(1)
    : /^c(?:onfig)?$/.test(first ?? "") && second === "set"
    ? plain.slice(2)
    : [];
  return keys.some((key) => PACKAGE_KEY_REGEXP.test(key));
}

/** Git's command, and the words in front of it and behind it. */
export interface GitWords {
  readonly before: readonly string[];
  readonly command: string;
  readonly after: readonly string[];
}

/** Takes the words behind `git` apart. */
export function gitWords(texts: readonly string[]): GitWords {
  let at = 0;
  while (texts[at]?.startsWith("-") === true) at += GIT_VALUED.has(texts[at] ?? "") ? 2 : 1;
  return { before: texts.slice(0, at), command: texts[at] ?? "", after: texts.slice(at + 1) };
}

function setsGitProgram(texts: readonly string[]): boolean {
  const { command, after } = gitWords(texts);
  if (command !== "config" || after.some((text) => GIT_READING.has(text))) return false;
  const at = after.findIndex((text) => GIT_KEY_REGEXP.test(text));
  return at >= 0 && isGitProgram(after[at] ?? "", after[at + 1] ?? "");
}

/** Says whether git started with a setting, `key=value`, runs what the setting names. */
export function isGitSettingRunning(setting: string): boolean {
  const at = setting.indexOf("=");
  const [key, value] = at < 0 ? [setting, "true"] : [setting.slice(0, at), setting.slice(at + 1)];
  // A key that is still to be worked out may be any.
  return /[$`]/.test(key) || (GIT_KEY_REGEXP.test(key) && isGitProgram(key, value));
}

/** Whether the value of a key that may name a program names one that is not known to be harmless. */
function isGitProgram(key: string, value: string): boolean {
  if (/^core\.fsmonitor$/i.test(key) && /^(?:true|false|)$/i.test(value)) return false;
  // Hooks that lie in the project are its own, as are its scripts.
  if (/^core\.hookspath$/i.test(key)) return value === "" || isElsewhere(value, "file") || /^[/~$]/.test(value);
  if (/(?:editor|pager|helper|askpass|external)$/i.test(key)) return !isHarmlessProgram(value);
  return true;
}

/** What a variable's value is to the programs that read it. */
type VariableKind =
  | "never" // Code, or the name of code that is run at once.
  | "program"
  | "compiler"
  | "folders"
  | "file"
  | "registry"
  | RegExp; // The words that do no harm.

function regexp(words: string): RegExp {
  return new RegExp(`^(?:${words})$`);
}

const JAVA_WORDS =
  /^-(?:X(?:m[sxn]|ss)\d+\w?|XX:(?!On|Flags|VMOptions|\w*File)[+-]?\w+(?:=[\w.%]+)?|D(?:file|java\.(?:net|awt|io)|user|http|https|org|sun|log\w*|spring)\.?[\w.-]*=[^@$`]*|D\w+|ea|server)$/;

/** Variables by which a program starts another, or loads code, by their names. The first that matches counts. */
const RUNNING_VARIABLES: readonly (readonly [name: RegExp, kind: VariableKind])[] = [
  // Git's own that say who, when, how loud and where to stop.
  [
    regexp(
      "GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|MERGE_AUTOEDIT|OPTIONAL_LOCKS|LFS_\\w+|CEILING_" +
        "DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|\\w+_PATHSPECS|CURL_VERBOSE|PROGRESS_DELAY|HTTP_LOW_SPEED_\\w+|" +
        "CONFIG_NOSYSTEM|REFLOG_ACTION|ADVICE|COMMIT\\w*|SHA|BRANCH|TAG|REF|VERSION|REVISION|USERNAME|HASH|DESCRIBE)",
    ),
    /^/,
  ],
  [/^GIT_TRACE\w*$/, /^(?:[0-2]|true|false|)$/i],
  [
    /^GIT_SSH_COMMAND$/,
    /^(?:ssh|-[vqT46aC]+|-i|-o|(?:IdentitiesOnly|StrictHostKeyChecking|BatchMode|ConnectTimeout|ServerAliveInterval|LogLevel|ForwardAgent)=[\w-]+|(?:~|\$HOME)?\/?[\w./-]*\.ssh\/[\w.-]+)$/,
  ],
  [/^GIT_(?:DIR|WORK_TREE|INDEX_FILE)$/, /^\.(?:git(?:\/[\w/-]*)?)?$/],
  [/^GIT_CONFIG_(?:GLOBAL|SYSTEM)$/, /^\/dev\/null$/],
  [/^(?:\w*_)?(?:PAGER|EDITOR)$|^(?:VISUAL|BROWSER|MANPAGER|HGEDITOR|HGMERGE|\w*_?ASKPASS)$/, "program"],
  [/^GIT_\w+$/, "never"],
  [/^(?:LD|DYLD(?:_FALLBACK)?)_(?:LIBRARY|FRAMEWORK)_PATH$|^LD_RUN_PATH$/, "folders"],
  [/^LD_BIND_NOW$|^DYLD_PRINT_\w+$/, /^/],
  // The linker, where make and configure read it.
  [/^(?:CC|CXX|CPP|LD|AR|FC|F77|HOSTCC|CC_FOR_\w+|CXX_FOR_\w+|CARGO_TARGET_\w+_LINKER)$/, "compiler"],
  [/^(?:LD|DYLD)_\w+$/, "never"],
  [/^DENO_(?:DIR|NO_\w+|ENV|REGION|DEPLOYMENT_ID|TLS_CA_STORE|FUTURE|JOBS)$/, /^/],
  [/^DENO_\w+$|^SALLYPORT_\w+$/, "never"],
  [
    /^(?:PATH|PYTHONPATH|PYTHONHOME|PYTHONUSERBASE|NODE_PATH|PERL5LIB|PERLLIB|RUBYLIB|GEM_PATH|GEM_HOME|CLASSPATH|LUA_C?PATH|TCLLIBPATH|ERL_LIBS|GCONV_PATH|COMPILER_PATH|GCC_EXEC_PREFIX|GTK_PATH|GTK_MODULES|GIO_\w*MODULES?\w*|QT_PLUGIN_PATH|OPENSSL_(?:MODULES|ENGINES)|XDG_(?:DATA|CONFIG)_DIRS|TF_PLUGIN_CACHE_DIR|ANSIBLE_(?:LIBRARY|\w+_PLUGINS|ROLES_PATH|COLLECTIONS_PATHS?)|PHP_INI_SCAN_DIR)$/,
    "folders",
  ],
  [
    /^(?:HOME|USERPROFILE|APPDATA|XDG_(?:CONFIG|DATA)_HOME|ZDOTDIR|INPUTRC|HGRCPATH|SVN_CONFIG_DIR|AWS_CONFIG_FILE|AWS_SHARED_CREDENTIALS_FILE|BOTO_CONFIG|CLOUDSDK_CONFIG|AZURE_CONFIG_DIR|DOCKER_CONFIG|OPENSSL_CONF|RIPGREP_CONFIG_PATH|BAT_CONFIG_(?:PATH|DIR)|PIP_CONFIG_FILE|UV_CONFIG_FILE|CONDARC|TF_CLI_CONFIG_FILE|ANSIBLE_CONFIG|CURL_HOME|WGETRC|PGSERVICEFILE|LESSKEY(?:IN)?|R_(?:PROFILE|ENVIRON)(?:_USER)?|PHPRC|BUNDLE_GEMFILE|BUNDLE_APP_CONFIG|YARN_(?:YARN_PATH|RC_FILENAME)|CARGO_HOME|CONFIG_SITE|ODBCINI|ODBCSYSINI|KRB5_CONFIG|GNUPGHOME|NVIM_LOG_FILE|MYVIMRC|SCREENRC|TMUX_CONF|STARSHIP_CONFIG|GEMRC)$/,
    "file",
  ],
  [
    /^(?:PIP_(?:EXTRA_)?INDEX_URL|UV_(?:(?:EXTRA_|DEFAULT_)?INDEX(?:_URL)?)|GOPROXY|YARN_NPM_REGISTRY_SERVER|CARGO_REGISTRIES_\w+_INDEX|RUBYGEMS_HOST|BUNDLE_MIRROR\w*|HOMEBREW_\w+_(?:REMOTE|DOMAIN)|AWS_ENDPOINT_URL\w*)$/,
    "registry",
  ],
  [
    /^NODE_OPTIONS$/,
    /^--(?:max-(?:old-space|semi-space|http-header)-size(?:=\d+)?|no-(?:warnings|deprecation|addons|network-family-autoselection)|trace-[\w-]+|throw-deprecation|enable-source-maps|unhandled-rejections=\w+|dns-result-order=\w+|openssl-legacy-provider|stack-trace-limit=\d+|disable-warning=\w+|pending-deprecation|preserve-symlinks|experimental-(?:vm-modules|strip-types|transform-types|fetch|global-webcrypto|json-modules|wasm-modules|sqlite|require-module|test-coverage|specifier-resolution=\w+)|conditions=[\w-]+|expose-gc|inspect(?:-brk)?|heapsnapshot-signal=\w+|use-openssl-ca|use-system-ca)$|^\d+$/,
  ],
  [
    /^(?:GNU)?(?:MAKEFLAGS|MAKE_FLAGS|MFLAGS)$/,
    /^(?:\d+|\$\(nproc\)|-?[kswinBeqrR]+|-[jl](?:\d*|\$\(nproc\))|--(?:jobs|load-average)(?:=\d+)?|--(?:no-print-directory|print-directory|silent|quiet|keep-going|always-make|no-builtin-rules|output-sync(?:=\w+)?|warn-undefined-variables)|VERBOSE=\w*|V=\d)$/,
  ],
  [
    /^GOFLAGS$/,
    /^-(?:mod=\w+|tags=[\w,]+|count=\d+|v|x|race|trimpath|buildvcs=\w+|p=\d+|short|timeout=\w+|ldflags=-[sw]|insecure|a|n|cover|json|failfast|parallel=\d+)$/,
  ],
  [/^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|JAVA_OPTS|(?:MAVEN|GRADLE|SBT|KOTLIN)_OPTS)$/, JAVA_WORDS],
  [/^RUBYOPT$/, /^-(?:[Ww]\S*|E[\w-]+|-(?:yjit|jit|enable=[\w-]+|disable=[\w-]+))$/],
  [/^PYTHONBREAKPOINT$/, /^(?:0|i?pu?db\.set_trace|debugpy\.breakpoint)$/],
  // The third part of a filter is imported for the class in it.
  [/^PYTHONWARNINGS$/, /^[\w:, -]*$/],
  [/^(?:RUSTC|RUSTDOC)$/, /^(?:rustc|rustdoc)$/],
  [/^(?:CARGO_BUILD_)?RUSTC_(?:WORKSPACE_)?WRAPPER$|^CCACHE_PREFIX$|^CMAKE_\w+_COMPILER_LAUNCHER$/, "compiler"],
  [/^CARGO_TARGET_\w+_RUNNER$/, /^(?:qemu-\w+|wasmtime|wasm-bindgen-test-runner|node|-L|\/usr\/[\w/-]+)$/],
  [/^FZF_DEFAULT_COMMAND$/, /^(?:fd|fdfind|rg|find|git|ls-files|ag|\.|--?(?!exec)[\w-]+|\w|[^\w\s;|&$`-][^\s;|&$`]*)$/],
  [/^(?:SHELL|CONFIG_SHELL|MAKESHELL)$/, /^(?:\/usr)?(?:\/local)?(?:\/bin\/)?(?:ba|z|da|k|fi)?sh$/],
  [/^(?:CLOUDSDK_PYTHON|NPM_CONFIG_PYTHON)$/i, /^(?:\/usr(?:\/local)?\/bin\/)?python[\d.]*$/],
  [/^PS4$/, /^[^$`]*$/],
  [
    /^(?:IFS|ENV|BASH_ENV|BASH_FUNC.*|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|LESSOPEN|LESSCLOSE|PYTHON(?:STARTUP|INSPECT)|PERL5(?:OPT|DB)|RSYNC_(?:RSH|CONNECT_PROG)|TAR_OPTIONS|LUA_INIT\w*|VIMINIT|GVIMINIT|EXINIT|MAKEFILES|DOTNET_STARTUP_HOOKS|CORECLR_\w*PROFILER\w*|COR_\w*PROFILER\w*|NODE_REPL_EXTERNAL_MODULE|BUN_INSPECT_PRELOAD|BUN_OPTIONS|ERL_\w*FLAGS|ELIXIR_ERL_OPTIONS|SVN_SSH|CVS_RSH|CVSEDITOR|FZF_DEFAULT_OPTS_FILE|HISTTIMEFORMAT\b.*|TF_CLI_ARGS\w*|PYTEST_PLUGINS|PYTEST_ADDOPTS_FILE)$/,
    "never",
  ],
];

/**
 * Says whether a variable with this value makes programs that see it start another program, or load code from elsewhere.
 * What is found in the project is its own, as are its scripts; an empty value turns off.
 *
 * @example What a value is
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(isRunningVariable("NODE_OPTIONS", "--require /tmp/x.js"), true);
 * assert.equal(isRunningVariable("NODE_OPTIONS", "--max-old-space-size=4096"), false);
 * ```
 */
export function isRunningVariable(name: string, value: string): boolean {
  const packaged = /^npm_config_(\w+)$/i.exec(name)?.[1]?.toLowerCase().replaceAll("_", "-");
  if (packaged === "node-options") return isRunningVariable("NODE_OPTIONS", value);
  if (packaged === "registry") return value !== "" && !isKnownRegistry(value);
  if (packaged !== undefined && PACKAGE_KEY_REGEXP.test(packaged)) {
    return value !== "" && isRunningVariable("SHELL", value);
  }
  const kind = RUNNING_VARIABLES.find(([regexp]) => regexp.test(name))?.[1];
  if (kind === undefined) return false;
  // What the shell splits words at is changed by nothing, too.
  if (value === "") return name === "IFS" || name === "PATH";
  switch (kind) {
    case "never":
      return true;
    case "program":
      return !isHarmlessProgram(value);
    case "compiler":
      return !value.trim().split(/\s+/).every((word) => COMPILER_REGEXP.test(word));
    case "folders":
      return isSearchingElsewhere(name, value);
    case "file":
      return value !== "/dev/null" && isElsewhere(value, "file");
    case "registry":
      return !value.split(/[,|\s]+/).every(isKnownRegistry);
    default:
      return !value.trim().split(/\s+/).every((word) => kind.test(word));
  }
}

/** Programs that show a text, let a person edit it, or do nothing, with plain flags. */
const HARMLESS_PROGRAM_REGEXP =
  /^(?:true|false|:|cat|less|more|most|head|vi|vim|nvim|nano|pico|micro|hx|helix|emacs|code|codium|cursor|subl|zed|delta|bat|diff-so-fancy|none|never|echo|cache|store|osxkeychain|manager|libsecret)(?: +-{1,2}[A-Za-z][\w-]*)*$/;

function isHarmlessProgram(value: string): boolean {
  const plain = value.trim().replace(/^(?:\/usr)?\/bin\//, "");
  // Flags by which these run what comes behind, or read it from a file.
  return plain === "" ||
    (HARMLESS_PROGRAM_REGEXP.test(plain) && !/ -{1,2}(?:c|cmd|u|S|s|l|k|eval|exec|load|lesskey\S*)\b/.test(plain));
}

const COMPILER_REGEXP =
  /^(?:(?:\/usr(?:\/local)?\/bin\/)?(?:[\w]+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|tcc|icc|icx|icpc|nvcc|emcc|em\+\+|gfortran|flang|ld|lld|mold|gold|ar|cpp|mpicc|mpicxx)(?:-[\d.]+)?|ccache|sccache|distcc|zig|-m(?:32|64)|-E|-std=[\w+]+|-f(?:PIC|use-ld=\w+))$/;

/** The parts of a list of folders, of which each must lie in the project, the home or the system. */
function isSearchingElsewhere(name: string, value: string): boolean {
  // `${PATH:+:$PATH}` has a colon of its own.
  const parts = value.replace(/\$\{(\w+):[+-][:;]?(?:\$\{?\1\}?)?[:;]?\}/g, "$$$1").split(/[:;]/);
  const self = parts.findIndex((part) => part === `$${name}` || part === `\${${name}}`);
  return parts.some((part, index) => {
    if (part === `$${name}` || part === `\${${name}}`) return false;
    if (isElsewhere(part, "folder")) return true;
    // What stands in front of the system's folders takes the place of its programs, so that it must be a usual one.
    return name === "PATH" && (self < 0 || index < self) && !/(?:\/|^)(?:s?bin|\.bin|shims|scripts)\/?$/i.test(part) &&
      !/^\/(?:usr|opt|nix|snap)\//.test(part);
  });
}

/** Where others write too, where devices are, and what is joined on. */
const ELSEWHERE_REGEXP =
  /^\/(?:(?:private\/)?(?:var\/)?te?mp|dev|proc|run|var\/run|mnt|media|volumes|net)(?:\/|$)|^\/(?:\S*\/)?appdata\/local\/temp(?:\/|$)/;

function isElsewhere(path: string, as: "file" | "folder"): boolean {
  if (as === "file" && /^[a-z]{2,}:\/\//i.test(path)) return true;
  const home = path.trim().replaceAll("\\", "/").replace(/^[A-Za-z]:(?=\/)/, "").replace(
    /^(?:\$\{?(?:PWD|CI_PROJECT_DIR|GITHUB_WORKSPACE)\}?|\$\(pwd\)|`pwd`)(?=\/|$)/,
    ".",
  ).replace(/^(?:\$\{?(?:HOME|GOPATH|XDG_CONFIG_HOME|JAVA_HOME|VIRTUAL_ENV|CONDA_PREFIX)\}?|~)(?=\/|$)/, "/home/u");
  if (/[$`*?[{@|]/.test(home)) return true;
  const plain = home.replace(/\/(?:\.?\/)+/g, "/").toLowerCase();
  return /(?:^|\/)\.\.(?:\/|$)/.test(plain) || ELSEWHERE_REGEXP.test(plain);
}

const REGISTRY_HOSTS: ReadonlySet<string> = new Set(
  ("pypi.org test.pypi.org download.pytorch.org registry.npmjs.org registry.yarnpkg.com npm.pkg.github.com npm.jsr.io " +
    "registry.npmmirror.com proxy.golang.org goproxy.io goproxy.cn rubygems.org index.crates.io github.com " +
    "mirrors.aliyun.com pypi.tuna.tsinghua.edu.cn localhost 127.0.0.1 [::1]").split(" "),
);

/** The public registries, and what runs here. */
function isKnownRegistry(address: string): boolean {
  if (/^(?:direct|off|)$/.test(address)) return true;
  try {
    const { hostname } = new URL(address.replace(/^sparse\+/, ""));
    return REGISTRY_HOSTS.has(hostname) || hostname.endsWith(".amazonaws.com");
  } catch {
    return false;
  }
}
