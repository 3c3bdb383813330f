/**
 * The command guard: a shell text is passed when every simple command in it may run. What cannot be read, or runs what
 * cannot be seen in the text, is refused.
 *
 * Reads the language of sh and bash; a server with another shell needs another guard.
 *
 * @module
 */

import { HARMLESS_GLOBAL_FLAGS, RAISING, SHELLS, WRAPPERS } from "./command_data.ts";
import { classReason, COMMAND_CLASSES, type CommandClass, judgeInvocation } from "./command_classes.ts";
import { commandsTouch } from "./command_touch.ts";
import { mayMatch } from "./component_match.ts";
import type { FileView } from "./file_view.ts";
import { compileGlob, type Glob } from "./glob.ts";
import { type Guard, type GuardResult, type Reason, refused } from "./guard.ts";
import { type Argument, findInvocations, type Invocation } from "./invocation.ts";
import { newPathGuard, type PathOptions, pathOptionsFault } from "./path.ts";
import { type PathBase, pathComponents } from "./path_reading.ts";
import type { CommandParser } from "./shell.ts";
import { hostsOf } from "./command_hosts.ts";

/** What a command may be. */
export interface CommandOptions {
  /** Programs, each with the words that must come first (`git status`); or any. */
  readonly programs: "any" | readonly string[];
  /** Classes that are refused; absent, all of them. */
  readonly refuse?: readonly CommandClass[] | undefined;
  /** Where every file that is named must lead. */
  readonly paths?: PathOptions | undefined;
  /** Hosts that may be named, or globs for hosts. */
  readonly hosts?: readonly string[] | undefined;
  /**
   * Whether the text may be something else than a shell command: then only what can be read as one counts, line by line
   * where the whole cannot be read. Weaker; for rules about arguments of which it is not known.
   */
  readonly maybe?: boolean | undefined;
  /** Absolute paths that no command may name, in any spelling. */
  readonly protects?: readonly string[] | undefined;
  readonly workingFolder?: string | undefined;
  readonly home?: string | undefined;
}

/** Longest command that is judged, in UTF-16 units. */
export const MAX_COMMAND_CHARS = 16_384;

// deno-lint-ignore no-control-regex -- what no command of a person has in it
const HIDDEN_REGEXP = /[\0-\x08\x0b-\x1f\x7f\p{Cf}\p{Cs}\u2028\u2029]/u;
/** What joins pictures to one, as in a family or a profession: it hides nothing. */
const PICTURE_JOINER_REGEXP =
  /(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})/gu;
// deno-lint-ignore no-control-regex -- the same, without what ends a line
const INVISIBLE_REGEXP = /[\0-\x08\x0e-\x1f\x7f\p{Cf}\p{Cs}]/gu;

/** Checks one command; see `newCommandGuard()` for many. */
export function guardCommand(
  value: unknown,
  options: CommandOptions,
  shell: CommandParser,
  view?: FileView,
): GuardResult {
  return newCommandGuard(options, shell, view)(value);
}

/** Says what is wrong with options; a guard with faulty ones refuses everything. */
export function commandOptionsFault(options: CommandOptions): string | undefined {
  const { programs, refuse, paths, hosts = [] } = options;
  if (programs !== "any" && programs.some((each) => /[^\x21-\x7e ]/.test(each) || each.trim() === "")) {
    return "a program is not plain words";
  }
  if (refuse?.some((each) => !COMMAND_CLASSES.includes(each))) return "a class is not known";
  if (hosts.some((host) => "fault" in compileGlob(host, "host"))) return "a host's glob does not compile";
  return paths === undefined ? undefined : pathOptionsFault(paths);
}

/** Compiles options to a guard. What passes is given back as it is. */
export function newCommandGuard(options: CommandOptions, shell: CommandParser, view?: FileView): Guard {
  if (commandOptionsFault(options) !== undefined) return () => refused("blocked: guard options");
  const compiled = compileOptions(options, shell, view);
  return (value) => {
    try {
      return options.maybe === true ? judgeReadable(value, compiled) : judge(value, compiled);
    } catch {
      return refused("blocked: not a shell command");
    }
  };
}

interface Compiled {
  readonly shell: CommandParser;
  readonly programs: readonly (readonly string[])[] | undefined;
  readonly refuse: ReadonlySet<CommandClass>;
  readonly paths: Guard | undefined;
  readonly hosts: readonly Glob[] | undefined;
  readonly protects: readonly (readonly string[])[];
  readonly base: PathBase;
}

