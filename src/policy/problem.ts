/**
 * A fault in a policy file: what is wrong, where, and what might be meant. Problems are collected, so that one reading
 * of a file tells everything that is wrong with it.
 *
 * @module
 */

/** A position in a text, both counted from 1; the column counts UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Every kind of fault, as it stands in brackets at the end of a problem. */
export type ProblemCode =
  | "syntax"
  | "empty"
  | "too-large"
  | "too-deep"
  | "unknown-field"
  | "duplicate-field"
  | "missing-field"
  | "wrong-type"
  | "wrong-value"
  | "bad-name"
  | "duplicate-name"
  | "bad-pattern"
  | "no-effect"
  | "unknown-pack"
  | "cannot-read"
  | "not-signed"
  | "extends-cycle"
  | "extends-depth"
  | "unknown-variable"
  | "unsafe-project";

/** One fault in a policy file. */
export interface Problem {
  readonly code: ProblemCode;
  /** `Cannot read rule "no-ssh": "acton" is not a field`. */
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How much of a value a message shows. */
const MAX_SHOWN_CHARS = 80;

// deno-lint-ignore no-control-regex -- these are the characters that must not reach a terminal.
const UNSAFE_CHARS_REGEXP = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Shows a value inside a message: JSON-quoted, nothing in it can move a cursor or turn the line around, and cut where
 * it gets long.
 */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  const cut = text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS - 1)}…` : text;
  return escapeUnsafe(cut.toWellFormed());
}

/**
 * Writes a problem the way compilers do, the hint on a line of its own.
 *
 * @example A field with a typing error
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const message = 'Cannot read rule "a": "thn" is not a field';
 * const problem = { code: "unknown-field", message, hint: 'Did you mean "then"?', file: "p.jsonc", line: 2, column: 5 } as const;
 * assert.equal(formatProblem(problem), `p.jsonc:2:5: ${message} [unknown-field]\n  Did you mean "then"?`);
 * ```
 */
export function formatProblem(problem: Problem): string {
  const { file, line, column, message, code, hint } = problem;
  const first = escapeUnsafe(`${file}:${line}:${column}: ${message} [${code}]`);
  return hint === undefined ? first : `${first}\n  ${escapeUnsafe(hint)}`;
}

/**
 * The hint for a word that is not known: the nearest of the known ones, if any is near enough to be what was meant.
 *
 * @example Two letters swapped
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(suggest("acton", ["action", "name"]), 'Did you mean "action"?');
 * assert.equal(suggest("xyz", ["action", "name"]), undefined);
 * ```
 */
export function suggest(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? undefined : `Did you mean ${showValue(best)}?`;
}

function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE_CHARS_REGEXP, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Levenshtein distance; a swap of two neighbours counts one. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
        ? (before[j - 2] ?? 0) + 1
        : changed;
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed, swapped));
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
