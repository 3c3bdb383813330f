/**
 * The assertion that a value is there.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

/** Throws if the value is `null` or `undefined`. */
export function assertExists<T>(actual: T, message?: string): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    throw new AssertionError(failure(`Expected actual: "${format(actual)}" to not be null or undefined`, message));
  }
}