function compileOptions(options: CommandOptions, shell: CommandParser, view: FileView | undefined): Compiled {
  const { programs, refuse = COMMAND_CLASSES, paths, hosts, protects = [], workingFolder, home } = options;
  return {
    shell,
    programs: programs === "any" ? undefined : programs.map((each) => each.trim().split(/ +/)),
    refuse: new Set(refuse),
    paths: paths && newPathGuard({ workingFolder, home, ...paths }, view),
    hosts: hosts?.map((host) => compileGlob(host, "host")).filter((glob): glob is Glob => !("fault" in glob)),
    protects: protects.map((place) => pathComponents(place.replaceAll("\\", "/"))),
    base: { home, workingFolder: workingFolder ?? "/", variables: {} },
  };
}

function judge(value: unknown, compiled: Compiled): GuardResult {
  if (typeof value !== "string") return refused("blocked: not a string");
  if (value.trim() === "") return refused("blocked: empty");
  if (value.length > MAX_COMMAND_CHARS) return refused("blocked: too long");
  // Some programs write line ends with a carriage return, which hides nothing.
  const text = value.replaceAll("\r\n", "\n");
  if (HIDDEN_REGEXP.test(text.replace(PICTURE_JOINER_REGEXP, ""))) return refused("blocked: hidden characters");
  const { invocations, faults, guessed, guessedFaults } = findInvocations(text, compiled.shell);
  const all = guessed.length === 0 ? invocations : [...invocations, ...guessed];
  if (isTouching(all, compiled)) return refused("blocked: protected file");
  for (const fault of faults) if (countsFault(fault, compiled)) return refused(fault);
  for (const invocation of invocations) {
    for (const found of judgeInvocation(invocation, invocations, compiled.base)) {
      if (compiled.refuse.has(found)) return refused(classReason(found));
    }
    const reason = limitsOf(invocation, invocations, compiled);
    if (reason !== undefined) return refused(reason);
  }
  const reason = guessedReason(guessed, guessedFaults, all, compiled);
  if (reason !== undefined) return refused(reason);
  if (invocations.some(({ program, variables }) => program !== "" || variables.length > 0)) return { ok: true, value };
  return refused("blocked: not a shell command");
}

/** What a text is refused for that may be run: that more cannot be seen in it says nothing, since it may be no command. */
function guessedReason(
  guessed: readonly Invocation[],
  faults: ReadonlySet<Reason>,
  all: readonly Invocation[],
  { refuse, base }: Compiled,
): Reason | undefined {
  const counts = (found: CommandClass) => found !== "unresolved" && refuse.has(found);
  const fault = COMMAND_CLASSES.find((each) => counts(each) && faults.has(classReason(each)));
  if (fault !== undefined) return classReason(fault);
  for (const invocation of guessed) {
    for (const found of judgeInvocation(invocation, all, base)) if (counts(found)) return classReason(found);
  }
  return undefined;
}

/** Passes what is refused for its spelling alone; every part that can be read is judged as a command. */
function judgeReadable(value: unknown, compiled: Compiled): GuardResult {
  if (typeof value !== "string") return refused("blocked: not a string");
  for (const part of readableParts(value)) {
    const result = judge(part, compiled);
    if (!result.ok && !UNREADABLE.has(result.reason)) return result;
    // The first line of a loop is none by itself; what it runs first is.
    const inside = result.ok
      ? undefined
      : /^\s*(?:(?:for|while|until|if|elif)\b[^;]*;\s*)?(?:do|then|else)\s(.+)$/s.exec(part)?.[1];
    const insideResult = inside === undefined ? undefined : judge(inside, compiled);
    if (insideResult?.ok === false && !UNREADABLE.has(insideResult.reason)) return insideResult;
  }
  return { ok: true, value };
}

/**
 * A text that may be commands: whole, and line by line for where the whole cannot be read. What cannot be seen is taken
 * out, so that a character of it does not hide the rest.
 */
function* readableParts(written: string): Generator<string> {
  const text = written.replace(/\r\n?|[\v\f\u2028\u2029]/g, "\n").replace(INVISIBLE_REGEXP, "");
  const lines = text.replaceAll("\\\n", "").split("\n");
  for (const part of lines.length === 1 && lines[0] === text ? [text] : [text, ...lines]) {
    for (const piece of partsOfLine(part)) if (piece.length <= MAX_COMMAND_CHARS) yield piece;
  }
}

/** The commands of a text that may be something else: of the whole, or of each line where the whole cannot be read. */
export function readableInvocations(text: string, shell: CommandParser): readonly Invocation[] {
  if (text.length <= MAX_COMMAND_CHARS && !HIDDEN_REGEXP.test(text)) {
    const { invocations, faults, guessed } = findInvocations(text, shell);
    if (!faults.has("blocked: not a shell command")) return [...invocations, ...guessed];
  }
  return [...readableParts(text)].flatMap((part) => {
    const { invocations, guessed } = findInvocations(part, shell);
    return [...invocations, ...guessed];
  });
}

