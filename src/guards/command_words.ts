/**
 * Whether a command begins with certain words, whatever flags stand between them.
 *
 * @module
 */

/**
 * Says whether the words behind a program begin with `wanted`. Flags between are passed over, and a word right behind one
 * may be its value: `kubectl -n prod get secret` begins with `get secret`. A wanted word that ends in `*` is the beginning
 * of one; an expression tells one by its form.
 */
export function beginsWith(texts: readonly string[], wanted: readonly (string | RegExp)[]): boolean {
  let next = 0;
  let isValue = false;
  for (const text of texts) {
    const want = wanted[next];
    if (want === undefined) return true;
    if (isWord(text, want)) {
      next++;
      isValue = false;
    } else if (text.startsWith("-")) isValue = !text.includes("=");
    else if (isValue) isValue = false;
    else return false;
  }
  return next === wanted.length;
}

function isWord(text: string, wanted: string | RegExp): boolean {
  if (typeof wanted !== "string") return wanted.test(text);
  return wanted.endsWith("*") ? text.startsWith(wanted.slice(0, -1)) : text === wanted;
}
