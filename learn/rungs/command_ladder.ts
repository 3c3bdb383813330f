/**
 * The ladder of shell commands: the programs seen, each with the words that say what it does, on files of the project;
 * then on any file. Programs alone only by a person's word. What no list can bound, such as an interpreter that is given
 * code, asks.
 *
 * @module
 */

import { INTERPRETERS, OTHER_SHELLS, RAISING, SHELLS, WRAPPERS } from "../../src/guards/command_data.ts";
import { findInvocations, type Invocation } from "../../src/guards/invocation.ts";
import type { CommandParser } from "../../src/guards/shell.ts";
import { escapeRegex } from "../escape_regex.ts";
import { isSettled, LADDER } from "../ladder.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung, sightingsBy } from "../rung.ts";
import { lengthBound, textRung } from "./text_ladder.ts";

/** Programs whose first word says what they do. */
const WORDED: ReadonlySet<string> = new Set(
  ("git npm pnpm yarn bun deno cargo go pip pip3 gh make dotnet mvn gradle kubectl docker terraform systemctl npx")
    .split(" "),
);
/** First words behind which another says more. */
const SECOND_WORD_REGEXP = /^(?:npm|pnpm|yarn|bun) run$|^deno task$|^docker compose$|^git (?:remote|stash|worktree)$/;

/** Commands. */
export function commandLadder(profile: StringProfile, shell: CommandParser): Ladder {
  const outside = textRung(lengthBound(profile.maxLength));
  const clean = cleanSightings(profile.values);
  const listed = new Set<string>();
  for (const text of clean.keys()) {
    const { invocations } = findInvocations(text, shell);
    for (const invocation of invocations) {
      const entry = programEntry(invocation);
      if (entry !== undefined && entry !== "") listed.add(entry);
    }
  }
  const programs = [...listed].sort();
  if (programs.length === 0 || programs.length > LADDER.maxPrograms) {
    return { kind: "command", rungs: [outside], chosen: 0, asksAlways: true };
  }
  const names = [...new Set(programs.map((entry) => entry.split(" ")[0] ?? ""))];
  const onProject = { programs, paths: { under: ["${PROJECT_DIR}"], sensitive: false } };
  const seenFlags = sightingsBy(clean, (text) => flagsIn(text, shell));
  const flags = flagPattern([...seenFlags.keys()]);
  const withFlags: Rung = {
    ...rung(onProject, "the programs and flags seen, on files of the project"),
    condition: { allOf: [{ command: onProject }, { regex: flags }] },
    admits: "these flags and programs in other combinations, on other files of the project",
  };
  const rungs: Rung[] = [
    withFlags,
    rung(onProject, "the programs seen, on files of the project"),
    rung({ programs }, "the programs seen, on any file that is not sensitive"),
    { ...rung({ programs: names }, "these programs with any words"), isAutomatic: false },
  ];
  const isSettledOnFlags = seenFlags.size === 0 || isSettled(seenFlags);
  return { kind: "command", rungs, chosen: isSettledOnFlags ? 0 : 1, outside };
}

/** The flags of a command: without values, numbers in them left out. */
function flagsIn(text: string, shell: CommandParser): string[] {
  const words = findInvocations(text, shell).invocations.flatMap(({ args }) => args.map(({ text: word }) => word));
  return words.filter((word) => /^-./.test(word)).map((word) => word.replace(/=.*$/s, "").replace(/\d+$/, ""))
    .filter((word) => /^--?[A-Za-z0-9][\w-]*$/.test(word));
}

/**
 * A pattern for texts in which every word that could be a flag is one of these. A word that begins with a quote, a
 * backslash, a brace or a dollar could become one, and is let in only where what follows shows that it does not.
 */
export function flagPattern(flags: readonly string[]): string {
  const known = [...new Set(flags)].sort().map((flag) => `${escapeRegex(flag)}[0-9]*(?:=[^\\s"'\\\\]*)?`);
  const words = [
    ...known,
    "--?",
    "-[0-9]+",
    "[^-\\s\"'\\\\${`][^\\s]*",
    '"(?:[^-"\\\\$`\\s][^"\\\\$`]*)?"',
    "'(?:[^-'\\s][^']*)?'",
  ];
  const word = `(?:${words.join("|")})`;
  return `^\\s*${word}(?:\\s+${word})*\\s*$`;
}

function rung(command: object, words: string): Rung {
  return {
    condition: { command },
    words,
    admits: "other flags and files of these programs, and any of them one after the other",
    isAutomatic: true,
  };
}

/**
 * How a policy's list names a program; the empty text for what needs no name (assignments, wrappers, which are looked
 * into), nothing for what no list can bound.
 */
export function programEntry({ program, name, args }: Invocation): string | undefined {
  if (program === "" || WRAPPERS.has(program) && !RAISING.has(program)) return "";
  if (SHELLS.has(program) || OTHER_SHELLS.has(program) || RAISING.has(program)) return undefined;
  if (!/^[\w.+@/-]+$/.test(name)) return undefined;
  const plain = name.replace(/^(?:\/usr(?:\/local)?)?\/s?bin\//, "");
  const words = args.map(({ literal, text }) =>
    literal && /^[\w.:@/-]+$/.test(text) && !text.startsWith("-") ? text : ""
  );
  if (isInterpreter(program)) return words[0] === undefined || words[0] === "" ? undefined : `${plain} ${words[0]}`;
  if (!WORDED.has(program)) return plain;
  const [first = "", second = ""] = words;
  if (first === "") return undefined;
  const entry = `${plain} ${first}`;
  return SECOND_WORD_REGEXP.test(entry) && second !== "" ? `${entry} ${second}` : entry;
}

/** `deno` and the like run code as well, but are known by their first word. */
function isInterpreter(program: string): boolean {
  return INTERPRETERS.has(program.replace(/[\d.]+$/, "")) && !WORDED.has(program);
}
