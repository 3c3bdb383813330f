/**
 * Inputs near seeds: a seed with a few edits, of its bytes or of its UTF-16 units. Edits are small and few, so that most
 * inputs get deep into what reads them, and they shrink to the one that matters.
 *
 * @module
 */

import fc from "fast-check";

/** One edit. Places count from the start, modulo the length. */
type Edit =
  | { readonly kind: "flip"; readonly at: number; readonly bit: number }
  | { readonly kind: "insert"; readonly at: number; readonly piece: number }
  | { readonly kind: "remove"; readonly at: number; readonly length: number }
  | { readonly kind: "repeat"; readonly at: number; readonly length: number; readonly times: number }
  | { readonly kind: "cross"; readonly at: number; readonly from: number; readonly seed: number };

/** What edits are made of. */
export interface MutateOptions {
  /** Pieces to put in: the words of the language. */
  readonly words?: readonly string[];
  readonly maxEdits?: number;
}

const MAX_PLACE = 1 << 20;
/** No input is longer, so that one is not made by repeating what repeats. */
const MAX_LENGTH = 64 * 1024;
const ODD = [
  "\u0000",
  "\r",
  "\n",
  "\t",
  " ",
  "\u200b",
  "\u202e",
  "\ufeff",
  "\u0430",
  "\\",
  '"',
  "'",
  "`",
  "{",
  "[",
  "%2e",
];

const encoder = new TextEncoder();

function edits(max: number): fc.Arbitrary<Edit[]> {
  const at = fc.nat({ max: MAX_PLACE });
  const length = fc.integer({ min: 1, max: 24 });
  const edit = fc.oneof<
    [fc.Arbitrary<Edit>, fc.Arbitrary<Edit>, fc.Arbitrary<Edit>, fc.Arbitrary<Edit>, fc.Arbitrary<Edit>]
  >(
    fc.record({ kind: fc.constant("flip" as const), at, bit: fc.nat({ max: 15 }) }),
    fc.record({ kind: fc.constant("insert" as const), at, piece: fc.nat({ max: MAX_PLACE }) }),
    fc.record({ kind: fc.constant("remove" as const), at, length }),
    fc.record({ kind: fc.constant("repeat" as const), at, length, times: fc.integer({ min: 1, max: 40 }) }),
    fc.record({ kind: fc.constant("cross" as const), at, from: at, seed: fc.nat({ max: MAX_PLACE }) }),
  );
  return fc.array(edit, { maxLength: max });
}

/** Bytes near the seeds. */
export function mutatedBytes(seeds: readonly Uint8Array[], options: MutateOptions = {}): fc.Arbitrary<Uint8Array> {
  const words = [...(options.words ?? []), ...ODD].map((word) => encoder.encode(word));
  return fc.tuple(fc.nat({ max: seeds.length - 1 }), edits(options.maxEdits ?? 5)).map(([seed, list]) => {
    let bytes = seeds[seed] as Uint8Array;
    for (const edit of list) bytes = editBytes(bytes, edit, { seeds, words });
    return bytes;
  });
}

/** Texts near the seeds, some with halves of characters; some through bytes that are no UTF-8, as a reader decodes them. */
export function mutatedText(seeds: readonly string[], options: MutateOptions = {}): fc.Arbitrary<string> {
  const words = [...(options.words ?? []), ...ODD];
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const inUnits = fc.tuple(fc.nat({ max: seeds.length - 1 }), edits(options.maxEdits ?? 5)).map(([seed, list]) => {
    let text = seeds[seed] as string;
    for (const edit of list) text = editText(text, edit, { seeds, words }).slice(0, MAX_LENGTH);
    return text;
  });
  const inBytes = mutatedBytes(seeds.map((seed) => encoder.encode(seed)), options).map((bytes) =>
    decoder.decode(bytes)
  );
  return fc.oneof({ weight: 4, arbitrary: inUnits }, { weight: 1, arbitrary: inBytes });
}

interface Material<Part> {
  readonly seeds: readonly Part[];
  readonly words: readonly Part[];
}

function editBytes(bytes: Uint8Array, edit: Edit, { seeds, words }: Material<Uint8Array>): Uint8Array {
  const at = edit.at % (bytes.length + 1);
  switch (edit.kind) {
    case "flip": {
      const changed = bytes.slice();
      if (at < changed.length) changed[at] = (changed[at] as number) ^ (1 << (edit.bit % 8));
      return changed;
    }
    case "insert":
      return joined(bytes.subarray(0, at), words[edit.piece % words.length] as Uint8Array, bytes.subarray(at));
    case "remove":
      return joined(bytes.subarray(0, at), bytes.subarray(at + edit.length));
    case "repeat": {
      const piece = bytes.subarray(at, at + edit.length);
      return joined(bytes.subarray(0, at), ...Array<Uint8Array>(edit.times).fill(piece), bytes.subarray(at));
    }
    case "cross": {
      const other = seeds[edit.seed % seeds.length] as Uint8Array;
      return joined(bytes.subarray(0, at), other.subarray(edit.from % (other.length + 1)));
    }
  }
}

function editText(text: string, edit: Edit, { seeds, words }: Material<string>): string {
  const at = edit.at % (text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (edit.kind) {
    case "flip":
      return at === text.length
        ? text
        : before + String.fromCharCode(text.charCodeAt(at) ^ (1 << edit.bit)) + after.slice(1);
    case "insert":
      return before + words[edit.piece % words.length] + after;
    case "remove":
      return before + after.slice(edit.length);
    case "repeat":
      return before + after.slice(0, edit.length).repeat(edit.times) + after;
    case "cross": {
      const other = seeds[edit.seed % seeds.length] as string;
      return before + other.slice(edit.from % (other.length + 1));
    }
  }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.subarray(0, MAX_LENGTH);
}
