/**
 * The assertion that always fails.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";

/** Throws. For a line that a test must not reach. */
export function fail(message?: string): never {
  throw new AssertionError(failure("Failed assertion", message));
}
