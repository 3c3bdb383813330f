/**
 * Which texts of a message are paths, commands and addresses: by the names of arguments and tools, by what the tool's
 * listing says of them, and by how the texts look. So a rule of a pack can speak of commands whatever a server calls
 * them: `"args": {"@command": ...}`.
 *
 * Reads widely, for rules that refuse: one text may be of several classes. What a server says of its tools only adds.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import {
  ACTION_NAMES,
  ARGUMENT_LIST_NAMES,
  BESIDE_COMMAND_NAMES,
  COMMAND_ARGUMENT_ENDS,
  COMMAND_ARGUMENT_NAMES,
  CONTAINER_TOOL_WORDS,
  cutName,
  DESTINATION_ENDS,
  ENVIRONMENT_NAMES,
  FETCHING_TOOL_WORDS,
  FOLDER_NAMES,
  HOST_ARGUMENT_ENDS,
  LOOKING_TOOL_WORDS,
  OTHER_LANGUAGE_WORDS,
  PATH_ARGUMENT_ENDS,
  PROGRAM_NAMES,
  PROSE_NAMES,
  RUNNING_TOOL_WORDS,
  SCRIPT_ARGUMENT_ENDS,
  SHELL_INPUT_NAMES,
  SHELL_TOOL_WORDS,
  STARTING_TOOL_WORDS,
  TAKING_TOOL_WORDS,
  TYPED_NAMES,
  TYPING_TOOL_WORDS,
  URL_ARGUMENT_ENDS,
  wordsOfName,
} from "./argument_names.ts";
import {
  commandsInCode,
  composedCommand,
  containerCommands,
  embeddedJson,
  gitHelper,
  patchedPaths,
  programOfTool,
} from "./embedded_commands.ts";
import type { Path } from "./pointer.ts";
import type { Subject } from "./subject.ts";

/**
 * Classes of texts: what may be a path; what a shell will read; that and what a shell may read, or something else; what
 * is opened as an address; addresses inside commands.
 */
export const ARGUMENT_CLASSES = ["@path", "@command", "@script", "@url", "@command-url"] as const;

/** One of them. */
export type ArgumentClass = typeof ARGUMENT_CLASSES[number];

/** A text of a class, and where it stands: in the arguments of a call, in the parameters of another message. */
export interface ClassedText {
  readonly text: string;
  readonly path: Path;
}

/** Says whether a key of `args` names a class. */
export function isArgumentClass(key: string): key is ArgumentClass {
  return (ARGUMENT_CLASSES as readonly string[]).includes(key);
}

/**
 * Sorts the texts of a message.
 *
 * @example A command by any name
 * ```ts
 * import assert from "node:assert/strict";
 * import { toSubject } from "./subject_fixture.ts";
 *
 * const call = { tool: "terminal", args: { input: "ls -l" } };
 * assert.deepEqual(classTexts(toSubject({ call }, "s"))["@command"], [{ text: "ls -l", path: ["input"] }]);
 * ```
 */
export function classTexts(subject: Subject): ClassedTexts {
  const known = sortedTexts.get(subject);
  if (known !== undefined) return known;
  const sorted = sortTexts(subject);
  sortedTexts.set(subject, sorted);
  return sorted;
}

/** The texts of each class. */
export type ClassedTexts = Readonly<Record<ArgumentClass, readonly ClassedText[]>>;

/** Every policy and the program's own protection ask the same of one message. */
const sortedTexts = new WeakMap<Subject, ClassedTexts>();

function sortTexts(subject: Subject): ClassedTexts {
  const sorting = newSorting(subject);
  const { content, method } = subject;
  if (content === undefined) return sorting.found;
  if (!isJsonObject(content) || subject.kind === "response") {
    visit(sorting, content, { name: "", path: [], role: "plain" });
    return sorting.found;
  }
  for (const key of Object.keys(content)) {
    // What a tool or prompt is called is neither opened nor run.
    if (key === "name" && (method === "tools/call" || method === "prompts/get")) continue;
    const isCall = method === "tools/call" && key === "arguments";
    visit(sorting, content[key] ?? null, { name: isCall ? "" : key, path: isCall ? [] : [key], role: "plain" });
  }
  return sorting.found;
}

