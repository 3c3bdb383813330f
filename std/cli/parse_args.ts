/**
 * Reads command-line arguments, in place of `@std/cli/parse-args` where jsr cannot be reached. Written by hand: the
 * original lets an unknown flag take the word behind it and turns numbers into numbers, which `node:util` does not.
 *
 * @module
 */

/** What {@linkcode parseArgs} is told about the flags. */
export interface ParseArgsOptions {
  /** Flags that never take a value; `true` means every flag written without `=`. */
  boolean?: boolean | string | readonly string[] | undefined;
  /** Flags whose value stays text; `_` keeps positional words text. */
  string?: string | readonly string[] | undefined;
  /** Other names of a flag. */
  alias?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Values of flags that are not given. */
  default?: Readonly<Record<string, unknown>> | undefined;
  /** Flags that `--no-NAME` sets to `false`. */
  negatable?: string | readonly string[] | undefined;
  /** Flags that may be given more than once; their values come as a list. */
  collect?: string | readonly string[] | undefined;
  /** Puts everything from the first positional word on into `_`. */
  stopEarly?: boolean | undefined;
  /** Puts what stands behind `--` into `"--"` instead of `_`. */
  "--"?: boolean | undefined;
  /** Called for a word or flag that no option names; what it returns `false` for is left out. */
  unknown?: ((arg: string, key?: string, value?: unknown) => unknown) | undefined;
}

type NameOf<T> = T extends string ? Literal<T> : T extends readonly (infer N extends string)[] ? Literal<N> : never;
/** A name that is known to the type checker; `string` itself names no flag. */
type Literal<N extends string> = string extends N ? never : N;
type Collected<K extends string, O extends ParseArgsOptions, One> = K extends NameOf<O["collect"]> ? One[] : One;
type MaybeMissing<K extends string, O extends ParseArgsOptions> = K extends NameOf<O["collect"]> ? never
  : K extends keyof O["default"] ? never
  : undefined;

/** What {@linkcode parseArgs} gives. */
export type Args<O extends ParseArgsOptions = ParseArgsOptions> =
  & { [K in Exclude<NameOf<O["boolean"]>, "_">]: Collected<K, O, boolean> }
  & { [K in Exclude<NameOf<O["string"]>, "_">]: Collected<K, O, string> | MaybeMissing<K, O> }
  & (O["--"] extends true ? { "--": string[] } : unknown)
  & {
    // deno-lint-ignore no-explicit-any -- as in the original: a flag that no option names may be anything
    [name: string]: any;
    /** Positional words; those that look like numbers are numbers. */
    _: (string | number)[];
  };

/** One table for what the options say about names, aliases counted in. */
interface Flags {
  readonly booleans: ReadonlySet<string>;
  readonly strings: ReadonlySet<string>;
  readonly collected: ReadonlySet<string>;
  readonly negatable: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly allBoolean: boolean;
  readonly known: ReadonlySet<string>;
}

const NUMBER_REGEXP = /^(?:0x[0-9a-f]+|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)$/i;
const TRUTH_REGEXP = /^(?:true|false)$/;
const LONG_VALUE_REGEXP = /^--([^=]+)=([\s\S]*)$/;
const LETTERS_REGEXP = /^-[^-]/;
const NUMBER_TAIL_REGEXP = /^-?\d+(?:\.\d*)?(?:e-?\d+)?$/;

/**
 * Turns arguments into an object with one property a flag and the positional words in `_`.
 *
 * `--name value`, `--name=value`, `-n value`, `-abc` (three flags), `-n5` and `--` are understood. Values that look like
 * numbers become numbers unless `string` names the flag.
 *
 * @example Flags, a command and what stands behind it
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const args = parseArgs(["-v", "--config", "a.jsonc", "--", "npx", "-y"], {
 *   boolean: ["verbose"],
 *   string: ["config"],
 *   alias: { verbose: "v" },
 *   "--": true,
 * });
 * assertEquals([args.verbose, args.config, args["--"]], [true, "a.jsonc", ["npx", "-y"]]);
 * ```
 */
