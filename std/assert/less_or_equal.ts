/**
 * The assertion that one value is at most another.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

/** Throws unless `actual` is at most `expected`. */
export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void {
  if (actual <= expected) return;
  throw new AssertionError(failure(`Expect ${format(actual)} <= ${format(expected)}`, message));
}
