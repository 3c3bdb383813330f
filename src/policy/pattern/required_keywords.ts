/**
 * What a text must contain before a regular expression can match it. Reads the expression on its own, with no engine,
 * and knows only what it is sure of: whatever it does not understand requires nothing.
 *
 * @module
 */

import { toKeyword } from "../../text/keyword_automaton.ts";

/** What one part of an expression is known to need. */
interface Needs {
  /** The one text it matches (upper and lower case aside), if that is known. */
  readonly exact: string | undefined;
  /** Keywords of which at least one occurs in every match. */
  readonly anyOf: readonly string[] | undefined;
}

const NOTHING: Needs = { exact: undefined, anyOf: undefined };
const EMPTY: Needs = { exact: "", anyOf: undefined };

/** More alternatives than this are not worth a place in the automaton. */
const MAX_KEYWORDS = 64;

const REPEAT_REGEXP = /^\{([0-9]+)(?:,[0-9]*)?\}/;
const GROUP_REGEXP = /^\?(?:P?<[A-Za-z0-9_]+>|([a-zA-Z-]*)(:|\)))/;
const SPECIAL_REGEXP = /[\\^$.|?*+()[\]{}]/;

/** Raised inside this file for syntax it does not know; the expression then requires nothing. */
class UnknownSyntax extends SyntaxError {}

interface Cursor {
  readonly points: readonly string[];
  index: number;
}

/**
 * Keywords, as `toKeyword` makes them, of which at least one occurs in every text that a valid RE2 expression matches.
 * Nothing when no such keywords are known.
 *
 * @example Alternatives
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(requiredKeywords("\\.ssh/|id_ed25519"), [".ssh/", "id_ed25519"]);
 * assert.equal(requiredKeywords("[a-z]+|x"), undefined);
 * ```
 */
export function requiredKeywords(pattern: string): readonly string[] | undefined {
  const cursor: Cursor = { points: Array.from(pattern), index: 0 };
  try {
    const needs = readAlternation(cursor);
    if (cursor.index < cursor.points.length) return undefined;
    return keywordsOf(needs);
  } catch (error) {
    if (error instanceof UnknownSyntax || error instanceof RangeError) return undefined;
    throw error;
  }
}

function keywordsOf(needs: Needs): readonly string[] | undefined {
  if (needs.exact === undefined) return needs.anyOf;
  const keyword = toKeyword(needs.exact);
  return keyword === "" ? needs.anyOf : better([keyword], needs.anyOf);
}

/** The list whose shortest keyword is longer, else the shorter list: it lets fewer texts through. */
function better(a: readonly string[] | undefined, b: readonly string[] | undefined): readonly string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const longer = shortest(b) - shortest(a);
  return longer > 0 || (longer === 0 && b.length < a.length) ? b : a;
}

function shortest(keywords: readonly string[]): number {
  return Math.min(...keywords.map((keyword) => keyword.length));
}

function readAlternation(cursor: Cursor): Needs {
  const branches = [readConcatenation(cursor)];
  while (cursor.points[cursor.index] === "|") {
    cursor.index++;
    branches.push(readConcatenation(cursor));
  }
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return only;
  const all: string[] = [];
  for (const branch of branches) {
    const keywords = keywordsOf(branch);
    if (keywords === undefined) return NOTHING;
    all.push(...keywords);
  }
  return all.length > MAX_KEYWORDS ? NOTHING : { exact: undefined, anyOf: [...new Set(all)] };
}

function readConcatenation(cursor: Cursor): Needs {
  let run = "";
  let isExact = true;
  let anyOf: readonly string[] | undefined;
  const endRun = () => {
    const keyword = toKeyword(run);
    if (keyword !== "") anyOf = better(anyOf, [keyword]);
    run = "";
  };
  for (let char = cursor.points[cursor.index]; char !== undefined; char = cursor.points[cursor.index]) {
    if (char === "|" || char === ")") break;
    const needs = readRepeated(cursor);
    if (needs.exact !== undefined) {
      run += needs.exact;
      continue;
    }
    isExact = false;
    endRun();
    anyOf = better(anyOf, needs.anyOf);
  }
  if (isExact) return { exact: run, anyOf: undefined };
  endRun();
  return { exact: undefined, anyOf };
}

