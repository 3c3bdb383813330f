/**
 * The one JSON parser: strict, linear, bounded in depth. It refuses every text that two JSON readers could take for
 * different values: duplicate keys, lone surrogates, raw control characters, a byte order mark, `NaN`, a bare carriage
 * return. It does not look at what the value means.
 *
 * @module
 */

import { ExactNumber, type Json, type JsonArray, type JsonObject } from "./json.ts";

/** Why a text was refused. */
export type JsonFault = "syntax" | "duplicate-key" | "depth" | "surrogate" | "control";

/** Where a value stands in its text: `text.slice(start, end)`, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** For a member of an object: where its key starts. */
  readonly keyStart?: number;
}

/** The spans of the direct members of each object and array: by key, or by index. */
export type SpanMap = Map<JsonObject | JsonArray, Map<string | number, Span>>;

/** What a text parsed to. */
export type ParsedJson =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: JsonFault };

/** Options of {@linkcode parseJson}. */
export interface ParseJsonOptions {
  /** How deep arrays and objects may nest. */
  readonly maxDepth: number;
  /** Filled with the place of every value, for callers that cut or splice the text. */
  readonly spans?: SpanMap | undefined;
}

// Raw control characters are legal nowhere in a frame but for tab between tokens; U+FEFF in front is a syntax error.
// deno-lint-ignore no-control-regex -- control characters are what is looked for
const CONTROL_REGEXP = /[\0-\x08\x0a-\x1f]/;
const NUMBER_REGEXP = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const MAX_PLAIN_DIGITS = 15;

/**
 * Parses one JSON text.
 *
 * @example A second key of one name is refused
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseJson('{"a":1,"a":2}', { maxDepth: 9 }), { ok: false, fault: "duplicate-key" });
 * ```
 */
export function parseJson(text: string, options: ParseJsonOptions): ParsedJson {
  if (CONTROL_REGEXP.test(text)) return { ok: false, fault: "control" };
  const reader = new JsonReader(text, options);
  const value = reader.readDocument();
  return reader.fault === undefined && value !== undefined
    ? { ok: true, value }
    : { ok: false, fault: reader.fault ?? "syntax" };
}

/**
 * An object without anything inherited, in the form that engines keep fast: one made by `Object.create(null)` is a hash
 * table from the start and costs several times as much to fill and to read.
 */
const BareObject = function () {} as unknown as new () => Record<string, Json>;
BareObject.prototype = Object.freeze(Object.create(null));

/** Reads values front to back; a fault is kept and ends every loop, so nothing is thrown. */
class JsonReader {
  fault: JsonFault | undefined;
  #position = 0;
  #depth = 0;
  /** The first backslash at or after the position, looked up only when passed: keeps string reading linear. */
  #nextBackslash = -1;
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #spans: SpanMap | undefined;
  readonly #hasTab: boolean;

  constructor(text: string, options: ParseJsonOptions) {
    this.#text = text;
    this.#maxDepth = options.maxDepth;
    this.#spans = options.spans;
    this.#hasTab = text.includes("\t");
  }

  readDocument(): Json | undefined {
    this.#skipSpace();
    const value = this.#readValue();
    this.#skipSpace();
    if (value === undefined || this.#position !== this.#text.length) return this.#fail("syntax");
    return value;
  }

  #fail(fault: JsonFault): undefined {
    this.fault ??= fault;
    return undefined;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#position))) this.#position++;
  }

