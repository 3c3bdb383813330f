/**
 * Unicode simple folding of names. Lenient servers read `Path`, `PATH` or `pa\u017fs` as the name they know; a rule
 * that refuses must see them as the same name too.
 *
 * @module
 */

/** Names made of these characters alone are folded by lower-casing. */
// deno-lint-ignore no-control-regex -- the whole of ASCII is meant.
const ASCII_REGEXP = /^[\u0000-\u007f]*$/;

/**
 * Folds a name code point by code point: upper case, then lower case, where each stays one code point.
 *
 * @example The Kelvin sign and the long s
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(foldName("To\u212Aen\u017F"), "tokens");
 * assert.equal(foldName("straße"), "straße");
 * ```
 */
export function foldName(name: string): string {
  if (ASCII_REGEXP.test(name)) return name.toLowerCase();
  let folded = "";
  for (const point of name) folded += foldCodePoint(point);
  return folded;
}

function foldCodePoint(point: string): string {
  const upper = point.toUpperCase();
  const raised = isOneCodePoint(upper) ? upper : point;
  const lower = raised.toLowerCase();
  return isOneCodePoint(lower) ? lower : raised;
}

function isOneCodePoint(text: string): boolean {
  const first = text.codePointAt(0);
  return first !== undefined && text.length === (first > 0xffff ? 2 : 1);
}
