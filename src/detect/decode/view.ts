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

/** Collects the parts of a view from left to right. */
export class ViewBuilder {
  readonly #source: string;
  readonly #parts: string[] = [];
  /**
   * Four numbers a part: where it begins in the view, where it begins and ends in the source, and 1 where its characters
   * are the source's own, one for one. Plain numbers, since a text of escapes has a part for each character.
   */
  readonly #places: number[] = [];
  #length = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Adds a part of the source as it is. */
  copy(start: number, end: number): void {
    if (start < end) this.#add(this.#source.slice(start, end), { start, end }, 1);
  }

  /** Adds a text of the same length as the part of the source that it stands for, character for character. */
  replaceOneForOne(text: string, span: Span): void {
    this.#add(text, span, text.length === span.end - span.start ? 1 : 0);
  }

  /** Adds a text for a part of the source; an empty one leaves the part out. */
  replace(text: string, span: Span): void {
    this.#add(text, span, 0);
  }

  #add(text: string, { start, end }: Span, verbatim: 0 | 1): void {
    if (text === "") return;
    this.#places.push(this.#length, start, end, verbatim);
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** Finishes the view. */
  build(decoded: Decoding): View {
    const places = this.#places;
    return {
      text: this.#parts.join(""),
      decoded,
      toSource: ({ start, end }) => ({
        start: sourceOf(places, start).start,
        end: sourceOf(places, end - 1).end,
      }),
    };
  }
}

const PLACE_NUMBERS = 4;

/** The source of one character of a view. */
function sourceOf(places: readonly number[], offset: number): Span {
  let low = 0;
  let high = places.length / PLACE_NUMBERS - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((places[middle * PLACE_NUMBERS] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const [view = offset, source = offset, sourceEnd = offset + 1, verbatim = 1] = places.slice(
    low * PLACE_NUMBERS,
    (low + 1) * PLACE_NUMBERS,
  );
  if (verbatim === 0) return { start: source, end: sourceEnd };
  const start = source + offset - view;
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
