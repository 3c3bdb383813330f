/**
 * What a simple command is refused for: the classes, and which of them a command found in a text belongs to.
 *
 * @module
 */

import { BY_NAME, BY_WORDS, INTERPRETERS, NETWORK, SHELLS } from "./command_data.ts";
import { asksForMetadata } from "./command_hosts.ts";
import { harmOf } from "./command_harm.ts";
import { gitWords, isGitSettingRunning, isRunningVariable, setsProgram } from "./command_settings.ts";
import { holdsSecrets, takesSecrets } from "./command_taking.ts";
import { beginsWith } from "./command_words.ts";
import type { Reason } from "./guard.ts";
import type { Argument, Invocation } from "./invocation.ts";
import type { PathBase } from "./path_reading.ts";
import { isSensitivePath, sensitiveKinds } from "./sensitive_path.ts";

/** Every class there is. */
export const COMMAND_CLASSES = [
  "destructive",
  "remote-code",
  "reverse-shell",
  "credentials",
  "persistence",
  "escalation",
  "unresolved",
] as const;

/** A class of commands that a policy may refuse. */
export type CommandClass = typeof COMMAND_CLASSES[number];

/** The refusal for a class. */
export function classReason(found: CommandClass): Reason {
  switch (found) {
    case "remote-code":
      return "blocked: remote code";
    case "reverse-shell":
      return "blocked: reverse shell";
    default:
      return `blocked: ${found}`;
  }
}

const SECRET_VARIABLE_REGEXP = /\$\{?!?\w*(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|CREDENTIAL)/i;
const SPEAKING: ReadonlySet<string> = new Set(["echo", "printf", ":", "true"]);
const COPYING: ReadonlySet<string> = new Set(["tee", "cp", "mv", "ln", "install", "dd", "truncate", "touch"]);
const NETCATS: ReadonlySet<string> = new Set(["nc", "ncat", "netcat", "nc.openbsd", "nc.traditional"]);

/** What is refused by its first words, by program. */
const WORDS_OF = Map.groupBy(
  BY_WORDS.map(([found, text]) => {
    const [program = "", ...words] = text.split(" ");
    return { found, program, words };
  }),
  ({ program }) => program,
);

/** The classes of one command among all of its text. */
export function* judgeInvocation(
  invocation: Invocation,
  all: readonly Invocation[],
  base: PathBase,
): Generator<CommandClass> {
  const { program, args, variables } = invocation;
  const texts = args.map(({ text }) => text);
  // What gcloud tries out has the words of what it does behind one more.
  const worded = program === "gcloud" ? texts.filter((text) => !/^(?:alpha|beta|preview)$/.test(text)) : texts;
  const named = BY_NAME.get(program);
  // What a program says of itself does nothing.
  const asksHelp = texts.length === 1 && /^--(?:help|version)$/.test(texts[0] ?? "");
  if (named !== undefined && !asksHelp) yield named;
  for (const { found, words } of WORDS_OF.get(program) ?? []) if (beginsWith(worded, words)) yield found;
  if (takesSecrets(withoutPatterns(invocation), all, base)) yield "credentials";
  yield* harmOf(invocation);
  if (setsProgram(program, texts)) yield "unresolved";
  if (variables.some((each) => isReadBy(program, each.name) && isRunningVariable(each.name, each.value))) {
    yield "unresolved";
  }
  if (asksForMetadata(invocation)) yield "credentials";
  yield* destructive(program, texts, invocation);
  yield* remoteCode(invocation, all);
  yield* reverseShell(program, texts, invocation, all);
  yield* secrets(invocation, base);
  yield* escalation(program, texts);
  yield* hidden(program, texts, args);
}

/** A search without the words that it searches for, by the flag that says them: they name no file. */
function withoutPatterns(invocation: Invocation): Invocation {
  const { program, args } = invocation;
  const flag = /^[efgz]?grep$/.test(program)
    ? /^-[rRnilvwxohHcsqEFGPaLIUzbT]*e$|^--regexp$/
    : /^(?:rg|ugrep|ag|ack)$/.test(program)
    ? /^(?:-e|--regexp)$/
    : undefined;
  if (flag === undefined) return invocation;
  const kept: Argument[] = [];
  // What is searched for may look like the flag.
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg !== undefined) kept.push(arg);
    if (flag.test(arg?.text ?? "")) index++;
  }
  return { ...invocation, args: kept };
}

/** What is known to start programs that its settings name. */
const XDG_READERS: ReadonlySet<string> = new Set(
  ("export declare typeset git gh glab jj hg nvim vim fish zsh bash tmux bat npm pnpm yarn pip poetry cargo kitty " +
    "alacritty wezterm systemctl docker podman code emacs htop less ranger lf nnn yazi mpv sway i3").split(" "),
);

/** Whether a program reads a variable for what it starts; the folder of all settings is given to any. */
function isReadBy(program: string, name: string): boolean {
  return !/^XDG_(?:CONFIG|DATA)_HOME$/.test(name) || program === "" || XDG_READERS.has(program);
}

function hasShort(texts: readonly string[], letters: string): boolean {
  return texts.some((text) => /^-[A-Za-z]+$/.test(text) && [...letters].some((letter) => text.includes(letter)));
}