/** What a tool does with its arguments, as far as its name says. */
type ToolKind = "shell" | "runner" | "plain";

interface Sorting {
  readonly kind: ToolKind;
  /** The program that the tool is named after. */
  readonly program: string | undefined;
  readonly fetches: boolean;
  /** Whether it takes folders along, or starts containers. */
  readonly takes: boolean;
  readonly contains: boolean;
  /** Whether it types into something that runs already. */
  readonly types: boolean;
  readonly words: readonly string[];
  readonly subject: Subject;
  readonly found: Record<ArgumentClass, ClassedText[]>;
}

/** What an argument is for. */
type Role = "command" | "script" | "prose" | "path" | "plain";

/** Where a value stands. */
interface Spot {
  readonly name: string;
  readonly path: Path;
  /** The role of the nearest key above. */
  readonly role: Role;
  /** How many texts of JSON stand around, and how deep in the innermost. */
  readonly inside?: number | undefined;
  readonly depth?: number | undefined;
}

function newSorting(subject: Subject): Sorting {
  const words = subject.tool === undefined ? [] : wordsOfName(subject.tool);
  const isShell = subject.hints?.runsCommands === true || words.some((word) => SHELL_TOOL_WORDS.has(word));
  const runs = words.some((word) => RUNNING_TOOL_WORDS.has(word)) &&
    !words.some((word) => OTHER_LANGUAGE_WORDS.has(word));
  return {
    kind: isShell ? "shell" : runs ? "runner" : "plain",
    program: programOfTool(words),
    fetches: words.some((word) => FETCHING_TOOL_WORDS.has(word)),
    takes: words.some((word) => TAKING_TOOL_WORDS.has(word)),
    contains: words.some((word) => CONTAINER_TOOL_WORDS.has(word)) &&
      (!words.some((word) => LOOKING_TOOL_WORDS.has(word)) || words.some((word) => STARTING_TOOL_WORDS.has(word))),
    types: words.some((word) => TYPING_TOOL_WORDS.has(word)),
    words,
    subject,
    found: { "@path": [], "@command": [], "@script": [], "@url": [], "@command-url": [] },
  };
}

function visit(sorting: Sorting, value: Json, spot: Spot): void {
  if (typeof value === "string") {
    sort(sorting, value, spot);
    const { inside = 0 } = spot;
    const inner = spot.role === "prose" || inside >= MAX_JSON_INSIDE ? undefined : embeddedJson(value);
    if (inner !== undefined) visit(sorting, inner, { ...spot, inside: inside + 1, depth: 0 });
    return;
  }
  const depth = spot.depth === undefined ? undefined : spot.depth + 1;
  // Deeper than any message may nest.
  if (depth !== undefined && depth > MAX_JSON_DEPTH) return;
  if (isJsonArray(value)) {
    value.forEach((item, index) => {
      visit(sorting, item, { ...spot, depth, path: depth === undefined ? [...spot.path, String(index)] : spot.path });
    });
    return sortTogether(sorting, value, spot);
  }
  if (!isJsonObject(value)) return;
  const runs = saysRun(value);
  for (const key of Object.keys(value)) {
    const path = spot.inside === undefined ? [...spot.path, key] : spot.path;
    addPaths(sorting, key, "plain", path);
    const own = roleOf(sorting, key, spot.role);
    const role = runs && (own === "prose" || own === "plain") && !isActionName(key) ? "script" : own;
    visit(sorting, value[key] ?? null, { ...spot, name: key, path, role, depth });
  }
  sortWithArguments(sorting, value, spot);
  sortInFolder(sorting, value, spot);
  sortWithEnvironment(sorting, value, spot);
  if (sorting.program !== undefined && spot.path.length === 0 && isComposed(sorting.program, value)) {
    const text = composedCommand(sorting.program, sorting.words, value);
    sorting.found["@script"].push({ text, path: spot.path });
    if (sorting.program === "git") sorting.found["@command"].push({ text, path: spot.path });
  }
  if (!sorting.contains) return;
  for (const text of containerCommands(value)) sorting.found["@script"].push({ text, path: spot.path });
}

