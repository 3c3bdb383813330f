/**
 * A text in another spelling, that knows where each of its parts stands in the text it came from.
 *
 * @module
 */

import type { Decoding } from "../finding.ts";
import type { Span } from "../span.ts";

/** A text read in one more way. */
export interface View {
  readonly text: string;
  /** How it was spelled; nothing for a text as it stands. */
  readonly decoded?: Decoding;
  /** The place in the source from which a part of this text came. */
  toSource(span: Span): Span;
}

/** One part of a view: `length` characters at `view`, from `sourceLength` characters at `source`. */
interface Piece {
  readonly view: number;
  readonly source: number;
  readonly sourceEnd: number;
  /** Whether the characters are the source's own, one for one. */
  readonly isVerbatim: boolean;
}

/** Collects the pieces of a view from left to right. */
export class ViewBuilder {
  readonly #source: string;
  readonly #parts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds a part of the source as it is. */
  copy(start: number, end: number): void {
    if (start >= end) return;
    this.#add(this.#source.slice(start, end), { start, end }, { isVerbatim: true });
  }

  /** Adds a text of the same length as the part of the source that it stands for, character for character. */
  replaceOneForOne(text: string, span: Span): void {
    if (text.length === span.end - span.start) this.#add(text, span, { isVerbatim: true });
    else this.#add(text, span, { isVerbatim: false });
  }

  /** Adds a text for a part of the source; an empty one leaves the part out. */
  replace(text: string, span: Span): void {
    this.#add(text, span, { isVerbatim: false });
  }

  #add(text: string, { start, end }: Span, { isVerbatim }: { readonly isVerbatim: boolean }): void {
    this.#pieces.push({ view: this.#length, source: start, sourceEnd: end, isVerbatim });
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** Finishes the view. */
  build(decoded: Decoding): View {
    const pieces = this.#pieces;
    return {
      text: this.#parts.join(""),
      decoded,
      toSource: ({ start, end }) => ({
        start: sourceOf(pieces, start).start,
        end: sourceOf(pieces, end - 1).end,
      }),
    };
  }
}

/** The source of one character of a view. */
function sourceOf(pieces: readonly Piece[], offset: number): Span {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.view ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) return { start: offset, end: offset + 1 };
  if (!piece.isVerbatim) return { start: piece.source, end: piece.sourceEnd };
  const start = piece.source + offset - piece.view;
  return { start, end: start + 1 };
}

/** A text read as it stands. */
export function plainView(text: string): View {
  return { text, toSource: (span) => span };
}

/** A view of a view: its places are those of the source behind both. */
export function chainViews(outer: View, inner: View): View {
  const decoded = inner.decoded ?? outer.decoded;
  const toSource = (span: Span) => outer.toSource(inner.toSource(span));
  return decoded === undefined ? { text: inner.text, toSource } : { text: inner.text, decoded, toSource };
}
