/**
 * Cuts a byte stream into frames: at 0x0A only, with one trailing CR dropped, each within a size limit. A line over the
 * limit is thrown away as it arrives and reported by its top level alone, so a missing newline cannot grow memory.
 *
 * @module
 */

import { type TopLevel, TopLevelScanner } from "./top_level_scanner.ts";

/** One line of a transport: whole, or too long to keep. */
export type Frame =
  | { readonly kind: "line"; readonly bytes: Uint8Array }
  | { readonly kind: "too-long"; readonly top: TopLevel };

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Splits chunks into frames, whatever the cuts between chunks; time is linear in the input. */
export class FrameSplitter {
  readonly #maxBytes: number;
  /** The start of a line that has not ended; grows by doubling, so that single-byte chunks stay linear too. */
  #buffer: Uint8Array | undefined;
  #length = 0;
  #discarding: TopLevelScanner | undefined;

  /** `maxBytes` is the longest line kept, without its newline. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Takes the next bytes; returns the frames they complete. The frames may share memory with the chunk. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const piece = chunk.subarray(start, newline < 0 ? chunk.length : newline);
      if (newline < 0) {
        this.#keep(piece);
        break;
      }
      this.#finish(piece, frames);
      start = newline + 1;
    }
    return frames;
  }

  /** Ends the stream; returns the last line, if it had no newline. */
  end(): Frame[] {
    const frames: Frame[] = [];
    if (this.#length > 0 || this.#discarding !== undefined) this.#finish(new Uint8Array(0), frames);
    return frames;
  }

  /** Bytes held for a line that has not ended. */
  get pending(): number {
    return this.#length;
  }

  #finish(piece: Uint8Array, frames: Frame[]): void {
    if (this.#length === 0 && this.#discarding === undefined && this.#fits(piece.length, piece)) {
      addLine(frames, piece);
      return;
    }
    this.#keep(piece);
    if (this.#discarding !== undefined) frames.push({ kind: "too-long", top: this.#discarding.finish() });
    else if (this.#buffer !== undefined) addLine(frames, this.#buffer.subarray(0, this.#length));
    this.#discarding = undefined;
    this.#buffer = undefined;
    this.#length = 0;
  }

  #keep(piece: Uint8Array): void {
    if (this.#discarding !== undefined) return this.#discarding.push(piece);
    if (piece.length === 0) return;
    const length = this.#length + piece.length;
    if (this.#fits(length, piece)) {
      const buffer = this.#room(length);
      buffer.set(piece, this.#length);
      this.#buffer = buffer;
      this.#length = length;
      return;
    }
    this.#discarding = new TopLevelScanner();
    if (this.#buffer !== undefined) this.#discarding.push(this.#buffer.subarray(0, this.#length));
    this.#discarding.push(piece);
    this.#buffer = undefined;
    this.#length = 0;
  }

  /** One byte more than the limit fits while it may still be the CR of a CRLF. */
  #fits(length: number, lastPiece: Uint8Array): boolean {
    return length <= this.#maxBytes || (length === this.#maxBytes + 1 && lastPiece.at(-1) === CARRIAGE_RETURN);
  }

  #room(length: number): Uint8Array {
    if (this.#buffer !== undefined && this.#buffer.length >= length) return this.#buffer;
    const larger = new Uint8Array(Math.max(length, Math.min(2 * length, this.#maxBytes + 1)));
    if (this.#buffer !== undefined) larger.set(this.#buffer.subarray(0, this.#length));
    return larger;
  }
}

function addLine(frames: Frame[], bytes: Uint8Array): void {
  const line = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, bytes.length - 1) : bytes;
  if (line.length > 0) frames.push({ kind: "line", bytes: line });
}
