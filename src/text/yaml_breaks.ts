/**
 * Characters that some YAML readers take for the end of a line and others for text. YAML 1.1 (PyYAML, libyaml) breaks
 * lines at NEL, LS and PS, 1.2 does not; both break at a lone carriage return, and the parser here does not.
 *
 * @module
 */

/** YAML 1.2.2, 5.4 "Line Break Characters", names the first; its 1.1 predecessor the others. */
const DOUBTFUL_BREAK = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Where the first of them stands, in UTF-16 units; `undefined` where every reader sees the same lines. */
export function doubtfulBreak(text: string): number | undefined {
  const at = text.search(DOUBTFUL_BREAK);
  return at < 0 ? undefined : at;
}
