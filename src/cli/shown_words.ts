/**
 * A command as people read it: words with spaces in quotes, nothing in it hidden.
 *
 * @module
 */

/** Shows words in one line. */
export function shownWords(words: readonly string[]): string {
  return words.map((word) => /^[\w@%+:,./=${}-]+$/.test(word) ? word : JSON.stringify(plain(word))).join(" ");
}

function plain(word: string): string {
  return word.replace(
    /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}
