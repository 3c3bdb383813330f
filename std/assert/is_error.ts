/**
 * The assertion that a value is an error of a kind.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

// deno-lint-ignore no-explicit-any -- an error class may take anything
type ErrorConstructorOf<E extends Error> = abstract new (...args: any[]) => E;

/** Throws unless the value is an error, of the class if one is given, with a message that fits if one is given. */
export function assertIsError<E extends Error = Error>(
  error: unknown,
  ErrorClass?: ErrorConstructorOf<E>,
  msgMatches?: string | RegExp,
  message?: string,
): asserts error is E {
  if (!(error instanceof Error)) {
    throw new AssertionError(failure(`Expected "error" to be an Error object but was ${format(error)}`, message));
  }
  if (ErrorClass !== undefined && !(error instanceof ErrorClass)) {
    const name = error.constructor?.name ?? "an object without a class";
    throw new AssertionError(
      failure(`Expected error to be instance of "${ErrorClass.name}", but was "${name}"`, message),
      { cause: error },
    );
  }
  if (msgMatches === undefined) return;
  const fits = typeof msgMatches === "string" ? error.message.includes(msgMatches) : msgMatches.test(error.message);
  if (fits) return;
  throw new AssertionError(
    failure(`Expected error message to include ${format(msgMatches)}, but got ${format(error.message)}`, message),
    { cause: error },
  );
}
