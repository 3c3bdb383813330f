/**
 * The assertion that a text does not match a pattern.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";

/** Throws if the text matches the pattern. */
export function assertNotMatch(actual: string, expected: RegExp, message?: string): void {
  if (!expected.test(actual)) return;
  throw new AssertionError(failure(`Expected actual: "${actual}" to not match: "${expected}"`, message));
}
