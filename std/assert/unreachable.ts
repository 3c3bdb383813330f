/**
 * The assertion that a line is never reached.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";

/** Throws. For a branch that the logic rules out. */
export function unreachable(reason?: string): never {
  throw new AssertionError(reason === undefined ? "Unreachable." : `Unreachable: ${reason}`);
}
