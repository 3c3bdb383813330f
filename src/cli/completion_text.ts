/**
 * How the texts of the help stand in scripts of shells.
 *
 * @module
 */

/** The beginning of a text, up to what a list of choices has room for. */
export function firstSentence(text: string): string {
  const [first = ""] = text.split(/[;(]|: |\. /);
  return first.trim();
}

/** A text between single quotes, as POSIX shells and zsh read it. */
export function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
