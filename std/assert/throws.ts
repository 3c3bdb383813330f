/**
 * The assertion that a function throws.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";
import { assertIsError } from "./is_error.ts";

// deno-lint-ignore no-explicit-any -- an error class may take anything
type ErrorConstructorOf<E extends Error> = abstract new (...args: any[]) => E;

/** Throws unless the function throws; gives what it threw. */
export function assertThrows(fn: () => unknown, message?: string): unknown;
/** Throws unless the function throws an error of the class, with a message that contains the text; gives the error. */
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  ErrorClass: ErrorConstructorOf<E>,
  msgIncludes?: string,
  message?: string,
): E;
export function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClassOrMessage?: ErrorConstructorOf<E> | string,
  msgIncludes?: string,
  message?: string,
): unknown {
  const text = typeof errorClassOrMessage === "string" ? errorClassOrMessage : message;
  let thrown: unknown;
  try {
    fn();
  } catch (error) {
    thrown = error;
    if (typeof errorClassOrMessage === "function") {
      assertIsError(thrown, errorClassOrMessage, msgIncludes, text);
    }
    return thrown;
  }
  throw new AssertionError(failure("Expected function to throw", text));
}
