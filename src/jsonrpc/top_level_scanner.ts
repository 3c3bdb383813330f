/**
 * Reads, from a line that will never be forwarded, just enough to answer it: the id at the top level and which
 * envelope keys stand there. Works on bytes as they arrive, in constant memory, on lines that are not JSON and on lines
 * too long to keep. What it reads is used for refusals only, never to judge.
 *
 * @module
 */

/** What stands at the top level of a faulty line. */
export interface TopLevel {
  /** The source text of the one string or integer id, ready to be echoed; absent when there is none or several. */
  readonly id?: string | undefined;
  /** Whether `jsonrpc` and one of `result` and `error` stand at the top level: not just a log line with an id. */
  readonly isResponse: boolean;
  /** Whether a key `method` stands at the top level. */
  readonly hasMethod: boolean;
}

const MAX_CAPTURE_BYTES = 512;
const MAX_DEPTH = 1_000_000;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const INTEGER_REGEXP = /^-?(?:0|[1-9][0-9]*)$/;

/** A scanner that is fed a line piece by piece. */
export class TopLevelScanner {
  #depth = 0;
  #started = false;
  #broken = false;
  #inString = false;
  #escaped = false;
  #expectsKey = false;
  #key: string | undefined;
  #capture: number[] = [];
  #captures = false;
  #tooLong = false;
  #valueEnded = false;
  readonly #ids: string[] = [];
  #idCount = 0;
  #hasVersion = false;
  #hasOutcome = false;
  #hasMethod = false;
  /** Bytes of a byte order mark read so far. */
  #markBytes = 0;

  /** Takes the next bytes of the line. */
  push(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length && !this.#broken; index++) {
      const byte = bytes[index] ?? 0;
      if (this.#inString) {
        if (!this.#escaped && !this.#captures && byte !== QUOTE && byte !== BACKSLASH) {
          // Nothing inside a deep string matters: jump to what can end it.
          index = nextStringMark(bytes, index) - 1;
          continue;
        }
        this.#stringByte(byte);
      } else this.#byte(byte);
    }
  }

  /** Says what was found. */
  finish(): TopLevel {
    this.#endScalar();
    const id = this.#idCount === 1 && !this.#broken ? this.#ids[0] : undefined;
    return { id, isResponse: this.#hasVersion && this.#hasOutcome, hasMethod: this.#hasMethod };
  }

  #stringByte(byte: number): void {
    if (this.#captures) this.#keep(byte);
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#endString();
  }

  #byte(byte: number): void {
    if (!this.#started) return this.#begin(byte);
    if (byte === QUOTE) return this.#beginString();
    if (byte === 0x7b || byte === 0x5b) return this.#open(byte);
    if (byte === 0x7d || byte === 0x5d) return this.#close();
    if (this.#depth !== 1) return;
    if (byte === 0x2c) {
      this.#endScalar();
      this.#expectsKey = true;
    } else if (byte === 0x3a) {
      this.#expectsKey = false;
      this.#capture = [];
      this.#tooLong = false;
    } else if (this.#key === "id") this.#scalarByte(byte);
  }

  /** A value ends at white space: what comes behind it makes it no value. */
  #scalarByte(byte: number): void {
    if (isSpace(byte)) this.#valueEnded = this.#capture.length > 0;
    else this.#keep(byte);
  }

  /**
   * The line must begin with an object: of anything in front of it, two readers could think differently. A byte order
   * mark says nothing, so whoever wrote one is owed the answer.
   */
  #begin(byte: number): void {
    if (byte === BYTE_ORDER_MARK[this.#markBytes]) {
      this.#markBytes++;
      return;
    }
    const isMarkCut = this.#markBytes % BYTE_ORDER_MARK.length !== 0;
    if (isSpace(byte) && !isMarkCut) return;
    if (byte !== 0x7b || isMarkCut) this.#broken = true;
    this.#started = true;
    this.#depth = 1;
    this.#expectsKey = true;
  }

  #beginString(): void {
    this.#inString = true;
    this.#captures = this.#depth === 1 && (this.#expectsKey || this.#key === "id");
    if (!this.#captures) return;
    // A string straight after other characters of a value is no value.
    if (this.#capture.length > 0) this.#tooLong = true;
    this.#keep(QUOTE);
  }

  #endString(): void {
    this.#inString = false;
    if (!this.#captures) return;
    this.#captures = false;
    if (!this.#expectsKey) return;
    this.#key = decodeString(this.#capture, this.#tooLong);
    this.#capture = [];
    this.#tooLong = false;
    if (this.#key === "method") this.#hasMethod = true;
    if (this.#key === "jsonrpc") this.#hasVersion = true;
    if (this.#key === "result" || this.#key === "error") this.#hasOutcome = true;
  }

  #open(byte: number): void {
    if (this.#depth === 0 || this.#depth >= MAX_DEPTH) this.#broken = true;
    if (this.#depth === 1 && this.#key === "id") this.#keep(byte);
    this.#depth++;
  }

  #close(): void {
    if (this.#depth === 1) this.#endScalar();
    if (this.#depth > 0) this.#depth--;
  }

  /** Ends the value at the top level, if it is the id's. */
  #endScalar(): void {
    if (this.#depth !== 1 || this.#key === undefined) return;
    if (this.#key === "id") {
      this.#idCount++;
      const id = readId(this.#capture, this.#tooLong);
      if (id !== undefined) this.#ids.push(id);
    }
    this.#key = undefined;
    this.#capture = [];
    this.#tooLong = false;
    this.#valueEnded = false;
  }

  #keep(byte: number): void {
    if (this.#valueEnded) this.#tooLong = true;
    if (this.#capture.length < MAX_CAPTURE_BYTES) this.#capture.push(byte);
    else this.#tooLong = true;
  }
}

/** Scans one whole line. */
export function scanTopLevel(line: Uint8Array): TopLevel {
  const scanner = new TopLevelScanner();
  scanner.push(line);
  return scanner.finish();
}

function nextStringMark(bytes: Uint8Array, from: number): number {
  let index = from;
  while (index < bytes.length && bytes[index] !== QUOTE && bytes[index] !== BACKSLASH) index++;
  return index;
}

function readId(capture: readonly number[], tooLong: boolean): string | undefined {
  const text = tooLong ? undefined : decodeUtf8(capture);
  if (text === undefined) return undefined;
  if (INTEGER_REGEXP.test(text)) return text;
  return decodeString(capture, tooLong) === undefined ? undefined : text;
}

function decodeString(capture: readonly number[], tooLong: boolean): string | undefined {
  const text = tooLong ? undefined : decodeUtf8(capture);
  if (text === undefined || !text.startsWith('"')) return undefined;
  try {
    const decoded: unknown = JSON.parse(text);
    return typeof decoded === "string" && decoded.isWellFormed() ? decoded : undefined;
  } catch {
    return undefined;
  }
}

function decodeUtf8(bytes: readonly number[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}
