/**
 * The assertion that marks what is not written yet.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";

/** Throws. For a body that is not written yet. */
export function unimplemented(message?: string): never {
  throw new AssertionError(failure("Unimplemented", message));
}