function readRepeated(cursor: Cursor): Needs {
  let needs = readAtom(cursor);
  for (;;) {
    const char = cursor.points[cursor.index];
    if (char === "*" || char === "?") {
      needs = NOTHING;
      cursor.index++;
    } else if (char === "+") {
      needs = { exact: undefined, anyOf: keywordsOf(needs) };
      cursor.index++;
    } else {
      const repeat = char === "{"
        ? REPEAT_REGEXP.exec(cursor.points.slice(cursor.index, cursor.index + 24).join(""))
        : null;
      if (repeat === null) return needs;
      needs = Number(repeat[1]) === 0 ? NOTHING : { exact: undefined, anyOf: keywordsOf(needs) };
      cursor.index += repeat[0].length;
    }
    // A lazy `?` behind a repetition changes which match is found, not whether there is one.
    if (cursor.points[cursor.index] === "?") cursor.index++;
  }
}

function readAtom(cursor: Cursor): Needs {
  const char = cursor.points[cursor.index++];
  switch (char) {
    case "^":
    case "$":
      return EMPTY;
    case ".":
      return NOTHING;
    case "[":
      return readClass(cursor);
    case "(":
      return readGroup(cursor);
    case "\\":
      return readEscape(cursor);
    case "*":
    case "+":
    case "?":
    case undefined:
      throw new UnknownSyntax("Cannot read expression: a part is missing");
  }
  return { exact: char, anyOf: undefined };
}

function readGroup(cursor: Cursor): Needs {
  if (cursor.points[cursor.index] === "?") {
    const head = GROUP_REGEXP.exec(cursor.points.slice(cursor.index, cursor.index + 128).join(""));
    if (head === null) throw new UnknownSyntax("Cannot read expression: a group of an unknown kind");
    cursor.index += Array.from(head[0]).length;
    if (head[2] === ")") return readFlags(cursor);
  }
  const needs = readAlternation(cursor);
  if (cursor.points[cursor.index++] !== ")") throw new UnknownSyntax("Cannot read expression: a group does not end");
  return needs;
}

/** Flags alone. The engine lets a repetition behind them repeat what stands before them. */
function readFlags(cursor: Cursor): Needs {
  const next = cursor.points[cursor.index];
  if (next === undefined || !"*+?{".includes(next)) return EMPTY;
  throw new UnknownSyntax("Cannot read expression: flags are repeated");
}

function readClass(cursor: Cursor): Needs {
  const start = cursor.index;
  if (cursor.points[cursor.index] === "^") cursor.index++;
  if (cursor.points[cursor.index] === "]") cursor.index++;
  for (let char = cursor.points[cursor.index]; char !== "]"; char = cursor.points[cursor.index]) {
    if (char === undefined) throw new UnknownSyntax("Cannot read expression: a class does not end");
    cursor.index++;
    if (char === "\\") cursor.index++;
    else if (char === "[" && cursor.points[cursor.index] === ":") skipNamedClass(cursor);
  }
  const body = cursor.points.slice(start, cursor.index++);
  const [only] = body;
  const isOne = body.length === 1 && only !== undefined && (only === "." || !SPECIAL_REGEXP.test(only));
  return isOne ? { exact: only, anyOf: undefined } : NOTHING;
}

function skipNamedClass(cursor: Cursor): void {
  const end = cursor.points.indexOf(":", cursor.index + 1);
  if (end !== -1 && cursor.points[end + 1] === "]") cursor.index = end + 2;
}

function readEscape(cursor: Cursor): Needs {
  const char = cursor.points[cursor.index++];
  if (char === undefined) throw new UnknownSyntax("Cannot read expression: it ends in a backslash");
  if ("bBAz".includes(char)) return EMPTY;
  if ("dDsSwW".includes(char)) return NOTHING;
  if ("nrtfva".includes(char)) return NOTHING;
  if (char === "p" || char === "P") {
    if (cursor.points[cursor.index++] === "{") {
      const end = cursor.points.indexOf("}", cursor.index);
      if (end === -1) throw new UnknownSyntax("Cannot read expression: a class name does not end");
      cursor.index = end + 1;
    }
    return NOTHING;
  }
  // Quoted text, octal and hexadecimal escapes: rare, and not worth a second way to be wrong.
  if (/[\p{L}\p{N}]/u.test(char)) throw new UnknownSyntax("Cannot read expression: an escape that is not known");
  return { exact: char, anyOf: undefined };
}