/** Programs that run what they are given as code have no words of their own; a command that is given is whole. */
const CODE_PROGRAMS: ReadonlySet<string> = new Set(["python", "node", "deno", "bun"]);

function isComposed(program: string, options: JsonObject): boolean {
  return !CODE_PROGRAMS.has(program) && !Object.keys(options).some((key) => {
    const words = wordsOfName(key);
    return COMMAND_ARGUMENT_ENDS.has(words.at(-1) ?? "") || ARGUMENT_LIST_NAMES.has(words.join(""));
  });
}

/** An action inside an action inside an action is none that a server takes apart. */
const MAX_JSON_INSIDE = 3;
const MAX_JSON_DEPTH = 64;

/** Whether one member says that the others are run. */
function saysRun(value: JsonObject): boolean {
  return Object.keys(value).some((key) => {
    if (!isActionName(key)) return false;
    const said = value[key] ?? null;
    return (isJsonArray(said) ? said : [said]).some((text) =>
      typeof text === "string" && text.length <= MAX_ACTION_CHARS &&
      cutName(text).some((word) => SHELL_TOOL_WORDS.has(word) || RUNNING_TOOL_WORDS.has(word))
    );
  });
}

function isActionName(key: string): boolean {
  return key.length <= MAX_ACTION_NAME && ACTION_NAMES.has(key.toLowerCase());
}

/** No name of an action is longer. */
const MAX_ACTION_NAME = 9;

const MAX_ACTION_CHARS = 64;

function roleOf({ kind, subject, types }: Sorting, name: string, above: Role): Role {
  const words = wordsOfName(name);
  const joined = words.join("");
  const last = words.at(-1) ?? "";
  const hint = subject.hints?.arguments.get(foldName(name));
  const isBeside = BESIDE_COMMAND_NAMES.has(joined);
  const isCommand = COMMAND_ARGUMENT_ENDS.has(last) || COMMAND_ARGUMENT_ENDS.has(words.slice(-2).join("")) ||
    COMMAND_ARGUMENT_NAMES.has(joined);
  if (isCommand || hint === "command") return "command";
  if (types && TYPED_NAMES.has(joined)) return "script";
  if ((above === "command" || above === "script") && !isBeside) return above;
  if (kind === "shell" && SHELL_INPUT_NAMES.has(joined)) return "command";
  if (PATH_ARGUMENT_ENDS.has(last) || hint === "path") return "path";
  if (kind === "shell" && !isBeside) return "script";
  if (PROSE_NAMES.has(joined)) return "prose";
  if ((kind === "runner" && !isBeside) || SCRIPT_ARGUMENT_ENDS.has(last)) return "script";
  return "plain";
}

