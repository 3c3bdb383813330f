/**
 * The assertion of a value's class.
 *
 * @module
 */

import { AssertionError } from "./assertion_error.ts";
import { failure, format } from "./format.ts";

// deno-lint-ignore no-explicit-any -- a constructor of anything, taking anything
type AnyConstructor = abstract new (...args: any[]) => unknown;

/** Throws unless the value is an instance of the class. */
export function assertInstanceOf<T extends AnyConstructor>(
  actual: unknown,
  expectedType: T,
  message?: string,
): asserts actual is InstanceType<T> {
  if (actual instanceof expectedType) return;
  throw new AssertionError(
    failure(`Expected object to be an instance of "${expectedType.name}" but was ${format(actual)}`, message),
  );
}
