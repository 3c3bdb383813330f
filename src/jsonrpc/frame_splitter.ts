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
const SMALL_BYTES = 4096;
const GATHER_BYTES = 64 * 1024;

/** Splits chunks into frames, whatever the cuts between chunks; time is linear in the input. */
export class FrameSplitter {
  readonly #maxBytes: number;
  /** The pieces of a line that has not ended, joined once at its end. */
  #pieces: Uint8Array[] = [];
  /** Where small pieces are gathered, so that a line of single bytes is no list of a million pieces. */
  #small: Uint8Array | undefined;
  #smallLength = 0;
  #length = 0;
  #discarding: TopLevelScanner | undefined;

  /** `maxBytes` is the longest line kept, without its newline. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Takes the next bytes; returns the frames they complete. The frames may share memory with the chunk; behind a frame
   * its newline may still be there.
   */
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
    else if (this.#length > 0) addLine(frames, this.#join());
    this.#discarding = undefined;
    this.#forget();
  }

  #keep(piece: Uint8Array): void {
    if (this.#discarding !== undefined) return this.#discarding.push(piece);
    if (piece.length === 0) return;
    const length = this.#length + piece.length;
    if (this.#fits(length, piece)) {
      this.#length = length;
      this.#gather(piece);
      return;
    }
    this.#discarding = new TopLevelScanner();
    this.#flushSmall();
    for (const kept of this.#pieces) this.#discarding.push(kept);
    this.#discarding.push(piece);
    this.#forget();
  }

  /** One byte more than the limit fits while it may still be the CR of a CRLF. */
  #fits(length: number, lastPiece: Uint8Array): boolean {
    return length <= this.#maxBytes || (length === this.#maxBytes + 1 && lastPiece.at(-1) === CARRIAGE_RETURN);
  }

  #gather(piece: Uint8Array): void {
    if (piece.length >= SMALL_BYTES) {
      this.#flushSmall();
      this.#pieces.push(piece);
      return;
    }
    if (this.#smallLength + piece.length > GATHER_BYTES) this.#flushSmall();
    this.#small ??= new Uint8Array(GATHER_BYTES);
    this.#small.set(piece, this.#smallLength);
    this.#smallLength += piece.length;
  }

  #flushSmall(): void {
    if (this.#small === undefined) return;
    this.#pieces.push(this.#small.subarray(0, this.#smallLength));
    this.#small = undefined;
    this.#smallLength = 0;
  }

  /** The whole line, with its newline behind it, so that it can be sent on without another copy. */
  #join(): Uint8Array {
    this.#flushSmall();
    const whole = new Uint8Array(this.#length + 1);
    let offset = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, offset);
      offset += piece.length;
    }
    whole[offset] = NEWLINE;
    return whole.subarray(0, offset);
  }

  #forget(): void {
    this.#pieces = [];
    this.#small = undefined;
    this.#smallLength = 0;
    this.#length = 0;
  }
}

function addLine(frames: Frame[], bytes: Uint8Array): void {
  const line = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, bytes.length - 1) : bytes;
  if (line.length > 0) frames.push({ kind: "line", bytes: line });
}
