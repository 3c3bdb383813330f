/**
 * Texts out of a log for a terminal: names come from messages, and none may drive what shows it.
 *
 * @module
 */

const MAX_LENGTH = 120;
/** Control and format characters, unassigned ones, and every space but the plain one. */
const ODD_REGEXP = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * The text with every character escaped that does not show as itself, as `\u{1b}`, and cut at 120 characters.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(shownText("a\u001b[31mb"), "a\\u{1b}[31mb");
 * ```
 */
export function shownText(text: string): string {
  const clean = escapeOdd(text.slice(0, MAX_LENGTH));
  return text.length > MAX_LENGTH ? `${clean}…` : clean;
}

/** The same without the cut. Line feeds are escaped too. */
export function escapeOdd(text: string): string {
  return text.toWellFormed().replace(ODD_REGEXP, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
