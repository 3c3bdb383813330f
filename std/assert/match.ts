/**
 * The assertion that a text matches a pattern.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";

/** Throws unless the text matches the pattern. */
export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  if (expected.test(actual)) return;
  throw new AssertionError(failure(`Expected actual: "${actual}" to match: "${expected}"`, message));
}