function sort(sorting: Sorting, text: string, { name, path, role }: Spot): void {
  if (text === "") return;
  const { found, fetches, subject } = sorting;
  switch (role) {
    case "command":
      found["@command"].push({ text, path });
      found["@script"].push({ text, path });
      break;
    case "script":
      found["@script"].push({ text, path });
      for (const inner of commandsInCode(text)) found["@script"].push({ text: inner, path });
      break;
    case "prose":
    case "path":
    case "plain":
      break;
  }
  if (role === "prose" && PATCH_NAMES.has(wordsOfName(name).join(""))) {
    for (const patched of patchedPaths(text)) addPaths(sorting, patched, "path", path);
  }
  if (role === "command" || role === "script") addCommandUrls(sorting, text, path);
  const { program } = sorting;
  if (role === "command" && program !== undefined && !text.trimStart().startsWith(program)) {
    found["@script"].push({ text: `${program} ${text}`, path });
  }
  const helper = role === "prose" ? undefined : gitHelper(text);
  if (helper !== undefined) found["@command"].push({ text: helper, path });
  addPaths(sorting, text, role, path);
  // The root of a tool that speaks to another machine is not this one's.
  const isTaken = sorting.takes && !fetches && text !== "/" &&
    (role === "path" || (role === "plain" && /^[~$]|^\/\w+\/./.test(text)));
  if (isTaken && text.length <= MAX_PATH_CHARS && !isDestination(name)) {
    found["@script"].push({ text: `tar c ${quote(text)}`, path });
  }
  const isNamed = URL_ARGUMENT_ENDS.has(wordsOfName(name).at(-1) ?? "") ||
    subject.hints?.arguments.get(foldName(name)) === "url";
  const url = role === "prose" && !fetches && !isNamed ? undefined : toUrl(text, isNamed);
  if (url !== undefined) found["@url"].push({ text: url, path });
  else if ((role === "plain" || role === "path") && METADATA_TEXT_REGEXP.test(text)) {
    const host = METADATA_TEXT_REGEXP.exec(text)?.[0] ?? "";
    found["@url"].push({ text: `http://${host}/`, path });
  } else if (HOST_ARGUMENT_ENDS.has(wordsOfName(name).at(-1) ?? "")) {
    const host = metadataHost(text);
    if (host !== undefined) found["@url"].push({ text: `http://${host}/`, path });
  }
}

function isDestination(name: string): boolean {
  const words = wordsOfName(name);
  return DESTINATION_ENDS.has(words.at(-1) ?? "") || DESTINATION_ENDS.has(words[0] ?? "");
}

/** Prose that names files in its own way. */
const PATCH_NAMES: ReadonlySet<string> = new Set(["patch", "diff", "input", "edits"]);

