/**
 * The assertion that a promise is rejected.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure } from "./format.ts";
import { assertIsError } from "./is_error.ts";

// deno-lint-ignore no-explicit-any -- an error class may take anything
type ErrorConstructorOf<E extends Error> = abstract new (...args: any[]) => E;

/** Rejects unless the function gives a promise that is rejected; resolves to the reason. */
export function assertRejects(fn: () => PromiseLike<unknown>, message?: string): Promise<unknown>;
/** Rejects unless the promise is rejected with an error of the class, with a message that contains the text. */
export function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  ErrorClass: ErrorConstructorOf<E>,
  msgIncludes?: string,
  message?: string,
): Promise<E>;
export async function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClassOrMessage?: ErrorConstructorOf<E> | string,
  msgIncludes?: string,
  message?: string,
): Promise<unknown> {
  const text = typeof errorClassOrMessage === "string" ? errorClassOrMessage : message;
  let promise: PromiseLike<unknown>;
  try {
    promise = fn();
  } catch (error) {
    throw new AssertionError(failure("Function throws when expected to reject", text), { cause: error });
  }
  try {
    await promise;
  } catch (error) {
    if (typeof errorClassOrMessage === "function") assertIsError(error, errorClassOrMessage, msgIncludes, text);
    return error;
  }
  throw new AssertionError(failure("Expected function to reject", text));
}
