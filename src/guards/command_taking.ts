/**
 * Commands that take a whole folder along: archives, copies, searches, mounts. What lies in a home, or in a folder of
 * settings, goes with it, keys and credentials too, without being named.
 *
 * @module
 */

import { mayMatch } from "./component_match.ts";
import type { Invocation } from "./invocation.ts";
import { type PathBase, pathComponents, readAsPath } from "./path_reading.ts";
import { isSensitivePath } from "./sensitive_path.ts";
import { SENSITIVE_PLACES, type SensitiveKind } from "./sensitive_places.ts";

const ARCHIVERS: ReadonlySet<string> = new Set(["tar", "bsdtar", "gtar", "star"]);
const PACKERS: ReadonlySet<string> = new Set(["zip", "7z", "7za", "7zr", "7zz", "rar", "cpio", "pax", "mksquashfs"]);
const COPIERS: ReadonlySet<string> = new Set(["cp", "gcp", "scp", "rsync", "rclone"]);
const SEARCHERS: ReadonlySet<string> = new Set(["grep", "egrep", "fgrep", "zgrep", "ggrep"]);
const DEEP_SEARCHERS: ReadonlySet<string> = new Set(["rgrep", "rg", "ag", "ack", "ugrep", "pt"]);
const CONTAINERS: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl"]);

/** Folders in which homes lie, and the home of root; folded. */
const HOME_PARENTS: ReadonlySet<string> = new Set(["home", "users"]);

/** What is secret to read; what only starts by itself is not. */
const KEPT_KINDS: ReadonlySet<SensitiveKind> = new Set(["keys", "env", "credentials", "browser"]);

/**
 * Says whether a command reads everything in a folder that holds what is secret, or a secret that is named beside it: by
 * what it is fed with, or from the folder that the text goes to. `all` are the commands of its text.
 */
export function takesSecrets(invocation: Invocation, all: readonly Invocation[], base: PathBase): boolean {
  const { program, args } = invocation;
  const texts = args.map(({ text }) => text);
  if (CONTAINERS.has(program)) return mounts(texts).some((source) => holdsSecrets(source, base));
  if (listsTaken(invocation).some((each) => listsAll(each, base) || saysSecret(each, base))) return true;
  if (namesFromFolder(invocation, all, base)) return true;
  const folders = publishes(program, texts) ? texts : foldersTaken(program, texts);
  if (folders.length === 0) return false;
  const relative = folders.filter((folder) => folder !== "" && !/^[/~$]|:/.test(folder));
  if (secretFolders(all, base).some((each) => relative.some((folder) => holdsSecrets(`${each}/${folder}`, base)))) {
    return true;
  }
  // Behind a `cd` into such a folder, a relative name is one in it.
  const isInside = all.some(({ program: other, args: [first] }) =>
    /^(?:cd|pushd)$/.test(other) && (first === undefined || holdsSecrets(first.text, base))
  );
  return folders.some((folder) => holdsSecrets(folder, base) || (isInside && /^(?:\.\/?|\.?\/?\*+|)$/.test(folder)));
}

/** What takes along every file that its input names. */
const TAKES_LISTS: ReadonlySet<string> = new Set([...ARCHIVERS, ...PACKERS, ...COPIERS, "xargs", "parallel"]);

/** What says something about files by their names alone. */
const TELLS_OF_FILES: ReadonlySet<string> = new Set(
  ("echo printf ls stat file du wc sort uniq test [ [[ cd pushd basename dirname realpath readlink touch mkdir " +
    "read true false column tree").split(" "),
);

/** The programs that may name the files which a command does more to than tell of them. */
function listsTaken({ program, args, feeders, listed }: Invocation): readonly Invocation[] {
  if (TAKES_LISTS.has(program)) return feeders.concat(listed);
  if (TELLS_OF_FILES.has(program)) return [];
  const fromOutput = args.some(({ runs }) => runs) ? feeders : [];
  return args.some(({ literal, wild }) => !literal && !wild) ? fromOutput.concat(listed) : fromOutput;
}

/** A list of all files below a folder, not of some by their names. */
function listsAll({ program, args }: Invocation, base: PathBase): boolean {
  if (!/^(?:g?find|fd|fdfind)$/.test(program)) return false;
  return !args.some(({ text }) => /^-i?(?:name|path|wholename|regex)$/.test(text)) &&
    args.some(({ text }) => holdsSecrets(text, base));
}

/** What hands its words on as they are. */
const SPEAKERS: ReadonlySet<string> = new Set(["echo", "printf"]);

/** What was said of one command last: many others may be fed by it. */
const KNOWN_SPEECH = new WeakMap<Invocation, { readonly base: PathBase; readonly isSecret: boolean }>();

