/**
 * Commands that change a tool's settings so that it starts a program later, at a command that looks harmless.
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

function setsGitProgram(texts: readonly string[]): boolean {
  let at = 0;
  while (texts[at]?.startsWith("-") === true) at += GIT_VALUED.has(texts[at] ?? "") ? 2 : 1;
  if (texts[at] !== "config") return false;
  const rest = texts.slice(at + 1);
  return !rest.some((text) => GIT_READING.has(text)) && rest.some((text) => GIT_KEY_REGEXP.test(text));
}
