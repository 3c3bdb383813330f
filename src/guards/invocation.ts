/**
 * Every simple command in a shell text, found wherever it stands: in lists, pipes, substitutions, functions,
 * here-documents for shells, and behind the programs that run others.
 *
 * @module
 */

import type { Command, ParsedScript, Redirection, SyntaxNode, Word, WordPart } from "unbash";
import { INTERPRETERS, OTHER_SHELLS, SHELLS, type Wrapper, WRAPPERS } from "./command_data.ts";
import type { Reason } from "./guard.ts";
import type { CommandParser } from "./shell.ts";

/** A word of a command: as the shell would hand it on, if `literal`; else with its expansions still written out. */
export interface Argument {
  readonly text: string;
  readonly literal: boolean;
  /** Whether the only thing not literal in it are wildcards. */
  readonly wild: boolean;
  /** Whether another command's output is part of it. */
  readonly runs: boolean;
}

/** A file that a command opens. */
export interface Opened {
  readonly write: boolean;
  readonly target: Argument;
}

/** One program being run. */
export interface Invocation {
  /** Its name without a folder, folded; empty for assignments and redirections alone. */
  readonly program: string;
  /** The name as written. */
  readonly name: string;
  readonly args: readonly Argument[];
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly opened: readonly Opened[];
  /** Whether something of ours comes in at its standard input, and which programs that is from. */
  readonly feeders: readonly Invocation[];
  /** The programs whose output a loop around it goes through. */
  readonly listed: readonly Invocation[];
}

/** All that was found, or why the text cannot be judged. */
export interface Found {
  readonly invocations: readonly Invocation[];
  readonly faults: ReadonlySet<Reason>;
}

/** How deep commands may be wrapped in others. */
export const MAX_COMMAND_DEPTH = 8;

/** How many simple commands one text may have. */
export const MAX_INVOCATIONS = 512;

/** How many words they may have together: as many as the longest text has characters, for a text is read more than once. */
const MAX_WORDS = 16_384;

interface Search {
  readonly shell: CommandParser;
  readonly invocations: Invocation[];
  readonly faults: Set<Reason>;
  words: number;
}

/** Where a command stands. */
interface Context {
  readonly feeders: readonly Invocation[];
  readonly listed: readonly Invocation[];
  readonly depth: number;
}

/** The last text that was read, by parser: rules ask of one text one after the other, each for a class of its own. */
const LAST_FOUND = new WeakMap<CommandParser, { readonly text: string; readonly found: Found }>();

/** Finds all commands of a text. */
export function findInvocations(text: string, shell: CommandParser): Found {
  const last = LAST_FOUND.get(shell);
  if (last?.text === text) return last.found;
  const found = readText(text, shell);
  LAST_FOUND.set(shell, { text, found });
  return found;
}

function readText(text: string, shell: CommandParser): Found {
  const search: Search = { shell, invocations: [], faults: new Set(), words: 0 };
  readScript(search, text, { feeders: [], listed: [], depth: 0 });
  return search;
}

function readScript(search: Search, text: string, context: Context): void {
  if (context.depth > MAX_COMMAND_DEPTH) return void search.faults.add("blocked: unresolved");
  visit(search, search.shell.parse(text), context);
}

function visit(search: Search, node: SyntaxNode, context: Context): void {
  if (search.invocations.length > MAX_INVOCATIONS) return void search.faults.add("blocked: too long");
  if (isFaulty(node)) return void search.faults.add("blocked: not a shell command");
  if (node.type === "Pipeline") {
    let feeders = context.feeders;
    for (const stage of node.commands) {
      const before = search.invocations.length;
      visit(search, stage, { ...context, feeders });
      feeders = search.invocations.slice(before).concat(feeders);
    }
    return;
  }
  if (node.type === "Function") checkBomb(search, node.name.value, node.body);
  if (node.type === "Coproc") search.faults.add("blocked: unresolved");
  if (node.type === "For" || node.type === "Select") {
    const before = search.invocations.length;
    for (const word of node.wordlist ?? []) visit(search, word, { ...context, feeders: [] });
    const listed = search.invocations.slice(before).concat(context.listed);
    return visit(search, node.body, { ...context, listed });
  }
  if (node.type === "While") {
    // What comes in at its standard input is what it reads its names from.
    const deeper = { ...context, listed: context.feeders.concat(context.listed) };
    return search.shell.forEachChild(node, (child) => visit(search, child, deeper));
  }
  const inside = node.type === "CommandExpansion" || node.type === "ProcessSubstitution";
  if (node.type === "Command") {
    const feeders = [...context.feeders];
    const before = search.invocations.length;
    search.shell.forEachChild(node, (child) => visit(search, child, { ...context, feeders: [] }));
    const fed = search.invocations.slice(before);
    readCommand(search, node, { ...context, feeders: [...feeders, ...fed] });
    return;
  }
  if (node.type === "Redirected") {
    for (const each of node.redirects) add(search, "", "", [], [], [each], context);
  }
  search.shell.forEachChild(node, (child) => visit(search, child, inside ? { ...context, feeders: [] } : context));
}

