/**
 * The plain assertion.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";

/** Throws unless the expression is truthy. */
export function assert(expr: unknown, message = ""): asserts expr {
  if (!expr) throw new AssertionError(message);
}