/** The refusals that say that a text is no command. */
const UNREADABLE: ReadonlySet<Reason> = new Set<Reason>([
  "blocked: empty",
  "blocked: too long",
  "blocked: hidden characters",
  "blocked: not a shell command",
]);

/** A line that is longer than a command may be is cut where commands end. */
function partsOfLine(line: string): readonly string[] {
  return line.length <= MAX_COMMAND_CHARS ? [line] : line.split(/[;|&]+/);
}

/** What cannot be read counts always; a class only where it is refused. A list of programs wants all of them known. */
function countsFault(fault: Reason, { refuse, programs }: Compiled): boolean {
  const found = COMMAND_CLASSES.find((each) => classReason(each) === fault);
  return found === undefined || programs !== undefined || refuse.has(found);
}

function limitsOf(invocation: Invocation, all: readonly Invocation[], compiled: Compiled): Reason | undefined {
  const { programs, paths, hosts } = compiled;
  if (programs !== undefined && !isListed(invocation, programs)) return "blocked: program not in the list";
  if (hosts !== undefined) {
    const named = hostsOf(invocation);
    if (named === "unresolved") return "blocked: unresolved";
    if (named.some((host) => !hosts.some((glob) => glob.matches(host)))) return "blocked: host not in the list";
  }
  return paths === undefined ? undefined : pathsFault(invocation, all, paths);
}

const NOTHING_PROGRAMS: ReadonlySet<string> = new Set(["", ":", "true", "false"]);

function isListed({ name, args }: Invocation, programs: readonly (readonly string[])[]): boolean {
  // Only a usual folder may stand in front: another may hold any program of that name.
  const program = name.replace(/^(?:\/usr(?:\/local)?)?\/s?bin\//, "");
  if (NOTHING_PROGRAMS.has(program)) return true;
  // A wrapper may run what may run; its own words were read, and those of the program inside are judged for themselves.
  const isOpen = (WRAPPERS.has(program) && args.length > 0) || /^(?:eval|trap)$/.test(program) ||
    (SHELLS.has(program) && (args.length === 0 || args.some(({ text }) => /^-[A-Za-z]*c/.test(text))));
  if (isOpen && !RAISING.has(program)) return true;
  const harmless = HARMLESS_GLOBAL_FLAGS.get(program);
  const words = [...args];
  while (words[0] !== undefined && words[0].literal && harmless?.has(words[0].text)) words.shift();
  return programs.some(([first, ...rest]) =>
    (first === program || first === name) &&
    rest.every((word, index) => words[index]?.literal === true && words[index].text === word)
  );
}

function pathsFault(invocation: Invocation, all: readonly Invocation[], guard: Guard): Reason | undefined {
  if (all.some(({ program }) => /^(?:cd|pushd|popd|chdir)$/.test(program))) return "blocked: unresolved";
  for (const { target } of invocation.opened) {
    if (/^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d)$/.test(target.text)) continue;
    const reason = fileFault(target, guard);
    if (reason !== undefined) return reason;
  }
  for (const argument of invocation.args) {
    for (const file of filesIn(argument)) {
      const reason = fileFault(file, guard);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** The parts of a word that could be a file: an operand, or what a flag carries. */
function filesIn(argument: Argument): readonly Argument[] {
  const { text } = argument;
  if (text === "" || text === "/dev/null" || /^https?:\/\//i.test(text)) return [];
  const value = /^-[^=]*=(.+)$/s.exec(text) ?? /^[^/=]+=(.+)$/s.exec(text) ?? /^-[A-Za-z]([/.~].*)$/s.exec(text);
  if (value !== null) return [{ ...argument, text: value[1] ?? "" }];
  if (text.startsWith("-")) return argument.literal ? [] : [argument];
  return [text.startsWith("@") ? { ...argument, text: text.slice(1) } : argument];
}

function fileFault(file: Argument, guard: Guard): Reason | undefined {
  if (!file.literal && !file.wild) return "blocked: unresolved";
  // Behind a wildcard any link may be followed, and ".*" may be "..".
  if (file.wild && /[*?[].*\/|(?:^|\/)\.[*?[]/.test(file.text)) return "blocked: unresolved";
  const result = guard(file.text);
  return result.ok ? undefined : result.reason;
}

/** Whether any command names a protected place or what is inside one, or takes a tree that it is in. */
function isTouching(invocations: readonly Invocation[], { protects: places, base }: Compiled): boolean {
  if (places.length === 0) return false;
  const isInside = (components: readonly string[]) =>
    places.some((place) =>
      place.length <= components.length && place.every((step, index) => mayMatch(components[index] ?? "", step))
    );
  return commandsTouch(invocations, { isInside, places, base });
}
