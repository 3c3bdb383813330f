/**
 * Flags of a subcommand, read strictly: what is not known is a usage error, never ignored.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { UsageError } from "./command.ts";

/** Which flags a subcommand has. */
export interface FlagTable {
  /** Flags with a value; each may be given once. */
  readonly values?: readonly string[];
  /** Flags with a value that may be given several times. */
  readonly lists?: readonly string[];
  /** Flags without a value. */
  readonly switches?: readonly string[];
  /** Short names. */
  readonly short?: Readonly<Record<string, string>>;
  /** How many words without a dash there may be. */
  readonly words?: number;
}

/** What was given. */
export interface Flags {
  readonly values: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly switches: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Reads flags; throws {@linkcode UsageError} at the first that does not fit. */
export function parseFlags(args: readonly string[], table: FlagTable): Flags {
  const withValue = [...(table.values ?? []), ...(table.lists ?? [])];
  const unknown: string[] = [];
  const parsed: Record<string, unknown> = parseArgs(joinDashed(args, withValue, table.short ?? {}), {
    string: ["_", ...withValue],
    boolean: [...(table.switches ?? [])],
    collect: withValue,
    alias: { ...table.short },
    unknown: (word: string) => {
      // A single dash is a word: it stands for stdin.
      if (!word.startsWith("-") || word === "-") return true;
      unknown.push(word);
      return false;
    },
  });
  if (unknown[0] !== undefined) throw new UsageError(`Unknown flag ${JSON.stringify(unknown[0])}`, "See --help");
  const words = asStrings(parsed["_"]);
  if (words.length > (table.words ?? 0)) {
    throw new UsageError(`Unexpected word ${JSON.stringify(words[table.words ?? 0])}`, "See --help");
  }
  return {
    values: singleValues(parsed, table.values ?? []),
    lists: Object.fromEntries((table.lists ?? []).map((name) => [name, asStrings(parsed[name])])),
    switches: new Set((table.switches ?? []).filter((name) => parsed[name] === true)),
    words,
  };
}

/** Writes a value that begins with one dash as `--name=-value`: else it would be read as short flags. */
function joinDashed(
  args: readonly string[],
  withValue: readonly string[],
  short: Readonly<Record<string, string>>,
): string[] {
  const joined: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const [word = "", next = ""] = [args[index], args[index + 1]];
    const name = word.startsWith("--") ? word.slice(2) : short[word.slice(1)] ?? "";
    const takesNext = word.startsWith("-") && withValue.includes(name) && /^-[^-]./.test(next);
    joined.push(takesNext ? `--${name}=${next}` : word);
    if (takesNext) index++;
  }
  return joined;
}

function singleValues(parsed: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const given = asStrings(parsed[name]);
    if (given.length > 1) throw new UsageError(`Flag "--${name}" is given twice`, "Give it once");
    const value = given[0];
    if (value === undefined) continue;
    if (value === "") throw new UsageError(`Flag "--${name}" has no value`, "See --help");
    values[name] = value;
  }
  return values;
}

function asStrings(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined ? [] : [String(value)];
}
