/**
 * The assertion of deep equality.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";
import { failure, format } from "./format.ts";

const CONTEXT_LINES = 4;
const MAX_SHOWN_LINES = 60;

/** Throws unless both values are equal all the way down, as {@linkcode equal} means it. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(
    `${failure("Values are not equal", message)}\n\n${showDifference(format(actual), format(expected))}\n`,
  );
}

/** Both texts, or where they are long the lines between the first and the last that differ. */
function showDifference(actual: string, expected: string): string {
  const left = actual.split("\n");
  const right = expected.split("\n");
  if (left.length + right.length <= MAX_SHOWN_LINES) return `actual:   ${actual}\nexpected: ${expected}`;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < Math.min(left.length, right.length) - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const cut = (lines: readonly string[], sign: string) => {
    const changed = lines.slice(start, lines.length - end).map((line) => `${sign} ${line}`);
    return changed.length <= MAX_SHOWN_LINES
      ? changed
      : [...changed.slice(0, MAX_SHOWN_LINES), `${sign} ... ${changed.length - MAX_SHOWN_LINES} more lines`];
  };
  return [
    `at line ${start + 1} (- actual, + expected):`,
    ...left.slice(Math.max(0, start - CONTEXT_LINES), start).map((line) => `  ${line}`),
    ...cut(left, "-"),
    ...cut(right, "+"),
  ].join("\n");
}
