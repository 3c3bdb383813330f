/**
 * The assertion that something does not hold.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";

/** What counts as false in a condition. */
export type Falsy = false | 0 | 0n | "" | null | undefined;

/** Throws unless the expression is falsy. */
export function assertFalse(expr: unknown, message = ""): asserts expr is Falsy {
  if (expr) throw new AssertionError(message);
}
