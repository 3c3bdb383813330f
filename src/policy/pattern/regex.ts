/**
 * Regular expressions in RE2 syntax, whose time grows with the text and never faster. The engine is loaded when a policy
 * has an expression, not before.
 *
 * @module
 */

import type { RE2JS, RE2Set } from "re2js";
import { requiredKeywords } from "./required_keywords.ts";

/** A compiled expression. */
export interface Regex {
  readonly source: string;
  /** Keywords of which one occurs in every text that matches; see `requiredKeywords`. */
  readonly keywords: readonly string[] | undefined;
  /** How much a character of text may cost, compared with an expression that is as quick as any. */
  readonly weight: number;
  /** Says whether the expression matches anywhere in the text. */
  test(text: string): boolean;
  /** Every place where it matches, one behind the other; places without a character are left out. */
  find(text: string): Iterable<{ readonly start: number; readonly end: number }>;
}

/** Why an expression cannot be compiled. */
export interface RegexFault {
  readonly fault: string;
  readonly hint?: string | undefined;
}

/**
 * Tests one text against many expressions in a single pass; returns the indexes of those that match, or nothing when the
 * expressions together are too much for one pass over this text.
 */
export type RegexSet = (text: string) => readonly number[] | undefined;

/** Compiles expressions. */
export interface RegexEngine {
  compile(source: string): Regex | RegexFault;
  compileSet(sources: readonly string[]): RegexSet;
}

/** Longest expression that is compiled, in UTF-16 units. */
export const MAX_REGEX_CHARS = 4_096;

/** Largest program that is run: counted repetition multiplies, and so does the cost of each character of text. */
export const MAX_REGEX_PROGRAM = 10_000;

const LINEAR_HINT = "Expressions are RE2 syntax, which runs in linear time; use two conditions and `not` instead";

/** Thrown in place of the engine's slow way of matching a set. */
class SetTooSlow extends Error {}

/** Loads the engine. */
export async function loadRegexEngine(): Promise<RegexEngine> {
  const { RE2JS, RE2Set } = await import("re2js");
  return {
    compile: (source) => compileRegex(source, (text) => RE2JS.compile(text)),
    compileSet: (sources) => compileSet(sources, new RE2Set()),
  };
}

function compileSet(sources: readonly string[], set: RE2Set): RegexSet {
  try {
    for (const source of sources) set.add(source);
    set.compile();
  } catch {
    return () => undefined;
  }
  // With too many states the engine would go on with all programs side by side, at thousands of steps a character. It
  // takes that way through this property, so the way ends here.
  Object.defineProperty(set, "dummyRe2", {
    get() {
      throw new SetTooSlow("Cannot match set: it has too many states");
    },
  });
  return (text) => {
    try {
      return set.match(text);
    } catch (error) {
      if (error instanceof SetTooSlow) return undefined;
      throw error;
    }
  };
}

function compileRegex(source: string, compile: (text: string) => RE2JS): Regex | RegexFault {
  if (source.length > MAX_REGEX_CHARS) return { fault: `longer than ${MAX_REGEX_CHARS} characters` };
  if (!source.isWellFormed()) return { fault: "it contains half of a surrogate pair" };
  try {
    const compiled = compile(source);
    if (compiled.programSize() > MAX_REGEX_PROGRAM) {
      return { fault: "its repetitions make it too large", hint: "Lower the numbers in braces" };
    }
    const weight = weightOf(source, compiled.programSize());
    return {
      source,
      keywords: requiredKeywords(source),
      weight,
      test: (text) => compiled.test(text),
      find: (text) => matchesOf(compiled, text),
    };
  } catch (error) {
    return { fault: faultOf(error), hint: hintFor(source) };
  }
}

function* matchesOf(compiled: RE2JS, text: string): Generator<{ readonly start: number; readonly end: number }> {
  const matcher = compiled.matcher(text);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) yield { start, end };
  }
}

/** Counted repetition is what can make the engine leave its quick way, and then each part of the program counts. */
function weightOf(source: string, programSize: number): number {
  return /\{[0-9]+,?[0-9]*\}/.test(source) ? Math.max(1, programSize / 8) : 1;
}

function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : "it does not compile";
  return text.replace(/^error parsing regexp: /, "");
}

function hintFor(source: string): string | undefined {
  if (/\(\?<?[=!]/.test(source)) return `Look-around is not available. ${LINEAR_HINT}`;
  if (/\\[1-9]|\\k</.test(source)) return `Back-references are not available. ${LINEAR_HINT}`;
  if (/\(\?>|[*+?}]\+/.test(source)) return `Atomic groups and possessive repetition are not available. ${LINEAR_HINT}`;
  if (/\\u/.test(source)) return "Write \\x{17f} for a code point";
  if (/\\Z/.test(source)) return "Write \\z for the end of the text";
  return undefined;
}