function isFaulty(node: SyntaxNode): boolean {
  if (node.type === "Script") return ((node as ParsedScript).errors?.length ?? 0) > 0;
  if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution") return node.script === undefined;
  return false;
}

/** A function that pipes into itself: a fork bomb. */
function checkBomb(search: Search, name: string, body: SyntaxNode): void {
  const seek = (node: SyntaxNode): void => {
    if (node.type === "Command" && node.name?.value === name) search.faults.add("blocked: destructive");
    search.shell.forEachChild(node, seek);
  };
  seek(body);
}

function readCommand(search: Search, node: Command, context: Context): void {
  const variables = [...node.prefix, ...node.suffix].flatMap((part) =>
    part.type === "Assignment" ? [{ name: part.name, value: part.value.type === "Word" ? part.value.value : "" }] : []
  );
  const args = node.args.map((arg) => arg.type === "Word" ? toArgument(arg) : toLiteral(arg.text));
  const all = node.name === undefined ? args : [toArgument(node.name), ...args];
  run(search, all, variables, node.redirects, context);
}

/** Takes words for a program and its arguments, and goes on into what the program runs. */
function run(
  search: Search,
  words: readonly Argument[],
  variables: Invocation["variables"],
  redirects: readonly Redirection[],
  context: Context,
): void {
  const [name, ...args] = words;
  if (name === undefined) return add(search, "", "", [], variables, redirects, context);
  search.words += words.length;
  if (isOver(search, context)) return;
  if (
    !name.literal || name.text === "" ||
    /[^\x21-\x7e]|[*?[{~]/.test(name.text) && name.text !== "[" && name.text !== "[["
  ) {
    search.faults.add("blocked: unresolved");
  }
  const program = programOf(name.text);
  add(search, program, name.text, args, variables, redirects, context);
  const deeper = { ...context, depth: context.depth + 1 };
  const inner = (text: Argument | undefined) => {
    if (text === undefined) return;
    if (!text.literal) return void search.faults.add(text.runs ? "blocked: remote code" : "blocked: unresolved");
    readScript(search, text.text, deeper);
  };
  if (SHELLS.has(program)) return runShell(search, args, redirects, context, inner);
  if (OTHER_SHELLS.has(program)) return void search.faults.add("blocked: unresolved");
  const isInterpreter = INTERPRETERS.has(program.replace(/[\d.]+$/, ""));
  if (isInterpreter && redirects.some(({ type }) => type !== "Redirect")) {
    const operand = args.find(({ text }) => !text.startsWith("-") || text === "-");
    if (operand === undefined || operand.text === "-") search.faults.add("blocked: unresolved");
  }
  if (isInterpreter && context.feeders.length > 0) {
    const operands = args.filter(({ text }) => !text.startsWith("-") || text === "-");
    if (operands.length === 0 || operands[0]?.text === "-") search.faults.add("blocked: remote code");
    if (args.some(({ runs }) => runs)) search.faults.add("blocked: remote code");
  }
  const wrapper = WRAPPERS.get(program);
  if (wrapper !== undefined) return unwrap(search, program, wrapper, args, redirects, deeper, inner);
  switch (program) {
    case "eval":
      if (args.some(({ literal }) => !literal)) {
        search.faults.add(args.some(({ runs }) => runs) ? "blocked: remote code" : "blocked: unresolved");
      } else readScript(search, args.map(({ text }) => text).join(" "), deeper);
      return;
    case "trap":
      return inner(args.find(({ text }) => !text.startsWith("-")));
    case ".":
    case "source":
      if (args.some(({ runs }) => runs)) search.faults.add("blocked: remote code");
      else if (args.some(({ literal }) => !literal)) search.faults.add("blocked: unresolved");
      return;
    case "find":
    case "fd":
      return runFind(search, args, deeper);
    case "su":
    case "script":
    case "flock": {
      const at = args.findIndex(({ text }) => /^-\w*c$|^--(?:session-)?command$/.test(text));
      if (at >= 0) return inner(args[at + 1]);
      if (program === "flock") {
        const lock = args.findIndex(({ text }) => !text.startsWith("-"));
        run(search, args.slice(lock + 1), [], [], deeper);
      }
      return;
    }
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return runPackaged(search, args, deeper, inner);
    case "npx":
    case "bunx":
    case "pnpx": {
      const at = args.findIndex(({ text }) => text === "-c" || text === "--call");
      return at < 0 ? undefined : inner(args[at + 1]);
    }
    case "parallel":
      return void search.faults.add("blocked: unresolved");
    case "ssh":
      return runSsh(search, args, deeper);
  }
}

/** `npm exec -- PROGRAM ...`: what stands behind the dashes is run as it is. */
function runPackaged(
  search: Search,
  args: readonly Argument[],
  context: Context,
  inner: (text: Argument | undefined) => void,
): void {
  const first = args.findIndex(({ text }) => !text.startsWith("-"));
  if (!/^(?:exec|x|dlx)$/.test(args[first]?.text ?? "")) return;
  const call = args.findIndex(({ text }) => text === "-c" || text === "--call" || text === "--shell-mode");
  if (call >= 0) inner(args[call + 1]);
  const dashes = args.findIndex(({ text }) => text === "--");
  run(search, args.slice(dashes < 0 ? first + 1 : dashes + 1), [], [], context);
}

function runShell(
  search: Search,
  args: readonly Argument[],
  redirects: readonly Redirection[],
  context: Context,
  inner: (text: Argument | undefined) => void,
): void {
  let index = 0;
  for (; index < args.length; index++) {
    const { text, literal } = args[index] ?? NOTHING;
    if (!literal || !/^[-+]./.test(text)) break;
    if (text === "--") {
      index++;
      break;
    }
    if (/^-[A-Za-z]*c[A-Za-z]*$/.test(text)) {
      // Options may still follow; the first word that is none is the text.
      let at = index + 1;
      while (/^[-+]\w|^--$/.test(args[at]?.text ?? "")) at += /^[-+]\w*[oO]$/.test(args[at]?.text ?? "") ? 2 : 1;
      if (args[at] === undefined) search.faults.add("blocked: unresolved");
      return inner(args[at]);
    }
    if (/^--(?:rcfile|init-file)$|^-[A-Za-z]*[oO]$/.test(text)) index++;
    if (/^--(?:rcfile|init-file)/.test(text)) search.faults.add("blocked: unresolved");
  }
  const operand = args[index];
  if (operand !== undefined && !args.slice(0, index).some(({ text }) => /^-[A-Za-z]*s/.test(text))) {
    if (operand.runs) search.faults.add("blocked: remote code");
    else if (!operand.literal || operand.text === "-") search.faults.add("blocked: unresolved");
    else if (/^\/dev\/(?:stdin|fd\/)/.test(operand.text)) search.faults.add("blocked: remote code");
    return;
  }
  const texts = redirects.filter((each) => each.type !== "Redirect");
  for (const each of texts) {
    if (each.type === "HereString") inner(each.target && toArgument(each.target));
    else if (each.type === "HereDoc") {
      const parts = each.delimiter?.quoted === true ? undefined : each.body.parts;
      if (parts !== undefined && parts.some(isExpanding)) search.faults.add("blocked: unresolved");
      else readScript(search, each.body.text, { feeders: [], listed: context.listed, depth: context.depth + 1 });
    }
  }
  if (context.feeders.length > 0) search.faults.add("blocked: remote code");
  else if (texts.length === 0) search.faults.add("blocked: unresolved");
}

function unwrap(
  search: Search,
  program: string,
  wrapper: Wrapper,
  args: readonly Argument[],
  redirects: readonly Redirection[],
  context: Context,
  inner: (text: Argument | undefined) => void,
): void {
  const variables: { name: string; value: string }[] = [];
  let index = 0;
  let left = wrapper.operands ?? 0;
  for (; index < args.length; index++) {
    const { text, literal } = args[index] ?? NOTHING;
    const assignment = wrapper.assigns ? /^([A-Za-z_]\w*)=(.*)$/s.exec(text) : null;
    if (assignment !== null) {
      variables.push({ name: assignment[1] ?? "", value: assignment[2] ?? "" });
    } else if (literal && text === "--") {
      continue;
    } else if (literal && /^-./.test(text)) {
      if (program === "env" && /^-\w*S|^--split-string/.test(text)) {
        return void search.faults.add("blocked: unresolved");
      }
      if (program === "command" && /^-\w*[vV]/.test(text)) return;
      const takesNext = flagTakesNext(wrapper, text);
      if (takesNext === undefined) return void search.faults.add("blocked: unresolved");
      if (takesNext) index++;
    } else if (left > 0) {
      left--;
    } else break;
  }
  const words = args.slice(index);
  if (words.length === 0) {
    if (variables.length > 0) add(search, "", "", [], variables, [], context);
    // `exec > file` and `env` alone run nothing; `xargs` alone runs echo.
    return;
  }
  if (program === "watch" && words.length === 1) return inner(words[0]);
  run(search, words, variables, redirects.filter(({ type }) => type !== "Redirect"), context);
}

/** Whether a flag's value is the next word; nothing for a flag we do not know. */
function flagTakesNext(wrapper: Wrapper, flag: string): boolean | undefined {
  if (flag.startsWith("--")) {
    const [name = "", value] = flag.slice(2).split("=", 2);
    if (wrapper.longValued?.includes(name)) return value === undefined;
    return wrapper.long?.includes(name) ? false : undefined;
  }
  for (let index = 1; index < flag.length; index++) {
    const letter = flag[index] ?? "";
    if (wrapper.valued.includes(letter)) return index === flag.length - 1;
    if (!wrapper.plain.includes(letter)) return undefined;
  }
  return false;
}

function runFind(search: Search, args: readonly Argument[], context: Context): void {
  for (const [index, { text }] of args.entries()) {
    if (!/^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(text)) continue;
    // Each flag runs all that is behind it, other such flags too.
    if (isOver(search, context)) return;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((each) => each.text === ";" || each.text === "+");
    run(search, end < 0 ? rest : rest.slice(0, end), [], [], { ...context, feeders: [] });
  }
}

/** Says whether there is no room for another command, with the fault that it is. */
function isOver(search: Search, { depth }: Context): boolean {
  if (search.invocations.length > MAX_INVOCATIONS || search.words > MAX_WORDS) search.faults.add("blocked: too long");
  else if (depth > MAX_COMMAND_DEPTH) search.faults.add("blocked: unresolved");
  else return false;
  return true;
}

function runSsh(search: Search, args: readonly Argument[], context: Context): void {
  let index = 0;
  for (; index < args.length; index++) {
    const { text } = args[index] ?? NOTHING;
    if (!/^-./.test(text)) break;
    const value = /^-\w*[bcDEeFIiJLlmOopQRSWw]$/.test(text);
    const option = value ? args[index + 1]?.text ?? "" : text;
    if (/Command|KnownHostsCommand|Exec|PKCS11|^-F|LocalCommand/i.test(option) || /^-\w*[FI]/.test(text)) {
      search.faults.add("blocked: unresolved");
    }
    if (value) index++;
  }
  const rest = args.slice(index + 1);
  if (rest.length === 0) return;
  if (rest.some(({ literal }) => !literal)) return void search.faults.add("blocked: unresolved");
  readScript(search, rest.map(({ text }) => text).join(" "), context);
}

function add(
  search: Search,
  program: string,
  name: string,
  args: readonly Argument[],
  variables: Invocation["variables"],
  redirects: readonly Redirection[],
  { feeders, listed }: Context,
): void {
  const opened = redirects.flatMap((each): Opened[] => {
    if (each.type !== "Redirect" || each.target === undefined) return [];
    const target = toArgument(each.target);
    if (/^[<>]&$/.test(each.operator) && /^(?:\d+|-|\d+-)$/.test(target.text)) return [];
    return [{ write: each.operator !== "<", target }];
  });
  search.invocations.push({ program, name, args, variables, opened, feeders, listed });
}

const NOTHING: Argument = { text: "", literal: true, wild: false, runs: false };

function toLiteral(text: string): Argument {
  return { ...NOTHING, text };
}

function toArgument(word: Word): Argument {
  const parts = word.parts ?? [];
  const text = word.value.startsWith("~") && word.text.startsWith("~") ? word.value : word.value;
  const expanding = parts.some(isExpanding);
  const wild = parts.some(({ type }) => type === "Glob" || type === "ExtendedGlob");
  return { text, literal: !expanding && !wild, wild: wild && !expanding, runs: parts.some(isRunning) };
}

function isExpanding(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
    case "ExtendedGlob":
      return false;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.some(isExpanding);
    default:
      return true;
  }
}

function isRunning(part: WordPart): boolean {
  if (part.type === "CommandExpansion" || part.type === "ProcessSubstitution") return true;
  return (part.type === "DoubleQuoted" || part.type === "LocaleString") && part.parts.some(isRunning);
}

/** A program's name without any folder, in lower case as some systems find it. */
function programOf(name: string): string {
  return name === "." ? name : name.slice(name.lastIndexOf("/") + 1).toLowerCase();
}
