/**
 * Reads JSON with comments, in place of `@std/jsonc/parse` where jsr cannot be reached. Does not write JSON, keep
 * positions or say where a fault is; a policy is read with positions by `src/policy`.
 *
 * @module
 */

import { parse as parseLenient, type ParseError, printParseErrorCode } from "jsonc-parser";

/** Any value that JSON can hold. */
export type JsonValue = { [key: string]: JsonValue | undefined } | JsonValue[] | string | number | boolean | null;

const JSON_SPACE_REGEXP = /^[ \t\r\n]*$/;

/**
 * Turns JSON with `//` and block comments and trailing commas into a value. Of two equal keys the last one stands, and
 * `__proto__` is a key like any other.
 *
 * @example A comment and a trailing comma
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parse('{ "a": 1, } // one'), { a: 1 });
 * ```
 *
 * @throws {SyntaxError} If the text is not JSON with comments.
 */
export function parse(text: string): JsonValue {
  const errors: ParseError[] = [];
  const value: unknown = parseLenient(text, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const first = errors[0];
  if (first !== undefined) {
    const code = printParseErrorCode(first.error);
    throw new SyntaxError(`Cannot parse JSONC: ${code} at position ${first.offset}`);
  }
  if (value === undefined || JSON_SPACE_REGEXP.test(text)) throw new SyntaxError("Cannot parse JSONC: text is empty");
  return value as JsonValue;
}
