/**
 * The assertion that a list contains values.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { equal } from "./equal.ts";
import { failure, format } from "./format.ts";

/** Throws unless each expected value is in the list, compared as {@linkcode equal} does. */
export function assertArrayIncludes<T>(actual: ArrayLike<T>, expected: ArrayLike<T>, message?: string): void {
  const present = Array.from(actual);
  const missing = Array.from(expected).filter((wanted) => !present.some((value) => equal(value, wanted)));
  if (missing.length === 0) return;
  throw new AssertionError(
    failure(
      `Expected actual: "${format(present)}" to include: "${format(Array.from(expected))}" missing: ${format(missing)}`,
      message,
    ),
  );
}
