/**
 * Edits of a JSON text that leave every other character as it was.
 *
 * @module
 */

import type { Span } from "./parse_json.ts";

/** A piece of text to put in place of a span. */
export interface Splice extends Span {
  readonly text: string;
}

/** Applies splices, which must not overlap, in any order. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  const ordered = splices.toSorted((a, b) => a.start - b.start);
  let result = "";
  let position = 0;
  for (const splice of ordered) {
    if (splice.start < position) throw new RangeError("Cannot splice text: two splices overlap");
    result += text.slice(position, splice.start) + splice.text;
    position = splice.end;
  }
  return result + text.slice(position);
}
