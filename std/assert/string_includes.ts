/**
 * The assertion that a text contains another.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";

/** Throws unless the text contains the other. */
export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  if (actual.includes(expected)) return;
  throw new AssertionError(failure(`Expected actual: "${actual}" to contain: "${expected}"`, message));
}
