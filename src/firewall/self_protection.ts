/**
 * Sallyport guards itself: no policy can let a call touch the Sallyport home, a policy in force or a client's config.
 * Looks at every string and key that goes to the server, as a path and, in what may be a command, word by word.
 *
 * @module
 */

import { CLIENT_CONFIG_FOLDERS, CLIENT_CONFIG_PLACES } from "../clients/config_places.ts";
import { foldName } from "../jsonrpc/fold.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { mayMatch, mayMatchAll } from "../guards/component_match.ts";
import { readableInvocations } from "../guards/command.ts";
import { commandsTouch, isAbove } from "../guards/command_touch.ts";
import type { FileView } from "../guards/file_view.ts";
import type { CommandParser } from "../guards/shell.ts";
import { classTexts } from "../policy/argument_class.ts";
import { wordsOfName } from "../policy/argument_names.ts";
import { valueAt } from "../policy/pointer.ts";
import type { Subject } from "../policy/subject.ts";
import { type PathBase, pathComponents, readAsPath } from "../guards/path_reading.ts";

/** What is protected, ready to be compared. */
export interface Protection {
  readonly base: PathBase;
  readonly view: FileView;
  /** Files and folders by absolute path; what lies below a folder is protected too. */
  readonly places: readonly (readonly string[])[];
  /** Short strings that were seen to be plain; most are the same names in every message. */
  readonly plain: Set<string>;
  /** Finds what could spell a protected name or stand for more than its letters; text without it is plain. */
  readonly telling: RegExp;
  /** Whether the folder that relative paths start from is protected itself. */
  readonly startsInside: boolean;
  /** Reads commands; without it they are judged word by word alone. */
  readonly shell: CommandParser | undefined;
  /** Whether the call in hand only looks. */
  readonly onlyLooks?: true;
}

const OWN_NAMES: readonly (readonly string[])[] = [[".sallyport"]];
const OWN_FILES: readonly (readonly string[])[] = [["sallyport.jsonc"], ["sallyport.yaml"], ["sallyport.yml"]];
const SUFFIXES = [...OWN_FILES, ...CLIENT_CONFIG_PLACES];
const FOLDERS = [...OWN_NAMES, ...CLIENT_CONFIG_FOLDERS];

/** Separators, escapes, wildcards, variables, quotes inside a word, and everything that NFKC could change. */
const PUZZLE_SOURCE = "[/\\\\~$%*?\\[{`\"']|[^\\0-\\x7f]";
const MAX_PATH_LENGTH = 4096;
/** The longest argument that Linux takes. */
const MAX_COMMAND_LENGTH = 128 * 1024;
const MAX_STEPS = 64;
const MAX_HOPS = 8;
/** No file system here has a name that long: nothing to look for. */
const LONG_COMPONENT_REGEXP = /[^/]{256}/;
const COMMAND_TOOL_REGEXP = /exec|run|shell|command|cmd|terminal|process|script|eval|bash|powershell|console|code/i;
/** Arguments that hold prose or file contents: a path only where they are one word, not one where they name one. */
const PROSE_NAMES: ReadonlySet<string> = new Set(
  (
    "content contents text body message messages description title comment comments note notes thought prompt " +
    "newtext oldtext new_string old_string new_str old_str file_text question markdown html observations summary"
  ).split(" "),
);

/** What a protection is made of. */
export interface ProtectionOptions {
  /** Absolute paths as the operating system gives them; links are followed once. */
  readonly places: readonly string[];
  readonly base: PathBase;
  readonly view: FileView;
  readonly shell?: CommandParser | undefined;
}