function* destructive(program: string, texts: readonly string[], { opened }: Invocation): Generator<CommandClass> {
  const long = (...names: string[]) => texts.some((text) => names.some((name) => isLong(text, name)));
  if (program === "rm" && (hasShort(texts, "rR") || long("--recursive", "--no-preserve-root"))) yield "destructive";
  if (program === "rm" && texts.some((text) => /^(?:[/*~]|\/\*|\.|\.\.|~\/\*?)$/.test(text))) yield "destructive";
  if (/^mkfs(?:\.|$)/.test(program)) yield "destructive";
  if (program === "dd" && texts.some((text) => /^of=\/dev\//.test(text))) yield "destructive";
  if (program === "find" && texts.some((text) => /^-(?:delete|fprint.*|fls)$/.test(text))) yield "destructive";
  if (/^ch(?:mod|own|grp)$/.test(program) && (hasShort(texts, "R") || long("--recursive"))) {
    if (
      texts.some((text) => /^(?:\/|~|\/\*|\/(?:etc|usr|bin|lib|var|home|boot)\/?)$/.test(text) || /^0?777$/.test(text))
    ) {
      yield "destructive";
    }
  }
  if (program === "init" && /^[06]$/.test(texts[0] ?? "")) yield "destructive";
  if (program === "kill" && texts.includes("-1") && texts.length > 1) yield "destructive";
  if (program === "mv" && texts.at(-1) === "/dev/null") yield "destructive";
  if (program === "git" && destroysInGit(texts)) yield "destructive";
  if (program === "rsync" && texts.some((text) => text.startsWith("--del"))) yield "destructive";
  if (program === "aws" && texts.includes("rm") && texts.includes("--recursive")) yield "destructive";
  for (const { write, target } of opened) {
    if (write && /^\/dev\/(?!null$|stdout$|stderr$|tty$|zero$|fd\/|tcp\/|udp\/|shm\/)/.test(target.text)) {
      yield "destructive";
    }
  }
}

/** Commands of git after which work cannot be had back, or no longer by its name. */
function destroysInGit(texts: readonly string[]): boolean {
  const { command, after } = gitWords(texts);
  const has = (...words: string[]) => after.some((text) => words.includes(text));
  const long = (...names: string[]) => after.some((text) => names.some((name) => isLong(text, name)));
  switch (command) {
    case "push":
      return hasShort(after, "fd") || long("--force", "--mirror", "--delete", "--prune") ||
        after.some((text) => /^[+:]./.test(text));
    case "reset":
      return long("--hard");
    case "branch":
      return hasShort(after, "D") ||
        ((hasShort(after, "d") || long("--delete")) && (hasShort(after, "f") || long("--force")));
    case "clean":
      // Shows what it would remove.
      return !hasShort(after, "n") && !long("--dry-run");
    case "gc":
      return after.some((text) => /^--prune=(?:now|all)$/.test(text));
    case "checkout":
      return has(".", ":/", "*") || hasShort(after, "f") || long("--force");
    case "restore":
      return has(".", ":/", "*") &&
        (!(hasShort(after, "S") || long("--staged")) || hasShort(after, "W") || long("--worktree"));
    case "reflog":
      return has("expire", "delete");
    case "update-ref":
      return hasShort(after, "d");
    case "read-tree":
      return long("--reset");
    case "filter-branch":
    case "filter-repo":
      return true;
  }
  return false;
}

/** Whether git is told to start a program: by a setting, or by a flag of its command. */
function startsFromGit(texts: readonly string[]): boolean {
  const { before, command, after } = gitWords(texts);
  if (before.some((text) => /^(?:--config-env|--exec-path=|-c\S)/.test(text))) return true;
  if (before.some((text, index) => before[index - 1] === "-c" && isGitSettingRunning(text))) return true;
  const long = (...names: string[]) => after.some((text) => names.some((name) => isLong(text, name)));
  const short = (letters: string) => after.some((text) => new RegExp(`^-[A-Za-z]*[${letters}]`).test(text));
  if (after.some((text) => /^ext::/.test(text))) return true;
  switch (command) {
    case "clone":
      // A value may be glued to its flag, or stand behind it.
      return short("u") || long("--upload-pack", "--template") ||
        after.some((text, index) =>
          /^-[A-Za-z]*c$|^--conf/.test(text) &&
          isGitSettingRunning(/^--conf\w*=(.*)$/s.exec(text)?.[1] ?? after[index + 1] ?? "")
        );
    case "init":
      return long("--template");
    case "fetch":
    case "pull":
    case "ls-remote":
    case "fetch-pack":
    case "archive":
    case "push":
    case "send-pack":
      return long("--upload-pack", "--receive-pack", "--exec");
    case "rebase":
      return short("x") || long("--exec");
    case "difftool":
      return short("x") || long("--extcmd");
    case "grep":
      return short("O") || long("--open-files-in-pager");
    case "bisect":
      return after[0] === "run";
    case "submodule":
      return after.includes("foreach") &&
        !/\bforeach (?:-\S+ )*git (?:status|fetch|pull|log|branch|checkout|describe)\b[\w\s./-]*$/.test(
          after.join(" "),
        );
    case "instaweb":
    case "filter-branch":
    case "daemon":
      return true;
    case "send-email":
      return long("--sendmail-cmd", "--to-cmd", "--cc-cmd", "--smtp-server");
    case "diff":
    case "log":
    case "show":
      return long("--ext-diff");
  }
  return false;
}

/** GNU programs take a long flag by the beginning of its name. */
function isLong(text: string, name: string): boolean {
  return text.length > 3 && name.startsWith(text.split("=", 1)[0] ?? "");
}

function interpreterOf(program: string): string | undefined {
  const name = program.replace(/[\d.]+$/, "").toLowerCase();
  return INTERPRETERS.has(name) ? name : undefined;
}

function* remoteCode(
  { program, name, args, feeders }: Invocation,
  all: readonly Invocation[],
): Generator<CommandClass> {
  const { fetched, names, written } = filesOf(all);
  const texts = args.map(({ text }) => text);
  const runsFile = SHELLS.has(program) || interpreterOf(program) !== undefined || /^(?:\.|source)$/.test(program);
  const files = program === "chmod" ? [name, ...texts] : runsFile ? [name, ...scriptsOf(texts)] : [name];
  if (files.some((file) => fetched.has(file) || names.has(baseName(file)))) yield "remote-code";
  if (program !== "chmod" && files.some((file) => written.has(file))) yield "unresolved";
  if (takesFiles(program, texts)) {
    // A file may stand behind the name of a flag.
    if (texts.some((text) => fetched.has(text) || fetched.has(text.slice(text.indexOf("=") + 1)))) yield "remote-code";
  }
  if (/^g?make$/.test(program) && ["Makefile", "makefile", "GNUmakefile"].some((each) => fetched.has(each))) {
    yield "remote-code";
  }
  if (feeders.length > 0 && runsInput(program, texts)) yield "remote-code";
  if (runsFromElsewhere(program, texts)) yield "remote-code";
  if (FILE_RUNNERS.has(program) && args.some(({ runs }) => runs)) yield "remote-code";
  const code = codeOf(program, args);
  if (code === undefined) return;
  if (args.some(({ runs }) => runs)) yield "remote-code";
  if (/https?:|urlopen|requests\.|LWP|Net::HTTP|open-uri|fetch\(|b64decode|decode_base64|atob\(|\/inet\//.test(code)) {
    if (/\b(?:exec|eval|system|compile|Function|popen)\b/.test(code)) yield "remote-code";
  }
}

/** The words that may be the script of a shell or an interpreter: the first, and what may be a flag's. */
function scriptsOf(texts: readonly string[]): readonly string[] {
  const scripts: string[] = [];
  for (const [index, text] of texts.entries()) {
    const before = texts[index - 1];
    if (text.startsWith("-")) continue;
    scripts.push(text);
    if (before === "-m") scripts.push(`${text.replaceAll(".", "/")}.py`);
    if (before?.startsWith("-") !== true) break;
  }
  return scripts;
}

/** Whether a program runs, or puts in place, the files that its words name. */
function takesFiles(program: string, texts: readonly string[]): boolean {
  const first = texts.find((text) => !text.startsWith("-")) ?? "";
  if (/^(?:pip[\d.]*|pipx|uv|npm|pnpm|yarn|bun|gem|snap|flatpak|apk|apt|apt-get|dnf|yum|zypper|brew)$/.test(program)) {
    return /^(?:i|install|add|run|x|exec|localinstall|pip|reinstall|ci)$/.test(first) || program === "bun";
  }
  if (program === "go") return first === "run";
  if (program === "deno") {
    return /^(?:run|serve|eval|repl|test|bench|install|x)$/.test(first) || /\.[jt]sx?$/.test(first);
  }
  return /^(?:java|dotnet|mono|dpkg|rpm|installer|pacman|msiexec|ansible-playbook|g?make|just|rake|ninja|expect|gdb|m4|nix-shell|code|[gmn]?awk|g?sed|groovy|jshell|wine|wasmtime|kotlin)$/
    .test(program) &&
    !(/^(?:[gmn]?awk|g?sed)$/.test(program) && !texts.some((text) => /^-[A-Za-z]*f|^--file/.test(text)));
}

const INPUT_REGEXP = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/;

/** Whether a program runs what comes in at its standard input. */
function runsInput(program: string, texts: readonly string[]): boolean {
  if (interpreterOf(program) !== undefined && program !== "bun") {
    return INPUT_REGEXP.test(texts.find((text) => !text.startsWith("-")) ?? "");
  }
  if (/^(?:[gmn]?awk|g?sed)$/.test(program)) {
    return valuesOf(texts, /^-f/, "--file").some((text) => INPUT_REGEXP.test(text));
  }
  if (program === "m4") return texts.every((text) => text.startsWith("-"));
  return /^(?:deno|bun|java|go|g?make|just|ninja|gdb|expect|ansible-playbook|jshell|groovy|ghci|emacs|uv|tsx)$/.test(
    program,
  ) &&
    texts.some((text) => INPUT_REGEXP.test(text));
}

/** Programs that do what a file says, beside shells and interpreters. */
const FILE_RUNNERS: ReadonlySet<string> = new Set(
  "make gmake just rake ansible-playbook psql mysql mariadb sqlite3 duckdb expect gdb nix-shell guix ninja".split(" "),
);

/** A package, a module or a repository that is started right from an address. */
function runsFromElsewhere(program: string, texts: readonly string[]): boolean {
  const plain = texts.filter((text) => !text.startsWith("-"));
  const [first = "", second = ""] = plain;
  // An address where a script, a class or a package stands.
  if (
    (interpreterOf(program) !== undefined ||
      /^(?:jshell|jrunscript|nix-shell|nix-env|streamlit|rpm|kotlin)$/.test(program)) &&
    /^https?:/i.test(program === "streamlit" ? second : first)
  ) {
    return true;
  }
  // What comes with Windows, and gets and starts what an address names.
  if (program === "certutil" && texts.some((text) => /^[-\/]urlcache$/i.test(text))) return true;
  if (/^(?:mshta|regsvr32|rundll32|msiexec|bitsadmin)$/.test(program)) {
    if (texts.some((text) => /^(?:\/i:)?(?:https?|javascript|vbscript):/i.test(text))) return true;
  }
  if (program === "go" && first === "run" && /^https?:/i.test(second)) return true;
  const isRunner = /^(?:npx|bunx|pnpx|uvx)$/.test(program) ||
    (program === "deno" && /^(?:run|serve|eval|repl|test|bench|install|x)$|^https?:/i.test(first)) ||
    (/^(?:npm|pnpm|yarn|bun|pipx)$/.test(program) && /^(?:exec|x|dlx|run|create|init)$/.test(first)) ||
    (program === "uv" && ((first === "tool" && second === "run") || first === "run"));
  return isRunner &&
    texts.some((text) => /^(?:--?[\w-]+=)?(?:https?:|git[+:]|git@|ssh:|github:|gitlab:|bitbucket:|gist:)/i.test(text));
}

/** Files that the commands of one text write. */
interface Files {
  /** What came from elsewhere. */
  readonly fetched: Set<string>;
  /** Its names where a flag says the folder. */
  readonly names: Set<string>;
  readonly written: Set<string>;
}

/** What was found last, since all commands of one text are judged in a row. */
const KNOWN_FILES = new WeakMap<readonly Invocation[], Files>();

function filesOf(all: readonly Invocation[]): Files {
  const known = KNOWN_FILES.get(all);
  if (known !== undefined) return known;
  const files: Files = { fetched: new Set(), names: new Set(), written: new Set() };
  for (const invocation of all) {
    const { program, args, opened, feeders } = invocation;
    const isFetching = fetches(invocation) || feeders.some(fetches);
    const { fetched, written } = files;
    for (const { write, target } of opened) if (write) addFile(isFetching ? fetched : written, target.text);
    moveFiles(invocation, files);
    if (!isFetching) continue;
    if (args.some(({ text }) => FOLDER_FLAG_REGEXP.test(text))) {
      for (const { text } of args) if (!text.startsWith("-")) files.names.add(baseName(text.split(/[?#]/, 1)[0] ?? ""));
    }
    args.forEach(({ text }, index) => {
      if (/^-[A-Za-z]*[oO]$|^--output(?:-document)?$/.test(text)) addFile(fetched, args[index + 1]?.text ?? "");
      const value = /^(?:-[oO]|--output(?:-document)?=)(.+)$/.exec(text)?.[1];
      if (value !== undefined) addFile(fetched, value);
      if (/^[a-z]+:\/\//i.test(text)) addFile(fetched, text.split(/[?#]/, 1)[0]?.split("/").at(-1) ?? "");
      if (program === "tee") addFile(fetched, text);
      if (program === "gh" && /^(?:-p|--pattern)$/.test(args[index - 1]?.text ?? "")) addFile(fetched, text);
    });
    if (COPYING_FETCHERS.has(program)) addCopied(fetched, args.map(({ text }) => text));
  }
  KNOWN_FILES.set(all, files);
  return files;
}

/** What copies from elsewhere to the last of its words. */
const COPYING_FETCHERS: ReadonlySet<string> = new Set([
  "scp",
  "rsync",
  "sftp",
  "aws",
  "gsutil",
  "gcloud",
  "rclone",
  "s3cmd",
]);

/** Whether a command gets something from elsewhere. */
function fetches({ program, args }: Invocation): boolean {
  if (NETWORK.has(program) || /^(?:axel|lwp-download|lwp-request|get|wget2|httpie)$/.test(program)) return true;
  const texts = args.map(({ text }) => text);
  switch (program) {
    case "aws":
      return beginsWith(texts, ["s3", /^(?:cp|mv|sync)$/]);
    case "gsutil":
      return texts.some((text) => /^(?:cp|mv|rsync)$/.test(text));
    case "gcloud":
      return beginsWith(texts, ["storage", /^(?:cp|mv|rsync)$/]);
    case "rclone":
      return beginsWith(texts, [/^(?:copy|copyto|sync|move|copyurl)$/]);
    case "s3cmd":
      return beginsWith(texts, [/^(?:get|sync)$/]);
    case "gh":
      return beginsWith(texts, [/^(?:release|run)$/, "download"]);
  }
  return false;
}

/** Adds what a copy from elsewhere makes here; a copy to elsewhere makes nothing. */
function addCopied(fetched: Set<string>, texts: readonly string[]): void {
  const plain = texts.filter((text) => !text.startsWith("-"));
  const last = plain.at(-1) ?? "";
  for (const text of plain) {
    // On the far side of a colon, or of an address that was not read above.
    const source = /^(?:\[[^\]]*\]|[^\/:]+):(.+)$/s.exec(text)?.[1];
    if (source === undefined) continue;
    addFile(fetched, baseName(source));
    if (text !== last && !last.includes(":")) addTarget(fetched, source, last);
  }
}

/** Adds what stands at a target, which may be a file or a folder. */
function addTarget(files: Set<string>, source: string, target: string): void {
  if (!/^\.{0,2}\/?$/.test(target)) addFile(files, target);
  addFile(
    files,
    `${target.replace(/\/$/, "")}/${baseName(source)}`.replace(/^\.?\//, (start) => start === "/" ? start : ""),
  );
}

/** What was fetched or written stays so under another name. */
function moveFiles({ program, args }: Invocation, { fetched, written }: Files): void {
  if (!/^(?:g?mv|g?cp|ln|install|gunzip|unxz|unzstd|bunzip2|gzip|xz)$/.test(program)) return;
  const plain = args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
  const target = plain.at(-1) ?? "";
  for (const source of plain) {
    for (const files of [fetched, written]) {
      if (!files.has(source)) continue;
      if (/z/.test(program)) addFile(files, source.replace(/\.\w+$/, ""));
      else if (source !== target) addTarget(files, source, target);
    }
  }
}

/** Where wget, curl and aria2c put what they get. */
const FOLDER_FLAG_REGEXP = /^(?:-P|-d|--dir|--directory-prefix|--output-dir)/;

function baseName(file: string): string {
  return file.split("/").at(-1) ?? file;
}

function addFile(files: Set<string>, file: string): void {
  if (file === "" || file === "-" || file === ".") return;
  const plain = file.replace(/^\.\//, "");
  files.add(plain);
  files.add(`./${plain}`);
}

/** The code in an interpreter's arguments; nothing where there is none. */
function codeOf(program: string, args: readonly Argument[]): string | undefined {
  if (/^[gmn]?awk$/.test(program)) return args.map(({ text }) => text).join(" ");
  const name = interpreterOf(program);
  const flags = name === undefined ? undefined : INTERPRETERS.get(name);
  if (flags === undefined) return undefined;
  const isCode = (text: string) =>
    /^--(?:eval|print|run|execute)/.test(text) ||
    (/^-[A-Za-z]/.test(text) && [...flags].some((flag) => text.slice(1).includes(flag)));
  if (!args.some(({ text }) => isCode(text)) && !(program === "deno" && args[0]?.text === "eval")) return undefined;
  return args.map(({ text }) => text).join(" ");
}

function* reverseShell(
  program: string,
  texts: readonly string[],
  { args, opened, feeders }: Invocation,
  all: readonly Invocation[],
): Generator<CommandClass> {
  const socket = /\/dev\/(?:tcp|udp)\//;
  if (opened.some(({ target }) => socket.test(target.text)) || texts.some((text) => socket.test(text))) {
    yield "reverse-shell";
  }
  if (NETCATS.has(program)) {
    if (hasShort(texts, "ecl") || texts.some((text) => /^--(?:exec|sh-exec|lua-exec|listen)/.test(text))) {
      yield "reverse-shell";
    }
    if (feeders.some((each) => SHELLS.has(each.program))) yield "reverse-shell";
  }
  if (program === "socat" && texts.some((text) => /(?:^|,)(?:exec|system|shell):|listen/i.test(text))) {
    yield "reverse-shell";
  }
  if (
    program === "mkfifo" && all.some((each) => NETCATS.has(each.program) || /^(?:telnet|openssl)$/.test(each.program))
  ) {
    yield "reverse-shell";
  }
  const code = codeOf(program, args);
  if (code === undefined) return;
  if (
    /\/inet\/|\/dev\/tcp|dup2|pty\.spawn|fsockopen|TCPSocket|IO::Socket|use Socket|net\.connect|net\.Socket/.test(code)
  ) {
    yield "reverse-shell";
  }
  if (/socket/i.test(code) && /subprocess|system|exec|spawn|\/bin\/|pty/.test(code)) yield "reverse-shell";
}

/** A list of kinds of Kubernetes with secrets among them, or one secret. */
const SECRET_RESOURCE_REGEXP = /^(?:[\w.-]+,)*secrets?(?:[\/,.].*)?$/i;

function* secrets({ program, args, opened, feeders }: Invocation, base: PathBase): Generator<CommandClass> {
  for (const { write, target } of opened) {
    if (isSensitivePath(target.text, { base })) yield write ? "persistence" : "credentials";
  }
  if (program === "crontab" && !(args.length === 1 && args[0]?.text === "-l")) yield "persistence";
  const sends = NETWORK.has(program);
  if (
    sends && !sendsOwnToken(program, args) &&
    args.some(({ text, literal }) => !literal && SECRET_VARIABLE_REGEXP.test(text))
  ) {
    yield "credentials";
  }
  if (sends && feeders.some(speaksSecret)) yield "credentials";
  if ((sends || publishesText(program, args)) && feeders.some((each) => listsEnvironment(each))) yield "credentials";
  if (sendsBeside(program, args, feeders)) yield "credentials";
  if (uploaded(program, args.map(({ text }) => text)).some((each) => holdsSecrets(each, base))) yield "credentials";
  if (/^(?:docker|git)-credential-/.test(program)) yield "credentials";
  // The old form of `ps`, without a dash, in which `e` shows the variables of every process.
  if (program === "ps" && /^[aAcefghjlLmnrSTuUvwxX]*e[aAcefghjlLmnrSTuUvwxX]*$/.test(args[0]?.text ?? "")) {
    yield "credentials";
  }
  if (program === "kubectl" || program === "oc") {
    const texts = args.map(({ text }) => text);
    if (["get", "edit"].some((word) => beginsWith(texts, [word, SECRET_RESOURCE_REGEXP]))) yield "credentials";
    // With kinds in front of their slashes each word names one of its own.
    const named = texts.some((text) => /^secrets?(?:\.[\w.]+)?\//i.test(text));
    if (named && ["get", "edit"].some((word) => beginsWith(texts, [word]))) yield "credentials";
  }
  if (/^gpg2?$/.test(program) && args.some(({ text }) => /^--export-secret/.test(text))) yield "credentials";
  if (SPEAKING.has(program)) return;
  if (/^g?sed$/.test(program)) {
    const files = sedScripts(args.map(({ text }) => text)).flatMap((script) => readSed(script).files);
    if (files.some((file) => isSensitivePath(file, { base }))) yield* ["credentials", "persistence"] as const;
  }
  const isCommit = program === "git" && args.some(({ text }) => text === "commit" || text === "tag");
  const isUnread = leavesUnread(program, args.map(({ text }) => text));
  for (const { text } of args) {
    if (isCommit && /\s/.test(text)) continue;
    if (!namesSensitive(text, base)) continue;
    if (isUnread && [...sensitiveKinds(text, { base })].every((kind) => kind === "env")) continue;
    const writes = COPYING.has(program) ||
      (program === "sed" && args.some((each) => /^-\w*i|^--in-place/.test(each.text)));
    yield "credentials";
    if (writes) yield "persistence";
  }
}

/** Whether a command says the value of a secret variable. */
function speaksSecret({ program, args }: Invocation): boolean {
  return (SPEAKING.has(program) || program === "cat") &&
    args.some(({ text, literal }) => !literal && SECRET_VARIABLE_REGEXP.test(text));
}

/** Senders of mail, and of texts to where others read them. */
function publishesText(program: string, args: readonly Argument[]): boolean {
  if (
    /^(?:s?mail|mailx|sendmail|mutt|neomutt|msmtp|swaks|croc|wormhole|ntfy|telegram-send|dig|nslookup|host|drill)$/
      .test(program)
  ) {
    return true;
  }
  const texts = args.map(({ text }) => text);
  return /^(?:gh|glab)$/.test(program) &&
    [["gist", "create"], ["snippet", "create"], ["api"]].some((each) => beginsWith(texts, each));
}

const OWN_REMOTE_REGEXP = /^https:\/\/[^\/@]*@(?:github\.com|gitlab\.com|bitbucket\.org|dev\.azure\.com)\//;

/** Secrets in names that are looked up, and in addresses that git pushes to. */
function sendsBeside(program: string, args: readonly Argument[], feeders: readonly Invocation[]): boolean {
  const secret = args.filter(({ text, literal }) => !literal && SECRET_VARIABLE_REGEXP.test(text)).map(({ text }) =>
    text
  );
  if (/^(?:dig|nslookup|host|drill|ping6?|traceroute|mail|mailx|sendmail|swaks)$/.test(program)) {
    return secret.length > 0 || (args.some(({ runs }) => runs) && feeders.some(listsEnvironment));
  }
  return program === "git" && secret.some((text) => text.includes("://") && !OWN_REMOTE_REGEXP.test(text));
}

/** The words that name what a command takes to elsewhere, or into an archive, an image or a link. */
function uploaded(program: string, texts: readonly string[]): readonly string[] {
  const plain = texts.filter((text) => !text.startsWith("-"));
  const values = texts.flatMap((text) => /^--?[\w-]+=(.+)$/s.exec(text)?.[1] ?? []);
  const [first = "", second = ""] = plain;
  const sources = plain.slice(0, -1);
  switch (program) {
    case "aws":
      return first === "s3" || plain.includes("s3") ? sources : [];
    case "gsutil":
    case "gcloud":
    case "azcopy":
    case "s3cmd":
    case "s5cmd":
    case "mc":
    case "b2":
    case "unison":
    case "ln":
    case "ditto":
      return sources;
    case "az":
      return /^upload/.test(plain[2] ?? "") ? plain : [];
    case "restic":
      return plain.includes("backup") ? plain : [];
    case "borg":
      return first === "create" ? plain : [];
    case "kopia":
      return first === "snapshot" ? plain : [];
    case "duplicity":
      return /^(?:restore|list-current-files)$/.test(first) ? [] : sources;
    case "croc":
    case "wormhole":
      return texts.includes("send") ? plain : [];
    case "docker":
    case "podman":
    case "nerdctl":
    case "buildah":
      return /^(?:build|buildx|bud)$/.test(first) || second === "build"
        ? plain.slice(1)
        : first === "cp"
        ? sources
        : [];
    case "kubectl":
    case "oc":
      return first === "cp" ? sources : texts.includes("configmap") ? values : [];
    case "lxc":
    case "incus":
    case "multipass":
    case "limactl":
      return /^(?:file|transfer|copy)$/.test(first) ? sources : [];
    case "npm":
      return first === "publish" || first === "pack" ? plain : [];
    case "jar":
      return /^-*[cu]/.test(first) || texts.includes("--create") ? plain : [];
    case "genisoimage":
    case "mkisofs":
    case "hdiutil":
    case "dar":
      return plain;
    case "lftp":
    case "sftp":
      return texts.flatMap((text) => text.split(/[\s;]+/));
    case "git": {
      const { before, command, after } = gitWords(texts);
      const isAll = command === "add" && after.some((text) => /^(?:-A|--all|\.|:\/|\*)$/.test(text));
      return isAll ? before.map((text) => text.replace(/^--[\w-]+=/, "")) : [];
    }
  }
  const isArchiving = /^python[\d.]*$/.test(program) && /^(?:tarfile|zipfile)$/.test(first);
  return isArchiving && texts.some((text) => /^(?:-c|--create)/.test(text)) ? plain : [];
}

/** Services by the variables that hold their tokens. */
const SERVICES: readonly (readonly [variable: RegExp, host: RegExp])[] = [
  [/^(?:GITHUB|GH)_(?:TOKEN|PAT|API_TOKEN|ACCESS_TOKEN)$/, /^(?:api|uploads)\.github\.com$/],
  [/^GITLAB_(?:TOKEN|PRIVATE_TOKEN|ACCESS_TOKEN|API_TOKEN)$/, /^gitlab\.com$/],
  [/^OPENAI_API_KEY$/, /^api\.openai\.com$/],
  [/^(?:ANTHROPIC|CLAUDE)_API_KEY$/, /^api\.anthropic\.com$/],
  [/^(?:NPM|NODE_AUTH)_TOKEN$/, /^registry\.npmjs\.org$/],
  [/^(?:HF|HUGGINGFACE|HUGGING_FACE_HUB)_TOKEN$/, /^(?:huggingface\.co|router\.huggingface\.co)$/],
  [/^(?:CLOUDFLARE|CF)_API_(?:TOKEN|KEY)$/, /^api\.cloudflare\.com$/],
  [/^STRIPE_(?:SECRET|API)_KEY$/, /^api\.stripe\.com$/],
  [/^SLACK_(?:BOT_)?TOKEN$/, /^slack\.com$/],
  [/^SENTRY_AUTH_TOKEN$/, /^sentry\.io$/],
  [/^(?:DIGITALOCEAN|DO)_(?:ACCESS_|API_)?TOKEN$/, /^api\.digitalocean\.com$/],
  [/^LINEAR_API_KEY$/, /^api\.linear\.app$/],
  [/^VERCEL_TOKEN$/, /^api\.vercel\.com$/],
];

/** Flags whose value, in the next word, is neither an address nor a file to take addresses from. */
const CURL_VALUED_REGEXP =
  /^-[a-zA-Z]*[oHdXAubwmT]$|^--(?:output|header|data[\w-]*|json|request|user|user-agent|max-time|connect-timeout|retry|write-out)$/;
const CURL_PLAIN_REGEXP =
  /^-[sSfLvikgGIOJ#]*[oHdXAubwm]?$|^--(?:silent|show-error|fail(?:-with-body)?|location|verbose|include|compressed|http[\d.]+|get|head|no-progress-meter|output|header|data[\w-]*|json|request|user|user-agent|max-time|connect-timeout|retry|write-out)$/;

/** Whether curl hands tokens to the services that gave them out, as such: in the header for it, over TLS, to no one else. */
function sendsOwnToken(program: string, args: readonly Argument[]): boolean {
  if (program !== "curl") return false;
  const names: string[] = [];
  const hosts: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const { text, literal } = args[index] ?? { text: "", literal: true };
    if (!text.startsWith("-")) {
      const host = literal ? /^https:\/\/([a-z.]+)(?:\/|$)/.exec(text)?.[1] : undefined;
      if (host === undefined) return false;
      hosts.push(host);
      continue;
    }
    if (!literal || !CURL_PLAIN_REGEXP.test(text)) return false;
    if (!CURL_VALUED_REGEXP.test(text)) continue;
    const value = args[++index];
    if (value === undefined || value.literal) continue;
    const isHeader = /H$|^--header$/.test(text) && /^(?:authorization|x-api-key|private-token):/i.test(value.text);
    if (value.runs || !(isHeader || /^-[A-Za-z]*u$|^--user$/.test(text))) return false;
    for (const [, name = ""] of value.text.matchAll(/\$\{?(!?\w*)/g)) {
      if (name.startsWith("!") || SECRET_VARIABLE_REGEXP.test(`$${name}`)) names.push(name);
    }
  }
  return hosts.length > 0 &&
    names.every((name) =>
      SERVICES.some(([variable, host]) => variable.test(name) && hosts.every((each) => host.test(each)))
    );
}

/** What says something about files by their names alone, or makes an empty one. */
const TOUCHING: ReadonlySet<string> = new Set("test [ [[ ls stat touch realpath basename dirname file".split(" "));

/** Whether a command leaves what is in its files unread, so that a file of settings may be named. */
function leavesUnread(program: string, texts: readonly string[]): boolean {
  if (TOUCHING.has(program)) return true;
  if (program === "git") {
    const { command, after } = gitWords(texts);
    return command === "check-ignore" || command === "ls-files" || (command === "rm" && after.includes("--cached"));
  }
  if (program !== "cp") return false;
  const plain = texts.filter((text) => !/^-[finvp]+$/.test(text));
  // The example that every project keeps beside it.
  return plain.length === 2 && /\.(?:example|sample|template|dist|defaults?)$/.test(plain[0] ?? "");
}

function listsEnvironment({ program, args }: Invocation): boolean {
  if (program === "printenv" || program === "set" || program === "declare" || program === "export") return true;
  return program === "env" && args.every(({ text }) => text.startsWith("-"));
}

/** A word, or what a flag, an assignment or curl's `@` carries, or the far side of a `host:path`. */
function namesSensitive(text: string, base: PathBase): boolean {
  if (text.length > 4096 || !/[./~]/.test(text)) return false;
  const parts = [text, ...text.split(/[\s=@:;,'"()<>{}|]+/)];
  // What is glued to a flag of one letter, and what a variable stands for that is not set.
  for (const part of parts.slice()) if (/^[-+?]/.test(part)) parts.push(part.replace(/^[-+?]+[A-Za-z]*(?=[.\/~])/, ""));
  return parts.some((part) => part !== "" && isSensitivePath(part, { base }));
}

/** Whether a mode lets whoever starts a file be its owner or group. */
function raises(mode: string): boolean {
  return /^--ref\w*=(?:\/usr)?\/s?bin\//.test(mode) || /^0?[2467][0-7]{3}$/.test(mode) ||
    (/^[ugoarwxXst,+=-]*$/.test(mode) && !mode.startsWith("-") &&
      mode.split(",").some((each) => /[+=][rwxXt]*s/.test(each)));
}

/** Where a service of containers listens, and may be told to start one that sees all of this machine. */
const CONTAINER_SERVICE_REGEXP =
  /(?:^|[\/@])(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|host\.docker\.internal)?:237[56]\/|(?:docker|podman|containerd|crio|buildkitd?)\.sock|docker_engine/i;

function* escalation(program: string, texts: readonly string[]): Generator<CommandClass> {
  const modes = program === "install"
    ? valuesOf(texts, /^-[A-Za-ln-z]*m/, "--mode")
    : /^g?chmod$/.test(program)
    ? texts
    : [];
  if (modes.some(raises)) yield "escalation";
  if (/^(?:curl|wget|https?|xhs?|nc|ncat|socat)$/.test(program)) {
    if (texts.some((text) => CONTAINER_SERVICE_REGEXP.test(text))) yield "escalation";
  }
  if (escapesContainer(program, texts)) yield "escalation";
}

const CONTAINER_TOOLS: ReadonlySet<string> = new Set(
  "docker podman nerdctl docker-compose podman-compose buildah ctr finch crictl".split(" "),
);
const OPEN_CONTAINER_REGEXP =
  /(?:^| )--privileged|--(?:pid|network|net|ipc|userns|uts|cgroupns)[= ]host|--pid[= ]container:|--net-host|--cap-add|docker\.sock|docker_engine|--security-opt|--device-cgroup-rule|--grant-all-permissions|security\.insecure|(?:^| )(?:-H|--host)[= ]?tcp:/;

/** Whether what runs in a container may do more than see a folder of a project. */
function escapesContainer(program: string, texts: readonly string[]): boolean {
  const behind = (flag: RegExp) => texts.flatMap((text, at) => flag.test(texts[at - 1] ?? "") ? [text] : []);
  switch (program) {
    case "lxc":
    case "incus":
      return texts.some((text) => /^(?:-c)?security\.(?:privileged|nesting)=true$/.test(text)) ||
        (texts.includes("device") && texts.some((text) => text.startsWith("source=") && isWide(text.slice(7))));
    case "systemd-nspawn":
      return texts.some((text) => /^--bind=/.test(text) && isWide(text.slice(7).split(":", 1)[0] ?? ""));
    case "bwrap":
      return behind(/^--(?:dev-)?bind(?:-try)?$/).some(isWide);
    case "singularity":
    case "apptainer":
      return [...behind(/^(?:-B|--bind)$/), ...texts.flatMap((text) => /^(?:-B|--bind=)(.+)$/s.exec(text)?.[1] ?? [])]
        .some((text) => isWide(text.split(":", 1)[0] ?? ""));
    case "minikube":
    case "multipass":
    case "limactl":
      return (texts[0] === "mount" || texts.includes("--mount")) &&
        texts.slice(1).some((text) => isWide(text.split(":", 1)[0] ?? ""));
    case "kubectl":
    case "oc":
      return texts.some((text) =>
        /^--privileged(?:=true)?$|"?(?:privileged|hostPID|hostNetwork|hostIPC)"?\s*:\s*true|hostPath/.test(text)
      ) ||
        (texts.includes("debug") && texts.some((text) => /^nodes?\//.test(text))) ||
        texts.some((text) => /^--clusterrole=(?:cluster-admin|admin)$/.test(text));
  }
  if (!CONTAINER_TOOLS.has(program)) return false;
  if (OPEN_CONTAINER_REGEXP.test(texts.join(" "))) return true;
  const seen = texts.flatMap((text, at) => {
    const before = texts[at - 1] ?? "";
    if (/^-[A-Za-z]*v$|^--volume$/.test(before)) return [volumeSource(text)];
    const volume = /^(?:-v=?|--volume=)(.+)$/s.exec(text)?.[1];
    if (volume !== undefined) return [volumeSource(volume)];
    // A volume, too, may be a folder of this machine.
    return [...text.matchAll(/(?:^|,|=|-o)(?:src|source|device)=([^,]*)/g)].map(([, source = ""]) => source);
  });
  if (seen.some(isWide) || behind(/^--rootfs$/).some(isWide)) return true;
  return [...behind(/^--device$/), ...texts.flatMap((text) => /^--device=(.+)$/s.exec(text)?.[1] ?? [])]
    .some((text) =>
      /^\/dev\/?(?:$|:|(?:sd|hd|vd|xvd|nvme|mmcblk|dm-|md|mapper|loop|disk|k?mem|port|block|sg|uinput|fuse|kmsg))/.test(
        text,
      )
    );
}

/** The side of this machine of `source:target:mode`. */
function volumeSource(text: string): string {
  return text.replace(/^([A-Za-z]:(?=[\\/]))?([^:]*).*$/s, "$1$2");
}

const WIDE_REGEXP =
  /^\/?(?:[a-z]:?\/?)?$|^\/(?:bin|boot|dev|etc|home|lib|lib64|mnt|mnt\/[a-z]|media|private|proc|root|run|sbin|sys|users|usr|var|volumes|windows|host_mnt|[a-z]\/(?:users|windows))$|^\/(?:var\/)?run\/(?:user|docker|containerd|podman|crio|secrets)(?:\/|$)|^\/run\/?$|^\/var\/(?:run|lib|log)$|^\/var\/lib\/(?:docker|containerd|kubelet|containers)(?:\/|$)|^\/(?:sys|proc|dev)\/(?!(?:shm|dri|snd|null|zero)(?:\/|$))/;

/** Whether a folder holds more than one thing of this machine: its root, its settings, its homes, its services. */
function isWide(folder: string): boolean {
  // What is worked out by another command, or cut from a variable, may be any.
  if (/`(?!pwd`)|\$\((?!pwd\))|\$\{\w+[%#:\/]/.test(folder) || folder.split("../").length > 3) return true;
  const plain = folder.replaceAll("\\", "/").toLowerCase().replace(/\/(?:\.?\/)+/g, "/").replace(/(?<=[^/])\/\.?$/, "")
    .replace(/^[a-z]:(?=\/)/, "");
  // A name alone is a volume.
  return /^[\/.]|^[a-z]:/i.test(folder) && WIDE_REGEXP.test(plain) && plain !== "" || /^[a-z]:[\\/]?$/i.test(folder);
}

/** Clients of databases, and what in their text starts a program. */
const DATABASE_SHELLS: ReadonlySet<string> = new Set(["psql", "sqlite3", "mysql", "mariadb", "sqlcmd", "duckdb"]);
const DATABASE_ESCAPE_REGEXP =
  /(?:^|[\s;'"])\\!|(?:^|[\s;])\.(?:shell|system|load)\b|(?:^|;)\s*system\s|xp_cmdshell|\bcopy\b.+\bprogram\b/is;

/** What a program starts that is not seen in the text. */
function* hidden(program: string, texts: readonly string[], args: readonly Argument[]): Generator<CommandClass> {
  const code = codeOf(program, args);
  if (code !== undefined) {
    const isAwk = /awk$/.test(program);
    if (isAwk && /\bsystem\s*\(|\|\s*&?\s*getline|\|&?\s*"|getline\s*<|>\s*"/.test(code)) yield "unresolved";
    if (
      !isAwk &&
      /\bsystem\b|popen|subprocess|\bexec\w*\b|\bspawn|child_process|\beval\b|`|__import__|Deno\.Command|qx|do shell script/
        .test(code)
    ) {
      yield "unresolved";
    }
    if (!isAwk && /rmtree|unlink|rmSync|rm_rf|remove\(|rmdir/.test(code)) yield "destructive";
    if (args.some(({ literal, wild }) => !literal && !wild)) yield "unresolved";
  }
  if (program === "git" && startsFromGit(texts)) yield "unresolved";
  // The subscript of a name that is asked for is worked out.
  if (/^(?:test|\[)$/.test(program) && texts.some((text, at) => texts[at - 1] === "-v" && /\[.*[$`]/s.test(text))) {
    yield "unresolved";
  }
  // By these, a request says to a service of another kind whatever its text is.
  if (program === "curl" && texts.some((text) => /^(?:--url=)?(?:gopher|dict|ldaps?|telnet):/i.test(text))) {
    yield "unresolved";
  }
  if (program === "screen" && texts.some((text) => /^-[A-Za-z]*m/.test(text))) yield "unresolved";
  if (DATABASE_SHELLS.has(program) && texts.some((text) => DATABASE_ESCAPE_REGEXP.test(text))) yield "unresolved";
  if (/^(?:g|bsd)?tar$/.test(program) && startsFromTar(texts)) yield "unresolved";
  if (
    /^(?:vi|vim|nvim|ex|ed|emacs|less|more|man|gdb|expect|screen|tmux)$/.test(program) &&
    texts.some((text) => /^(?:-c|\+|--cmd|--eval|-ex|-s|-S|new)/.test(text))
  ) {
    yield "unresolved";
  }
  if (/^g?sed$/.test(program) && sedScripts(texts).some((script) => readSed(script).runs)) yield "unresolved";
  if (/^(?:rsync|scp|sftp)$/.test(program) && startsOverNetwork(program, texts)) yield "unresolved";
}

/** What a flag has for a value: behind `=`, in the next word, or glued to a short one. */
function valuesOf(texts: readonly string[], short: RegExp, ...long: string[]): readonly string[] {
  return texts.flatMap((text, index) => {
    const name = long.find((each) => text.length > 4 && each.startsWith(text.split("=", 1)[0] ?? ""));
    if (name !== undefined) return [text.includes("=") ? text.slice(text.indexOf("=") + 1) : texts[index + 1] ?? ""];
    const glued = short.exec(text);
    if (glued === null) return [];
    return [text.length > glued[0].length ? text.slice(glued[0].length) : texts[index + 1] ?? ""];
  });
}

const COMPRESSOR_REGEXP =
  /^(?:zstd|zstdmt|unzstd|pigz|unpigz|gzip|bzip2|pbzip2|lbzip2|xz|pixz|lzma|lzip|plzip|lz4|lzop|brotli)(?: +-{1,2}[\w=-]+)*$/;

function startsFromTar(texts: readonly string[]): boolean {
  const starts = valuesOf(texts, /^-F/, "--to-command", "--rsh-command", "--info-script", "--new-volume-script");
  if (starts.length > 0 || texts.some((text) => /^--checkpoint-/.test(text))) return true;
  return valuesOf(texts, /^-I/, "--use-compress-program").some((value) => !COMPRESSOR_REGEXP.test(value));
}

const PLAIN_SSH_REGEXP =
  /^ssh(?: +-(?:p *\d+|i *[\w.~\/-]+|[46qTCvxa]+|o *(?:StrictHostKeyChecking|UserKnownHostsFile|BatchMode|IdentitiesOnly|ConnectTimeout|Compression|ServerAliveInterval|Port|User)[= ][\w\/.-]+))*$/;

/** Whether a copy over the network starts something else than ssh with plain flags. */
function startsOverNetwork(program: string, texts: readonly string[]): boolean {
  if (texts.some((text) => text.startsWith("ProxyCommand"))) return true;
  if (program !== "rsync") return texts.some((text) => /^-[A-Za-z]*[SDo]/.test(text));
  if (texts.some((text) => text.startsWith("--rsync-path"))) return true;
  return valuesOf(texts, /^-[A-Za-df-z]*e/, "--rsh").some((value) => !PLAIN_SSH_REGEXP.test(value));
}

/** The scripts in sed's words: of its flags, or the first word where none has one. */
function sedScripts(texts: readonly string[]): readonly string[] {
  const said = valuesOf(texts, /^-[A-Za-df-z]*e/, "--expression");
  const first = texts.filter((text) => !text.startsWith("-")).slice(0, 1);
  // A block that one flag ends may begin where a file would stand.
  return said.length > 0 ? said.concat(first.filter((text) => text.includes("{"))) : first;
}

/** What a script of sed does beside editing. */
interface SedDoings {
  readonly runs: boolean;
  /** The files that it reads or writes. */
  readonly files: readonly string[];
}

/** Reads a script of sed, command by command. */
function readSed(script: string): SedDoings {
  const files: string[] = [];
  let runs = false;
  let at = 0;
  const lineEnd = (from: number) => {
    const end = script.indexOf("\n", from);
    return end < 0 ? script.length : end;
  };
  // The end of what stands up to a delimiter, behind it.
  const part = (from: number, delimiter: string) => {
    let end = from;
    while (end < script.length && script[end] !== delimiter) end += script[end] === "\\" ? 2 : 1;
    return end + 1;
  };
  while (at < script.length) {
    const letter = script[at] ?? "";
    at++;
    if (letter === "/") at = part(at, "/");
    else if (letter === "\\") at = part(at + 1, script[at] ?? "");
    else if (letter === "s" || letter === "y") {
      const delimiter = script[at] ?? "";
      at = part(part(at + 1, delimiter), delimiter);
      if (letter === "y") continue;
      while (at < script.length && /[gpiImMe\d]/.test(script[at] ?? "")) runs = script[at++] === "e" || runs;
      if (script[at] !== "w") continue;
      files.push(script.slice(at + 1, lineEnd(at)).trim());
      at = lineEnd(at);
    } else if (letter === "e") runs = true;
    else if (/[rRwW]/.test(letter)) {
      files.push(script.slice(at, lineEnd(at)).trim());
      at = lineEnd(at);
    } else if (letter === "#") at = lineEnd(at);
    else if (/[aic]/.test(letter)) at = part(at, "\n");
    else if (/[btT:]/.test(letter)) { while (at < script.length && !/[;\n}]/.test(script[at] ?? "")) at++; }
  }
  return { runs, files };
}
