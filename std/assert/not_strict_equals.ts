/**
 * The assertion that two values are not one and the same.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

/** Throws if both are the same value, by `Object.is`. */
export function assertNotStrictEquals<T>(actual: T, expected: T, message?: string): void {
  if (!Object.is(actual, expected)) return;
  throw new AssertionError(failure(`Expected "actual" to not be strictly equal to: ${format(actual)}`, message));
}