/** Builds a protection. */
export function newProtection({ places, base, view, shell }: ProtectionOptions): Protection {
  const spelled = new Set<string>();
  for (const place of places) {
    const path = place.replaceAll("\\", "/");
    spelled.add(path);
    spelled.add((resolveReal(path, view) ?? path).replaceAll("\\", "/"));
  }
  // What the clients of this person are configured by goes with the folder it is in.
  if (base.home !== undefined) {
    const home = base.home.replaceAll("\\", "/");
    for (const place of CLIENT_CONFIG_PLACES) spelled.add([home, ...place].join("/"));
  }
  const components = [...spelled].map(pathComponents);
  const names = [...components, ...SUFFIXES, ...FOLDERS].map((place) => place.at(-1) ?? "");
  const telling = new RegExp(
    `${PUZZLE_SOURCE}|${[...new Set(names)].filter(Boolean).map(escapeRegExp).join("|")}`,
    "i",
  );
  const protection = { base, view, places: components, telling, plain: new Set<string>(), startsInside: false, shell };
  const start = pathComponents(base.workingFolder.replaceAll("\\", "/"));
  return { ...protection, startsInside: isProtectedPlace(protection, start) };
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

/**
 * Says whether content that is on its way to the server touches what is protected. `tool` is the tool it goes to, if
 * any: a tool that runs commands has no prose arguments. `subject` is the call as policies see it, if it is one.
 */
export function touchesProtected(
  protection: Protection,
  tool: string | undefined,
  content: Json | undefined,
  subject?: Subject,
): boolean {
  if (!touchesAs(protection, tool, content, subject)) return false;
  // What changes nothing may name many files at once.
  const only = { ...protection, onlyLooks: true } as const;
  return !(tool !== undefined && looks(protection, tool, subject) && !touchesAs(only, tool, content, subject));
}

const LOOKING_WORDS: ReadonlySet<string> = new Set("glob list ls search find grep".split(" "));
const LOOKING_PROGRAMS: ReadonlySet<string> = new Set(
  "ls grep egrep fgrep rg cat head tail wc stat file jq".split(" "),
);

/** What `find` may be told so that it only looks: whatever else begins with a dash may delete, run or write. */
const LOOKING_FIND_REGEXP =
  /^-(?:[HLP]|i?name|i?path|i?regex|type|maxdepth|mindepth|not|o|or|a|and|print0?|[acm](?:time|min)|newer|size|empty|prune)$/;

function onlyFinds(args: readonly { readonly text: string; readonly literal: boolean }[]): boolean {
  return args.every(({ text, literal }, index) =>
    literal && (!text.startsWith("-") || LOOKING_FIND_REGEXP.test(text) ||
      /^-[acm](?:time|min)$|^-size$/.test(args[index - 1]?.text ?? "") && /^-\d+[a-zA-Z]?$/.test(text))
  );
}

/** Whether a call only looks: by the tool's name, or by every program of its commands. */
function looks({ shell }: Protection, tool: string, subject: Subject | undefined): boolean {
  const words = wordsOfName(tool);
  const texts = subject === undefined ? [] : classTexts(subject)["@script"];
  if (texts.length === 0) return LOOKING_WORDS.has(words[0] ?? "") && words.every((word) => !TAKING_WORDS.has(word));
  if (shell === undefined) return false;
  const programs = texts.flatMap(({ text }) => readableInvocations(text, shell));
  return programs.length > 0 &&
    programs.every(({ program, args, opened, variables }) =>
      (LOOKING_PROGRAMS.has(program) || (program === "find" && onlyFinds(args))) && variables.length === 0 &&
      opened.every(({ write }) => !write)
    );
}

function touchesAs(
  protection: Protection,
  tool: string | undefined,
  content: Json | undefined,
  subject: Subject | undefined,
): boolean {
  if (content === undefined) return false;
  const runsCommands = tool !== undefined && COMMAND_TOOL_REGEXP.test(tool);
  if (touches({ protection, runsCommands, links: undefined }, content, "")) return true;
  if (tool === undefined || !isJsonObject(content)) return false;
  return callTouches(protection, tool, subject ?? callOf(tool, content));
}

/** Tools whose name says that they take something away or put it elsewhere. */
const TAKING_WORDS: ReadonlySet<string> = new Set(
  "delete remove rm unlink rmdir move mv rename trash erase destroy purge wipe clean cleanup".split(" "),
);

/** Whether a call touches what is protected by more than a name: as a command, or by taking a tree that it is in. */
function callTouches(protection: Protection, tool: string, subject: Subject): boolean {
  const { base, places } = protection;
  const texts = classTexts(subject);
  if (texts["@script"].some(({ text }) => commandTouches(protection, text))) return true;
  // What a patch changes, and what is named by a folder and a name apart.
  const look: Look = { protection, runsCommands: false, links: undefined };
  const { args } = subject;
  if (args !== undefined && texts["@path"].some(({ text }) => isProtectedPath(look, text, "letters"))) return true;
  if (!wordsOfName(tool).some((word) => TAKING_WORDS.has(word))) return false;
  return texts["@path"].some(({ text, path }) => {
    // Only a whole argument is a path to take; of a sentence no word is.
    if (args === undefined || valueAt(args, path) !== text || /\s/.test(text.trim())) return false;
    const components = pathComponents(readAsPath(text, base));
    return places.some((place) => isAbove(components, place));
  });
}

function callOf(tool: string, content: JsonObject): Subject {
  const args = content["arguments"];
  return {
    side: "client",
    kind: "request",
    server: "",
    method: "tools/call",
    tool,
    args: isJsonObject(args) ? args : undefined,
    content,
    bytes: 0,
    isKnown: true,
  };
}

function commandTouches(protection: Protection, text: string): boolean {
  const { shell, base, places } = protection;
  if (shell === undefined) return false;
  const isInside = (components: readonly string[], path: string) =>
    isProtectedPlace(protection, components) || leadsInside(protection, path);
  return commandsTouch(readableInvocations(text, shell), { isInside, places, base });
}

/** What one look at a message shares: the links in the folder where paths start are listed once for all its words. */
interface Look {
  readonly protection: Protection;
  readonly runsCommands: boolean;
  links: ReadonlySet<string> | "unreadable" | undefined;
}

/** Walks the content; `name` is the nearest key above a value. */
function touches(look: Look, value: Json, name: string): boolean {
  if (typeof value === "string") return isTouching(look, value, name);
  if (isJsonArray(value)) return value.some((item) => touches(look, item, name));
  if (!isJsonObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (isTouching(look, key, name) || (member !== undefined && touches(look, member, key))) return true;
  }
  return false;
}

function isTouching(look: Look, text: string, name: string): boolean {
  const { runsCommands } = look;
  const speaks = !runsCommands && PROSE_NAMES.has(foldName(name));
  if (speaks && /\s/.test(text)) return false;
  if (isProtectedPath(look, text, speaks ? "letters" : "links")) return true;
  if (speaks) return false;
  return namesProtected(look, text, runsCommands || isCommandName(name) ? "links" : "letters");
}

/** How a path is judged: by its letters alone, or also by where its links lead. */
type Looks = "letters" | "links";

function isCommandName(name: string): boolean {
  return COMMAND_TOOL_REGEXP.test(name) || /^args?$|^argv$|^arguments$/i.test(name);
}

/** Whether a whole string, read as a path, is protected: by its letters, or by where its links lead. */
function isProtectedPath(look: Look, text: string, looks: Looks): boolean {
  const { protection } = look;
  if (text.length === 0 || text.length > MAX_PATH_LENGTH) return false;
  if (isPlain(protection, text)) {
    return looks === "links" && isLinkHere(look, text) && leadsInside(protection, text);
  }
  if (isProtectedPlace(protection, pathComponents(readAsPath(text, protection.base)))) return true;
  return looks === "links" && leadsInside(protection, text);
}

const MAX_PLAIN_LENGTH = 64;
const MAX_PLAIN = 1000;

/** Whether nothing in a text could spell a protected name or stand for more than its letters. */
function isPlain({ startsInside, telling, plain }: Protection, text: string): boolean {
  if (startsInside) return false;
  if (text.length > MAX_PLAIN_LENGTH) return !telling.test(text);
  if (plain.has(text)) return true;
  if (telling.test(text)) return false;
  if (plain.size >= MAX_PLAIN) plain.clear();
  plain.add(text);
  return true;
}

/** A plain word is a path only in the folder where relative paths start. */
function isLinkHere(look: Look, word: string): boolean {
  const { view, base } = look.protection;
  look.links ??= view.linksIn(base.workingFolder) ?? "unreadable";
  return look.links === "unreadable" || look.links.has(word.trim());
}

function leadsInside(protection: Protection, text: string): boolean {
  const path = readAsPath(text, protection.base);
  if (LONG_COMPONENT_REGEXP.test(path)) return false;
  const real = resolveReal(path, protection.view);
  return real !== undefined && isProtectedPlace(protection, pathComponents(real.replaceAll("\\", "/")));
}

/** What ends words, and what is taken out of them. */
const CUT_REGEXP = /[\s;|&<>()"'`,=\\]/;

/** Whether a word of a text, quotes and escapes aside, is a protected path. */
function namesProtected(look: Look, text: string, looks: Looks): boolean {
  const { protection } = look;
  // A link may lead anywhere: then every word is put to the file system, as far as a text can be a command.
  const asksForLinks = looks === "links" && text.length <= MAX_COMMAND_LENGTH;
  if (!asksForLinks && isPlain(protection, text)) return false;
  // One word is what was looked at as a whole.
  if (!CUT_REGEXP.test(text)) return false;
  const seen = new Set<string>();
  for (const word of words(text)) {
    if (seen.has(word)) continue;
    seen.add(word);
    if (isProtectedPath(look, word, word.includes("/") ? "links" : looks)) return true;
  }
  return false;
}

/** The words of a text as a shell would cut them, with quotes kept as cuts, and again with quotes and escapes gone. */
function* words(text: string): Generator<string> {
  yield* nonEmpty(text.split(/[\s;|&<>()"'`,=]+/));
  const unquoted = text.replace(/\\\r?\n/g, "").replace(/["'`]/g, "").replace(/\\(?=[^\\])/g, "");
  if (unquoted !== text) yield* nonEmpty(unquoted.split(/[\s;|&<>(),=]+/));
}

function* nonEmpty(parts: readonly string[]): Generator<string> {
  for (const part of parts) if (part !== "") yield part;
}

function isProtectedPlace(protection: Protection, components: readonly string[]): boolean {
  if (protection.places.some((place) => beginsWith(components, place))) return true;
  const last = (start: number, suffix: readonly string[]) => isNamedAt(protection, components, suffix, start);
  if (SUFFIXES.some((suffix) => endsWith(components, suffix) && last(components.length - suffix.length, suffix))) {
    return true;
  }
  return FOLDERS.some((folder) =>
    protection.onlyLooks === true
      ? components.some((_, start) => mayMatchAll(components, folder, start))
      : contains(components, folder)
  );
}

/** To what only looks, a wildcard that names nothing of a place is none of it: `ls *.json`. */
function isNamedAt(
  { onlyLooks }: Protection,
  components: readonly string[],
  place: readonly string[],
  start: number,
): boolean {
  return onlyLooks !== true || mayMatchAll(components, place, start);
}

function beginsWith(components: readonly string[], place: readonly string[]): boolean {
  return place.length > 0 && components.length >= place.length && matchesAt(components, place, 0);
}

function endsWith(components: readonly string[], suffix: readonly string[]): boolean {
  return components.length >= suffix.length && matchesAt(components, suffix, components.length - suffix.length);
}

function contains(components: readonly string[], folder: readonly string[]): boolean {
  for (let start = 0; start + folder.length <= components.length; start++) {
    if (matchesAt(components, folder, start)) return true;
  }
  return false;
}

function matchesAt(components: readonly string[], wanted: readonly string[], start: number): boolean {
  return wanted.every((name, index) => mayMatch(components[start + index] ?? "", name));
}

/**
 * Where a path really leads: the real path of what is there; of a link to what is not there yet, where it points; of
 * any other new file, the real path of the nearest folder above and the rest.
 */
function resolveReal(path: string, view: FileView, hops = 0): string | undefined {
  let folder = path;
  let rest = "";
  for (let depth = 0; depth < MAX_STEPS; depth++) {
    const real = view.realPath(folder);
    if (real !== undefined) return real + rest;
    const target = hops < MAX_HOPS ? view.linkTarget(folder) : undefined;
    const slash = folder.lastIndexOf("/");
    if (target !== undefined) {
      const from = /^\/|^[A-Za-z]:/.test(target) ? target : `${folder.slice(0, Math.max(slash, 0))}/${target}`;
      return resolveReal(from.replaceAll("\\", "/") + rest, view, hops + 1);
    }
    if (slash <= 0) return undefined;
    rest = folder.slice(slash) + rest;
    folder = folder.slice(0, slash);
  }
  return undefined;
}