export function parseArgs<const O extends ParseArgsOptions>(args: readonly string[], options?: O): Args<O> {
  const given: ParseArgsOptions = options ?? {};
  const flags = toFlags(given);
  const result: Record<string, unknown> & { _: (string | number)[] } = { _: [] };

  const assign = (name: string, value: unknown): void => {
    for (const alias of [name, ...(flags.aliases.get(name) ?? [])]) {
      setPath(result, alias.split("."), value, flags.collected.has(alias));
    }
  };
  const accept = (arg: string, name: string, value: unknown): void => {
    if (given.unknown !== undefined && !flags.known.has(name) && !(flags.allBoolean && !arg.includes("="))) {
      if (given.unknown(arg, name, value) === false) return;
    }
    assign(name, typeof value === "string" && !flags.strings.has(name) ? toNumber(value) : value);
  };

  const end = args.indexOf("--");
  const words = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  let position = 0;

  /** Reads the value of a flag that has none behind `=`, taking the next word where the flag may have it. */
  const acceptWithNext = (arg: string, name: string): void => {
    const next = words[position + 1];
    const isBoolean = flags.booleans.has(name) || (flags.allBoolean && !flags.strings.has(name));
    if (next !== undefined && !next.startsWith("-") && !isBoolean) {
      position += 1;
      accept(arg, name, next);
    } else if (next !== undefined && TRUTH_REGEXP.test(next) && !flags.strings.has(name)) {
      position += 1;
      accept(arg, name, next === "true");
    } else {
      accept(arg, name, flags.strings.has(name) ? "" : true);
    }
  };

  for (; position < words.length; position += 1) {
    const arg = words[position] as string;
    const long = LONG_VALUE_REGEXP.exec(arg);
    if (long !== null) {
      const [, name, value] = long as unknown as [string, string, string];
      accept(arg, name, flags.booleans.has(name) ? value !== "false" : value);
    } else if (arg.startsWith("--no-") && flags.negatable.has(arg.slice(5))) {
      accept(arg, arg.slice(5), false);
    } else if (arg.startsWith("--") && arg.length > 2) {
      acceptWithNext(arg, arg.slice(2));
    } else if (LETTERS_REGEXP.test(arg)) {
      readLetters(arg, flags, accept, acceptWithNext);
    } else {
      if (given.unknown === undefined || given.unknown(arg) !== false) {
        result._.push(flags.strings.has("_") ? arg : toNumber(arg));
      }
      if (given.stopEarly === true) {
        result._.push(...words.slice(position + 1));
        break;
      }
    }
  }

  if (given["--"] === true) result["--"] = [...rest];
  else result._.push(...rest);
  fillMissing(result, flags, given.default ?? {});
  return result as Args<O>;
}

/** Reads `-abc`, `-n5`, `-n=5` and `-n 5`; `withNext` is for the last letter. */
function readLetters(
  arg: string,
  flags: Flags,
  accept: (arg: string, name: string, value: unknown) => void,
  withNext: (arg: string, name: string) => void,
): void {
  const letters = arg.slice(1);
  for (let at = 0; at < letters.length - 1; at += 1) {
    const letter = letters[at] as string;
    const tail = letters.slice(at + 1);
    if (tail.startsWith("=")) {
      accept(arg, letter, flags.booleans.has(letter) ? tail.slice(1) !== "false" : tail.slice(1));
      return;
    }
    if (/[A-Za-z]/.test(letter) && NUMBER_TAIL_REGEXP.test(tail)) {
      accept(arg, letter, tail);
      return;
    }
    if (tail.startsWith("-") || /^\W/.test(tail)) {
      accept(arg, letter, tail);
      return;
    }
    accept(arg, letter, flags.strings.has(letter) ? "" : true);
  }
  withNext(arg, letters.slice(-1));
}

/** Booleans that are not given are `false`, collected flags an empty list, unless `default` says otherwise. */
function fillMissing(result: Record<string, unknown>, flags: Flags, defaults: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(defaults)) {
    for (const alias of [name, ...(flags.aliases.get(name) ?? [])]) {
      if (!hasPath(result, alias.split("."))) setPath(result, alias.split("."), value, false);
    }
  }
  for (const name of flags.booleans) {
    if (!hasPath(result, name.split("."))) {
      setPath(result, name.split("."), flags.collected.has(name) ? [] : false, false);
    }
  }
  for (const name of flags.collected) {
    if (!hasPath(result, name.split("."))) setPath(result, name.split("."), [], false);
  }
}

function toFlags(options: ParseArgsOptions): Flags {
  const aliases = new Map<string, string[]>();
  for (const [name, others] of Object.entries(options.alias ?? {})) {
    const all = [name, ...toNames(others)];
    for (const one of all) aliases.set(one, all.filter((other) => other !== one));
  }
  const withAliases = (names: string | readonly string[] | undefined) =>
    new Set(toNames(names).flatMap((name) => [name, ...(aliases.get(name) ?? [])]));
  const booleans = withAliases(typeof options.boolean === "boolean" ? undefined : options.boolean);
  const strings = withAliases(options.string);
  const collected = withAliases(options.collect);
  const negatable = withAliases(options.negatable);
  const known = new Set([...booleans, ...strings, ...collected, ...negatable, ...aliases.keys()]);
  return { booleans, strings, collected, negatable, aliases, allBoolean: options.boolean === true, known };
}

function toNames(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === "string" ? [names] : names;
}

function toNumber(word: string): string | number {
  return NUMBER_REGEXP.test(word) ? Number(word) : word;
}

/** Sets a nested property; every step is an own property, so `__proto__` reaches no prototype. */
function setPath(target: Record<string, unknown>, path: readonly string[], value: unknown, collect: boolean): void {
  let at = target;
  for (const name of path.slice(0, -1)) {
    const inner = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof inner === "object" && inner !== null ? inner as Record<string, unknown> : {};
    define(at, name, next);
    at = next;
  }
  const last = path.at(-1) as string;
  const before = Object.hasOwn(at, last) ? at[last] : undefined;
  define(at, last, collect ? [...(Array.isArray(before) ? before : []), value] : value);
}

function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

function hasPath(target: Record<string, unknown>, path: readonly string[]): boolean {
  let at: unknown = target;
  for (const name of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}
