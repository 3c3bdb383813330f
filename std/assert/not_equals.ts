/**
 * The assertion that two values differ somewhere.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";
import { failure, format } from "./format.ts";

/** Throws if both values are equal all the way down, as {@linkcode equal} means it. */
export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  if (!equal(actual, expected)) return;
  throw new AssertionError(failure(`Expected actual: ${format(actual)} not to be: ${format(expected)}`, message));
}
