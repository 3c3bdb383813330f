/**
 * The assertion of deep equality.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";
import { failure, format } from "./format.ts";

/** Throws unless both values are equal all the way down, as {@linkcode equal} means it. */
export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  if (equal(actual, expected)) return;
  throw new AssertionError(
    `${failure("Values are not equal", message)}\n\nactual:   ${format(actual)}\nexpected: ${format(expected)}\n`,
  );
}
