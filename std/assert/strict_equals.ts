/**
 * The assertion of identity.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

/** Throws unless both are the same value, by `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T {
  if (Object.is(actual, expected)) return;
  throw new AssertionError(
    `${failure("Values are not strictly equal", message)}\n\nactual:   ${format(actual)}\nexpected: ${
      format(expected)
    }\n`,
  );
}
