/**
 * A text as a pattern that matches it alone.
 *
 * @module
 */

/** Escapes what has a meaning in a pattern of RE2. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (sign) => sign === "/" ? "/" : `\\${sign}`);
}