/** Whether a command hands on the name of a secret; words about one begin with other words. */
function saysSecret(invocation: Invocation, base: PathBase): boolean {
  if (!SPEAKERS.has(invocation.program)) return false;
  const known = KNOWN_SPEECH.get(invocation);
  if (known?.base === base) return known.isSecret;
  const isSecret = invocation.args.some(({ text }) => isNamedSecret(text.trim().split(/\s/, 1)[0] ?? "", base));
  KNOWN_SPEECH.set(invocation, { base, isSecret });
  return isSecret;
}

function isNamedSecret(text: string, base: PathBase): boolean {
  return /[./~]/.test(text) && isSensitivePath(text, { base });
}

/** How many folders with secrets one text is followed into. */
const MAX_FOLDERS = 8;
const FOLDER_FLAG_REGEXP = /^(?:-C|--directory|--chdir|--cwd|--git-dir|--work-tree)$/;

/** The folders that may have secrets which a text goes to; kept, since all commands of one text are asked about in a row. */
const KNOWN_FOLDERS = new WeakMap<readonly Invocation[], readonly string[]>();

function secretFolders(all: readonly Invocation[], from: PathBase): readonly string[] {
  const base = withHome(from);
  const known = KNOWN_FOLDERS.get(all);
  if (known !== undefined) return known;
  const folders = new Set<string>();
  const others = new Set<string>();
  let workingFolder = base.workingFolder;
  for (const { program, args } of all) {
    const isMove = /^(?:cd|pushd|chdir)$/.test(program);
    const target = isMove
      ? args.find(({ text }) => !/^-[LPe@n]*$|^--$/.test(text))?.text ?? "~"
      : args[args.findIndex(({ text }) => FOLDER_FLAG_REGEXP.test(text)) + 1]?.text;
    if (target === undefined || (!isMove && !args.some(({ text }) => FOLDER_FLAG_REGEXP.test(text)))) continue;
    if (target.length > MAX_PATH_CHARS) continue;
    const folder = `/${pathComponents(readAsPath(target, { ...base, workingFolder })).join("/")}`;
    if (isMove) workingFolder = folder.length > MAX_PATH_CHARS ? "/" : folder;
    const isKept = holdsSecrets(folder, base) || isSensitivePath(folder, { base });
    // Some folders have secrets that are known by longer names only, such as those of a process.
    if (/^[/~$]/.test(target) && others.size < MAX_FOLDERS) others.add(folder);
    if (isKept && folders.size < MAX_FOLDERS) folders.add(folder);
  }
  const found = [...folders.union(others)];
  KNOWN_FOLDERS.set(all, found);
  return found;
}

/** Whether a relative name is that of a secret from where the text has gone. */
function namesFromFolder({ program, args, opened }: Invocation, all: readonly Invocation[], base: PathBase): boolean {
  const folders = secretFolders(all, base);
  if (folders.length === 0) return false;
  const names = opened.map(({ target }) => target.text);
  if (!TELLS_OF_FILES.has(program)) {
    for (const { text } of args) {
      const value = text.replace(/^.*[=@]/s, "");
      if (!value.startsWith("-") && !/\s/.test(value)) names.push(value);
    }
  }
  return names.some((name) =>
    name !== "" && name.length <= MAX_PATH_CHARS && !/^[/~]|:\/\//.test(name) &&
    folders.some((workingFolder) => isSensitivePath(name, { base: { ...base, workingFolder } }))
  );
}

/** Servers of files, which give a folder to whoever asks. */
function publishes(program: string, texts: readonly string[]): boolean {
  const has = (regexp: RegExp) => texts.some((text) => regexp.test(text));
  if (/^(?:http-server|serve|miniserve|dufs|webfsd|darkhttpd|httpd|caddy|twistd3?|sirv|live-server)$/.test(program)) {
    return true;
  }
  if (/^(?:python|pypy)[\d.]*$/.test(program)) return has(/^(?:http\.server|SimpleHTTPServer|pyftpdlib|uploadserver)$/);
  if (program === "php") return has(/^-[A-Za-z]*S/);
  if (program === "ruby") return has(/^(?:httpd|-run|-rwebrick)$/);
  return /^(?:npx|bunx|pnpx|deno|uvx)$/.test(program) &&
    has(/(?:^|[\/:])(?:http-server|serve|live-server|sirv(?:-cli)?|file-server|miniserve)(?:@\S*)?$/);
}

