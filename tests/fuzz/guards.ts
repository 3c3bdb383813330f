/**
 * The guards: any text has a verdict with a fixed reason, what passes passes again as itself, and a guard that lists less
 * never passes more.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import { COMMAND_CASES, commandOptionsOf } from "../../src/guards/command_fixture.ts";
import { newCommandGuard } from "../../src/guards/command.ts";
import { type Guard, REASONS } from "../../src/guards/guard.ts";
import { newPathGuard } from "../../src/guards/path.ts";
import { optionsOf, PATH_CASES, viewFor } from "../../src/guards/path_fixture.ts";
import { loadCommandParser } from "../../src/guards/shell.ts";
import { newSqlGuard, type SqlOptions } from "../../src/guards/sql.ts";
import { newUrlGuard, type UrlOptions } from "../../src/guards/url.ts";
import sqlCases from "../cases/guards/sql.jsonc" with { type: "text" };
import urlCases from "../cases/guards/urls.jsonc" with { type: "text" };
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

/** A guard, and one that lists less: what the second passes the first must pass. */
interface Pair {
  readonly wide: Guard;
  readonly narrow: Guard;
}

function checkPair({ wide, narrow }: Pair, text: string): void {
  for (const guard of [wide, narrow]) {
    const result = guard(text);
    if (!result.ok) assert(REASONS.includes(result.reason), "a reason that is not one of the list");
    else {
      assertEquals(guard(result.value), result, "what passed does not pass again as itself");
      assertEquals(guard(text), result, "the verdict changed");
    }
  }
  assert(!narrow(text).ok || wide(text).ok, "the narrower guard passes what the wider refuses");
}

function pathPairs(): Pair[] {
  const options = [...new Map(PATH_CASES.map((row) => [JSON.stringify([row.platform, row.options]), row])).values()];
  return options.map((row) => {
    const wide = optionsOf(row);
    const narrow = { ...wide, not: [...(wide.not ?? []), "**/notes/**"] };
    return { wide: newPathGuard(wide, viewFor(row)), narrow: newPathGuard(narrow, viewFor(row)) };
  });
}

function rowsOf<Options>(text: string): readonly { readonly input: string; readonly options: Options }[] {
  return parse(text) as unknown as readonly { readonly input: string; readonly options: Options }[];
}

function distinct<Options>(rows: readonly { readonly options: Options }[]): Options[] {
  return [...new Map(rows.map(({ options }) => [JSON.stringify(options), options])).values()];
}

function urlPairs(): Pair[] {
  return distinct(rowsOf<UrlOptions>(urlCases)).map((options) => {
    const narrow: UrlOptions = options.hosts === "public"
      ? { ...options, ports: [443], schemes: ["https"] }
      : { ...options, hosts: options.hosts.slice(1) };
    return { wide: newUrlGuard(options), narrow: newUrlGuard(narrow) };
  });
}

async function sqlPairs(): Promise<Pair[]> {
  return await Promise.all(
    distinct(rowsOf<SqlOptions>(sqlCases)).map(async (options) => ({
      wide: await newSqlGuard(options),
      narrow: await newSqlGuard({ ...options, tables: options.tables?.slice(1) ?? ["users"] }),
    })),
  );
}

async function commandPairs(): Promise<Pair[]> {
  const parser = await loadCommandParser();
  const options = [
    ...new Map(COMMAND_CASES.map((row) => [JSON.stringify(row.options), commandOptionsOf(row)])).values(),
  ];
  return options.map((wide) => {
    const programs = wide.programs === "any" ? ["git status", "ls", "grep", "echo"] : wide.programs.slice(1);
    return { wide: newCommandGuard(wide, parser), narrow: newCommandGuard({ ...wide, programs }, parser) };
  });
}

function guardTarget(
  name: string,
  { seeds, words, pairs, more }: {
    readonly seeds: readonly string[];
    readonly words: readonly string[];
    readonly pairs: () => readonly Pair[] | Promise<readonly Pair[]>;
    readonly more?: (pair: Pair, text: string) => void;
  },
): FuzzTarget {
  return fuzzTarget(
    name,
    "a verdict for any text, with a fixed reason; what passes passes again; who lists less passes no more",
    async () => {
      const made = await pairs();
      return {
        inputs: fc.tuple(fc.constantFrom(...made), mutatedText(seeds, { words })),
        check([pair, text]) {
          checkPair(pair, text);
          more?.(pair, text);
        },
      };
    },
  );
}

/** What is refused is refused with a harmless command in front of it, and with one behind it. */
function checkCommandBeside({ wide }: Pair, text: string): void {
  const alone = wide(text);
  // What is no command by itself may be the beginning or the end of one.
  if (alone.ok || alone.reason === "blocked: not a shell command" || alone.reason === "blocked: empty") return;
  // A backslash at its end takes the newline in, and a carriage return becomes the half of a line end.
  if (!wide("ls").ok || text.length > 8_000 || /[\\\r]$/.test(text)) return;
  assert(!wide(`ls\n${text}`).ok, "a refused command passes behind another");
  assert(!wide(`${text}\nls`).ok, "a refused command passes in front of another");
}

/** The targets. */
export const GUARDS: readonly FuzzTarget[] = [
  guardTarget("path", {
    seeds: PATH_CASES.map(({ input }) => input),
    words: [
      "../",
      "./",
      "//",
      "\\",
      "..\\",
      "~",
      "${HOME}",
      "$HOME",
      "%2f",
      "%252e",
      "file://",
      "C:",
      "/srv/data/",
      "link_out",
    ],
    pairs: pathPairs,
  }),
  guardTarget("url", {
    seeds: rowsOf<UrlOptions>(urlCases).map(({ input }) => input),
    words: [
      "http://",
      "https:",
      "//",
      "@",
      ":",
      "?",
      "#",
      "\\",
      ".",
      "0x7f",
      "127.1",
      "[::1]",
      "%00",
      "\uff0e",
      "localhost",
    ],
    pairs: urlPairs,
  }),
  guardTarget("sql", {
    seeds: rowsOf<SqlOptions>(sqlCases).map(({ input }) => input),
    words: [
      ";",
      "--",
      "/*",
      "*/",
      "$$",
      "$a$",
      "'",
      '"',
      " DELETE FROM users",
      " INTO x",
      "(",
      ")",
      " UNION ",
      "\\",
      "@@x",
      "E'",
    ],
    pairs: sqlPairs,
  }),
  guardTarget("command", {
    seeds: COMMAND_CASES.map(({ input }) => input),
    words: [
      "$(",
      ")",
      "`",
      "&&",
      "||",
      "|",
      ";",
      "<<EOF\n",
      ">",
      "2>&1",
      "${IFS}",
      "$'\\x2d'",
      "eval ",
      "env ",
      "'",
      '"',
      "{",
      "}",
    ],
    pairs: commandPairs,
    more: checkCommandBeside,
  }),
];