  #readValue(): Json | undefined {
    switch (this.#text.charCodeAt(this.#position)) {
      case 0x22: // "
        return this.#readString();
      case 0x7b: // {
        return this.#readObject();
      case 0x5b: // [
        return this.#readArray();
      case 0x74: // t
        return this.#readWord("true", true);
      case 0x66: // f
        return this.#readWord("false", false);
      case 0x6e: // n
        return this.#readWord("null", null);
    }
    return this.#readNumber();
  }

  #readWord<T extends boolean | null>(word: string, value: T): T | undefined {
    if (!this.#text.startsWith(word, this.#position)) return this.#fail("syntax");
    this.#position += word.length;
    return value;
  }

  #readNumber(): number | ExactNumber | undefined {
    const short = this.#readShortInteger();
    if (short !== undefined) return short;
    NUMBER_REGEXP.lastIndex = this.#position;
    const source = NUMBER_REGEXP.exec(this.#text)?.[0];
    if (source === undefined) return this.#fail("syntax");
    this.#position += source.length;
    return toNumber(source);
  }

  /** Reads what most numbers are: digits without sign, leading zero, fraction or exponent. */
  #readShortInteger(): number | undefined {
    const start = this.#position;
    let value = 0;
    let end = start;
    for (; end - start < MAX_PLAIN_DIGITS; end++) {
      const digit = this.#text.charCodeAt(end) - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    const next = this.#text.charCodeAt(end) | 0x20; // folds E to e; leaves the dot
    const isShort = end > start && (end - start === 1 || this.#text.charCodeAt(start) !== 0x30);
    if (!isShort || (next >= 0x30 && next <= 0x39) || next === 0x2e || next === 0x65) return undefined;
    this.#position = end;
    return value;
  }

  #readString(): string | undefined {
    const text = this.#text;
    const start = this.#position + 1;
    let end = text.indexOf('"', start);
    if (end < 0) return this.#fail("syntax");
    let backslash = this.#backslashFrom(start);
    if (backslash > end) {
      this.#position = end + 1;
      const raw = text.slice(start, end);
      return this.#hasTab && raw.includes("\t") ? this.#fail("control") : raw;
    }
    while (backslash < end) {
      // The character after a backslash is part of the escape; when it is the quote, the string goes on.
      if (backslash + 1 === end) end = text.indexOf('"', end + 1);
      if (end < 0) return this.#fail("syntax");
      backslash = this.#backslashFrom(backslash + 2);
    }
    this.#position = end + 1;
    return this.#decode(text.slice(start - 1, end + 1));
  }

  #backslashFrom(from: number): number {
    if (this.#nextBackslash < from) {
      const found = this.#text.indexOf("\\", from);
      this.#nextBackslash = found < 0 ? Infinity : found;
    }
    return this.#nextBackslash;
  }

  #decode(quoted: string): string | undefined {
    try {
      const decoded: unknown = JSON.parse(quoted);
      if (typeof decoded !== "string") return this.#fail("syntax");
      return decoded.isWellFormed() ? decoded : this.#fail("surrogate");
    } catch {
      return this.#fail("syntax");
    }
  }

  #readArray(): JsonArray | undefined {
    if (++this.#depth > this.#maxDepth) return this.#fail("depth");
    const items: Json[] = [];
    const spans = this.#spans === undefined ? undefined : new Map<string | number, Span>();
    this.#position++;
    this.#skipSpace();
    if (this.#take(0x5d)) return this.#leave(items, spans);
    while (true) {
      this.#skipSpace();
      const start = this.#position;
      const item = this.#readValue();
      if (item === undefined) return this.#fail("syntax");
      spans?.set(items.length, { start, end: this.#position });
      items.push(item);
      this.#skipSpace();
      if (this.#take(0x5d)) return this.#leave(items, spans);
      if (!this.#take(0x2c)) return this.#fail("syntax");
    }
  }

  #readObject(): JsonObject | undefined {
    if (++this.#depth > this.#maxDepth) return this.#fail("depth");
    const object = new BareObject();
    const spans = this.#spans === undefined ? undefined : new Map<string | number, Span>();
    this.#position++;
    this.#skipSpace();
    if (this.#take(0x7d)) return this.#leave(object, spans);
    while (true) {
      this.#skipSpace();
      if (this.#text.charCodeAt(this.#position) !== 0x22) return this.#fail("syntax");
      const keyStart = this.#position;
      const key = this.#readString();
      if (key === undefined) return undefined;
      if (key in object) return this.#fail("duplicate-key");
      this.#skipSpace();
      if (!this.#take(0x3a)) return this.#fail("syntax");
      this.#skipSpace();
      const start = this.#position;
      const value = this.#readValue();
      if (value === undefined) return this.#fail("syntax");
      spans?.set(key, { start, end: this.#position, keyStart });
      object[key] = value;
      this.#skipSpace();
      if (this.#take(0x7d)) return this.#leave(object, spans);
      if (!this.#take(0x2c)) return this.#fail("syntax");
    }
  }

  #leave<T extends JsonArray | JsonObject>(value: T, spans: Map<string | number, Span> | undefined): T {
    this.#depth--;
    if (spans !== undefined) this.#spans?.set(value, spans);
    return value;
  }

  #take(code: number): boolean {
    if (this.#text.charCodeAt(this.#position) !== code) return false;
    this.#position++;
    return true;
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** Turns a number's source into a double where that loses nothing, else keeps the source. */
function toNumber(source: string): number | ExactNumber {
  const value = Number(source);
  if (source.length <= MAX_PLAIN_DIGITS && Number.isSafeInteger(value) && (value !== 0 || source === "0")) {
    return value;
  }
  if (Number.isFinite(value) && (String(value) === source || isExactDecimal(source, value))) return value;
  return new ExactNumber(source);
}

function isExactDecimal(source: string, value: number): boolean {
  const mantissa = source.replace(/[eE].*$/, "").replace(/[-.]/g, "").replace(/^0+/, "");
  if (mantissa === "") return source[0] !== "-"; // -0 keeps its sign only as text
  if (mantissa.length > MAX_PLAIN_DIGITS) return false;
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value !== 0 && isNormal(value) : false;
}

function isNormal(value: number): boolean {
  return Math.abs(value) >= 2.2250738585072014e-308;
}
