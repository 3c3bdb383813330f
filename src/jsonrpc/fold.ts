/**
 * Unicode simple case folding, as readers that ignore case do it (Go's encoding/json among them): `Method`, `method`
 * and `ſession`/`session` are one name.
 *
 * @module
 */

const ASCII_LOWER_REGEXP = /^[\0-@\x5b-\x7f]*$/;

/**
 * Folds a name code point by code point: upper case, then lower case, each only where the result stays one code
 * point. So U+017F becomes `s` and U+212A becomes `k`, and nothing changes its length in code points.
 */
export function foldName(name: string): string {
  if (ASCII_LOWER_REGEXP.test(name)) return name;
  let folded = "";
  for (const character of name) folded += foldCharacter(character);
  return folded;
}

function foldCharacter(character: string): string {
  const upper = character.toUpperCase();
  const base = isOneCodePoint(upper) ? upper : character;
  const lower = base.toLowerCase();
  return isOneCodePoint(lower) ? lower : base;
}

function isOneCodePoint(text: string): boolean {
  const first = text.codePointAt(0);
  return first !== undefined && text.length === (first > 0xffff ? 2 : 1);
}
