/**
 * Values as assertion messages show them. Private to this package.
 *
 * @module
 */

import { inspect } from "node:util";

/** Shows a value on as many lines as it needs. */
export function format(value: unknown): string {
  return inspect(value, { depth: 20, sorted: true, maxArrayLength: 200, maxStringLength: 4000, compact: false });
}

/** Joins what failed with the text that the caller gave. */
export function failure(what: string, message: string | undefined): string {
  return message === undefined ? `${what}.` : `${what}: ${message}`;
}
