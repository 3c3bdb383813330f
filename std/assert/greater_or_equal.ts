/**
 * The assertion that one value is at least another.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

/** Throws unless `actual` is at least `expected`. */
export function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void {
  if (actual >= expected) return;
  throw new AssertionError(failure(`Expect ${format(actual)} >= ${format(expected)}`, message));
}