/** Where clouds hand out credentials; a database has no such host. */
const METADATA_HOST_REGEXP =
  /^(?:169\.254\.|100\.100\.100\.200$|192\.0\.0\.192$|168\.63\.129\.16$|\[fd00:ec2:|\[::ffff:a9fe:|(?:rancher-)?metadata(?:\.|$)|instance-data(?:\.|$))/;

/** The same anywhere in a text, such as code that is to fetch it. */
const METADATA_TEXT_REGEXP =
  /(?<=[a-z]{2,5}:\/\/|@|^|\r\nHost: )(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal|metadata\.tencentyun\.com)(?![\w.-]*\w)/i;

function metadataHost(text: string): string | undefined {
  if (text.length > MAX_HOST_CHARS || /[\s/@?#]/.test(text)) return undefined;
  const host = URL.parse(`http://${text.includes("::") && !text.startsWith("[") ? `[${text}]` : text}/`)?.hostname;
  return host !== undefined && METADATA_HOST_REGEXP.test(host) ? host : undefined;
}

/** The longest text that is a path. */
const MAX_PATH_CHARS = 4096;
const REMOTE_REGEXP =
  /^(?:https?|wss?|ftps?|sftp|git|ssh|s3|gs):\/\/(?!(?:[^/?#@]*@)?(?:localhost|127\.|0\.|\[::)|[/?#])[^\s]*$/i;
const WORD_CUT_REGEXP = /[\s;|&<>()"'`,=]+/;
/** Read as a path such an address leads into a folder of its own name; with `..` in it, anywhere. */
function isRemote(text: string): boolean {
  return REMOTE_REGEXP.test(text) && !/\.\.|%2e|\\/i.test(text);
}

/** A bare word is a file of the working folder: only these names are telling. */
const SENSITIVE_WORD_REGEXP = /^(?:id_[a-z0-9_]+|authorized_keys|_netrc)$/i;
const PATH_MARK_REGEXP = /[/\\~.$%*?{[]|[^\0-\x7f]/;

function addPaths({ found }: Sorting, text: string, role: Role, path: Path): void {
  // What stands in an address of another machine is no file of this one; what a parameter of it names may be.
  if (isRemote(text)) {
    const parameters = text.indexOf("?");
    if (parameters >= 0) addPaths({ found } as Sorting, text.slice(parameters + 1), role, path);
    return;
  }
  const isOneWord = !/\s/.test(text);
  const isWhole = role === "path" || isOneWord || (role === "plain" && beginsAsPath(text));
  const isTelling = role === "path" || PATH_MARK_REGEXP.test(text) || SENSITIVE_WORD_REGEXP.test(text);
  if (isWhole && isTelling && text.length <= MAX_PATH_CHARS) found["@path"].push({ text, path });
  if (role === "prose") return;
  // A shell's parser takes the backslashes of Windows for its own.
  if (role === "command" && !/(?:^|[\s"'=])(?:[A-Za-z]:|\\)\\/.test(text)) return;
  const seen = new Set([text]);
  for (const word of text.split(WORD_CUT_REGEXP)) {
    if (word.length > MAX_PATH_CHARS || seen.has(word)) continue;
    if (isRemote(word)) continue;
    if (!PATH_MARK_REGEXP.test(word) && !SENSITIVE_WORD_REGEXP.test(word)) continue;
    seen.add(word);
    found["@path"].push({ text: word, path });
  }
}

/** A sentence that names a path has words before it; a path with spaces in it begins like one. */
function beginsAsPath(text: string): boolean {
  const [first = ""] = text.trim().split(/[/\\]/, 1);
  return !/\s/.test(first) || /^["'`]*(?:[~.$%]|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*:$)/.test(first);
}

const MAX_JOINED_ITEMS = 64;

/** A list of words is also one command, and also one path in pieces. */
function sortTogether(sorting: Sorting, items: readonly Json[], { path, role, name }: Spot): void {
  const texts = items.filter((item) => typeof item === "string");
  if (texts.length < 2) return;
  // Of which each has words of its own is a list of commands, and no words of one.
  const isWords = !texts.every((text) => /\S\s+\S/.test(text));
  if (isWords && (role === "command" || role === "script" || (sorting.kind !== "plain" && isArgumentList(name)))) {
    const text = texts.map(quote).join(" ");
    if (role !== "script") sorting.found["@command"].push({ text, path });
    sorting.found["@script"].push({ text, path });
  }
  if (texts.length > MAX_JOINED_ITEMS || role === "prose") return;
  for (const joint of ["", "/"]) addPaths(sorting, texts.join(joint), "path", path);
}

function isArgumentList(name: string): boolean {
  return ARGUMENT_LIST_NAMES.has(wordsOfName(name).join(""));
}

/** A program in one argument, and what it is given in another. */
function sortWithArguments(sorting: Sorting, value: JsonObject, { path, role }: Spot): void {
  const keys = Object.keys(value);
  for (const listKey of keys.filter(isArgumentList)) {
    const list = value[listKey] ?? null;
    const given = typeof list === "string" ? list : isJsonArray(list) ? wordsOf(list) : undefined;
    if (given === undefined) continue;
    if (sorting.program !== undefined) {
      sorting.found["@script"].push({ text: `${sorting.program} ${given}`, path: [...path, listKey] });
    }
    for (const key of keys) {
      const named = value[key] ?? null;
      const program = isJsonArray(named) ? wordsOf(named) : named;
      if (key === listKey || typeof program !== "string" || program === "") continue;
      const keyRole = isProgramName(sorting, key) ? "command" : roleOf(sorting, key, role);
      if (keyRole !== "command") continue;
      const text = { text: `${program} ${given}`, path: [...path, listKey] };
      sorting.found["@command"].push(text);
      sorting.found["@script"].push(text);
      if (sorting.program !== undefined && !program.trimStart().startsWith(sorting.program)) {
        sorting.found["@script"].push({ text: `${sorting.program} ${program} ${given}`, path: [...path, listKey] });
      }
    }
  }
}

const LOOSE_PROGRAM_NAMES: ReadonlySet<string> = new Set(["path", "name", "process", "app", "tool"]);

/** A path or a name is a program only to a tool that runs something. */
function isProgramName({ kind }: Sorting, key: string): boolean {
  const name = wordsOfName(key).join("");
  return PROGRAM_NAMES.has(name) && (kind !== "plain" || (!LOOSE_PROGRAM_NAMES.has(name)));
}

/** A folder in one argument, and what is read or run in it in another. */
function sortInFolder(sorting: Sorting, value: JsonObject, { path }: Spot): void {
  const keys = Object.keys(value);
  for (const key of keys) {
    if (FOLDER_NAMES.has(wordsOfName(key).join(""))) sortInOneFolder(sorting, value, { path, key });
  }
}

function sortInOneFolder(
  { found, kind }: Sorting,
  value: JsonObject,
  { path, key: folderKey }: { readonly path: Path; readonly key: string },
): void {
  const keys = Object.keys(value);
  const folder = value[folderKey];
  if (
    typeof folder !== "string" || folder === "" || folder.length > MAX_PATH_CHARS ||
    !/^[~/$%\\]|^[A-Za-z]:/.test(folder)
  ) {
    return;
  }
  for (const key of keys) {
    const text = value[key];
    if (key === folderKey || typeof text !== "string" || text === "") continue;
    const words = wordsOfName(key);
    const last = words.at(-1) ?? "";
    if (
      COMMAND_ARGUMENT_ENDS.has(last) || COMMAND_ARGUMENT_NAMES.has(words.join("")) ||
      (kind === "shell" && SHELL_INPUT_NAMES.has(words.join("")))
    ) {
      found["@script"].push({ text: `cd ${quote(folder)} && ${text}`, path: [...path, key] });
    }
    const isRelative = !/^[~/$%\\]|^[A-Za-z]:/.test(text) && text.length <= MAX_PATH_CHARS && !/\s/.test(text);
    if (isRelative && (PATH_ARGUMENT_ENDS.has(last) || last === "name")) {
      found["@path"].push({ text: `${folder.replace(/[\\/]+$/, "")}/${text}`, path: [...path, key] });
    }
  }
}

/** What a program is started with: variables may have it load what they name. */
function sortWithEnvironment({ found }: Sorting, value: JsonObject, { path }: Spot): void {
  for (const key of Object.keys(value)) {
    if (!ENVIRONMENT_NAMES.has(wordsOfName(key).join(""))) continue;
    const variables = variablesOf(value[key] ?? null);
    // More than any program has: what is not looked at is refused as what cannot be read.
    if (variables.length > MAX_VARIABLES) found["@command"].push({ text: "$(", path: [...path, key] });
    for (const [name, given] of variables.slice(0, MAX_VARIABLES)) {
      if (/^\w{1,128}$/.test(name)) {
        found["@command"].push({ text: `${name}=${quote(given)} true`, path: [...path, key] });
      }
    }
  }
}

const MAX_VARIABLES = 1024;

type Variable = readonly [name: string, value: string];

/**
 * Variables as an object, as texts `NAME=VALUE`, as objects with a name and a value, as pairs, or any of these inside
 * lists and objects. What can be read in two ways is read in both.
 */
function variablesOf(value: Json): readonly Variable[] {
  if (typeof value === "string") return assignmentsIn(value);
  if (isJsonArray(value)) return value.flatMap((item) => [...pairOf(item), ...variablesOf(item)]);
  if (!isJsonObject(value)) return [];
  const { name, key, value: given, ...rest } = value;
  const called = [name, key].filter((one) => typeof one === "string");
  const named = given === undefined ? [] : called.map((one) => [one, variableText(given)] as const);
  const others = Object.entries(named.length > 0 ? rest : value);
  return [
    ...named,
    ...(named.length > 0 ? inside(given ?? null) : []),
    ...others.flatMap(([one, own]) => [[one, variableText(own)] as const, ...inside(own)]),
  ];
}

/** A list of a name and a value, inside a list: a list of names alone is none. */
function pairOf(item: Json): readonly Variable[] {
  if (!isJsonArray(item) || item.length !== 2) return [];
  const [name, given] = item;
  return typeof name === "string" && !name.includes("=") ? [[name, variableText(given ?? null)]] : [];
}

/** The text of a variable is its own; a list or an object may hold variables. */
function inside(value: Json): readonly Variable[] {
  return typeof value === "string" ? [] : variablesOf(value);
}

/** A text may hold several, one a line or behind each other. */
function assignmentsIn(text: string): readonly Variable[] {
  return text.split(/[\s,;]+(?=\w{1,128}=)/).flatMap((one) => {
    const at = one.indexOf("=");
    return at > 0 ? [[one.slice(0, at).trim(), one.slice(at + 1)] as const] : [];
  });
}

/** A variable's value as its program sees it, as far as one can be told. */
function variableText(value: Json): string {
  if (typeof value === "string") return value;
  if (isJsonArray(value)) return value.map(variableText).join(" ");
  if (isJsonObject(value) && value["value"] !== undefined) return variableText(value["value"]);
  return JSON.stringify(value);
}

function wordsOf(list: readonly Json[]): string {
  return list.filter((item) => typeof item === "string").map(quote).join(" ");
}

function quote(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Schemes that open connections; those of files and pages of the client itself are judged as paths, or not at all. */
const NETWORK_SCHEME_REGEXP = /^(?:https?|wss?|ftps?|sftp|gopher|dict|ldaps?|tftp|smb)[:]/i;
const BARE_HOST_REGEXP = /^(?:[\w-]+(?:\.[\w-]+)+|localhost|\d+|0x[0-9a-f]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/i;

/** The text as an address, with the spaces of its path escaped; nothing when it is none. */
function toUrl(text: string, isNamed: boolean): string | undefined {
  // As browsers read it: without tabs and line ends, and through the schemes that show what another shows.
  const trimmed = text.trim().replace(/[\t\r\n]/g, "").replace(/^(?:(?:view-source|jar|url|feed|blob):)+/i, "");
  const hasScheme = NETWORK_SCHEME_REGEXP.test(trimmed);
  if (!hasScheme && !(isNamed && (BARE_HOST_REGEXP.test(trimmed) || trimmed.startsWith("//")))) return undefined;
  if (!isNamed && /\s/.test(trimmed)) return undefined;
  const url = hasScheme ? trimmed : trimmed.startsWith("//") ? `http:${trimmed}` : `http://${trimmed}`;
  const end = /^[^:]*:[\\/]*[^/?#\\\s]*/.exec(url)?.[0].length ?? 0;
  return url.slice(0, end) + url.slice(end).replaceAll(" ", "%20").slice(0, MAX_URL_REST);
}

/** Where an address leads is in its first part. */
const MAX_URL_REST = 4096;
const MAX_HOST_CHARS = 256;
/** So many words of a command are looked at as addresses. */
const MAX_COMMAND_WORDS = 4096;
const COMMAND_URL_REGEXP = /^(?:https?|wss?|ftp):[\\/]{2}[\w.:@%[\]-]+(?:[/?#]|$)/i;

/** Addresses that a command names in so many words; what variables make of them is for the command guard. */
function addCommandUrls({ found }: Sorting, text: string, path: Path): void {
  for (const word of text.split(WORD_CUT_REGEXP, MAX_COMMAND_WORDS)) {
    const hasScheme = COMMAND_URL_REGEXP.test(word);
    if (!hasScheme && (word.length > MAX_HOST_CHARS || !BARE_HOST_REGEXP.test(word))) continue;
    const url = URL.parse(hasScheme ? word.slice(0, MAX_URL_REST) : `http://${word}`);
    // Written out, since a number such as 1.2.3 is a host to some, and a version to all others.
    if (url !== null) found["@command-url"].push({ text: `${url.protocol}//${url.host}/`, path });
    else if (hasScheme) found["@command-url"].push({ text: word.slice(0, MAX_URL_REST), path });
  }
}