/** The words that name what is taken. */
function foldersTaken(program: string, texts: readonly string[]): readonly string[] {
  const has = (short: string, ...long: string[]) =>
    texts.some((text) =>
      (/^-[A-Za-z]+$/.test(text) && [...short].some((letter) => text.includes(letter))) || long.includes(text)
    );
  const plain = texts.filter((text) => !text.startsWith("-"));
  const values = texts.flatMap((text) => /^--?[\w-]+=(.+)$/.exec(text)?.[1] ?? []);
  if (ARCHIVERS.has(program)) {
    const isMaking = has("cru", "--create", "--append", "--update") || /^[a-zA-Z]*[cru][a-zA-Z]*$/.test(texts[0] ?? "");
    return isMaking ? [...plain, ...values, ...joined(texts, "C")] : [];
  }
  if (PACKERS.has(program)) return /^(?:7z|rar)/.test(program) && /^[xlte]$/.test(texts[0] ?? "") ? [] : plain;
  if (COPIERS.has(program)) {
    if (program !== "rclone" && !has("rRa", "--recursive", "--archive")) return [];
    const target = texts.findIndex((text) => text === "-t" || text === "--target-directory");
    if (target >= 0) return plain.filter((text) => text !== texts[target + 1]);
    return texts.some((text) => /^(?:-t.|--target-directory=)/.test(text)) ? plain : plain.slice(0, -1);
  }
  const isDeep = DEEP_SEARCHERS.has(program);
  if (!isDeep && !(SEARCHERS.has(program) && has("rR", "--recursive", "--dereference-recursive"))) return [];
  // The first word is what is searched for, where no flag says it.
  const isSaid = texts.some((text) => /^-[A-Za-z]*[ef]$|^--(?:regexp|file)(?:=|$)/.test(text));
  return isSaid ? plain : plain.slice(1);
}

/** What a short flag carries in the same word. */
function joined(texts: readonly string[], letter: string): readonly string[] {
  return texts.flatMap((text) => text.startsWith(`-${letter}`) && text.length > 2 ? [text.slice(2)] : []);
}

/** The folders of this machine that a container is to see. */
function mounts(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text, index) => {
    const value = /^(?:-v|--volume)$/.test(text) ? texts[index + 1] : /^(?:-v=?|--volume=)(.+)$/.exec(text)?.[1];
    if (value !== undefined) return [value.replace(/^([A-Za-z]:)?([^:]*).*$/s, "$1$2")];
    const mount = text === "--mount" ? texts[index + 1] : /^--mount=(.+)$/.exec(text)?.[1];
    return mount === undefined ? [] : /(?:^|,)(?:src|source)=([^,]*)/.exec(mount)?.[1] ?? [];
  });
}

/** Whether braces of a shell also stand for the folder itself, or for all in it. */
function namesAll(component: string): boolean {
  return component.startsWith("{") && component.endsWith("}") &&
    component.slice(1, -1).split(",").some((each) => each === "" || each === "." || each === "*");
}

/** Any home will do where it is not known which it is. */
function withHome(base: PathBase): PathBase {
  return base.home === undefined ? { ...base, home: "/home/user" } : base;
}

/** The longest text that is a path. */
const MAX_PATH_CHARS = 4096;

/**
 * Says whether a folder, named from the root or the home, holds a home, or what a home or the system keeps secret. A
 * relative name is none: where it leads is known to the server alone.
 */
export function holdsSecrets(text: string, from: PathBase): boolean {
  const base = withHome(from);
  if (text.length > MAX_PATH_CHARS) return false;
  const local = text.replace(/^[^/~$\\]*:(?=[/~])/, "");
  if (!/^["'\s]*(?:[/~\\]|\$\{?(?:HOME|USERPROFILE)\b|%USERPROFILE%|[A-Za-z]:[\\/]|file:)/i.test(local)) return false;
  const all = withoutDrive(pathComponents(readAsPath(local, base)));
  // What a wildcard at the end stands for lies in the folder around it.
  const last = all.at(-1) ?? "";
  const isAll = (/^[*?.]+$/.test(last) && last.includes("*")) || namesAll(last);
  const folder = isAll ? all.slice(0, -1) : all;
  const home = base.home === undefined ? undefined : withoutDrive(pathComponents(base.home));
  if (isHead(folder, ["etc"]) || isHead(folder, ["root"])) return true;
  const [first = "", , ...more] = folder;
  if (HOME_PARENTS.has(first) && more.length === 0) return true;
  const inHome = home !== undefined && isHead(home, folder.slice(0, home.length))
    ? folder.slice(home.length)
    : HOME_PARENTS.has(first)
    ? more
    : undefined;
  if (home !== undefined && isHead(folder, home)) return true;
  return inHome !== undefined && inHome.length > 0 &&
    SENSITIVE_PLACES.some(({ kind, components, counts }) =>
      counts !== "root" && KEPT_KINDS.has(kind) && components.length > inHome.length && isHead(inHome, components)
    );
}

function withoutDrive(components: readonly string[]): readonly string[] {
  return /^[a-z]:$/.test(components[0] ?? "") ? components.slice(1) : components;
}

/** Whether the components are the first of others, or all of them. */
function isHead(components: readonly string[], whole: readonly string[]): boolean {
  return components.length <= whole.length && components.every((each, index) => mayMatch(each, whole[index] ?? ""));
}
