/**
 * What a server said in a session, to know which values a client has from there. Bounded: the oldest texts are forgotten
 * first, and texts that were forgotten taint nothing.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../src/jsonrpc/json.ts";

/** How much of a server's text is remembered, in UTF-16 units. */
export const MAX_HEARD = 1024 * 1024;

/**
 * How much text is looked through for one request, in UTF-16 units: one with thousands of words must not hold up the
 * session. Whatever is left is taken for the server's, which lets it widen nothing.
 */
export const MAX_SEARCHED = 64 * MAX_HEARD;

/** Where a value is said to be from when it was not looked for. */
export const NOT_LOOKED_FOR = "(not looked for)";

/** How many values of the client are remembered. */
const MAX_SAID = 20_000;

/** A shorter value says nothing about where it is from. */
export const MIN_TELLING = 6;

/** In longer values each word of this length is looked for, too: an address inside a command. */
const MIN_TELLING_WORD = 12;
const MAX_WORDS = 64;
const MAX_TEXT_DEPTH = 64;

/** Remembers what was heard and said. */
export class Heard {
  readonly #texts: { readonly text: string; readonly source: string }[] = [];
  readonly #said = new Set<string>();
  #length = 0;
  #left = MAX_SEARCHED;

  /**
   * Takes in all strings of what the server said; of a list of tools without the values that a schema allows, for these
   * are pinned and reviewed with the definition.
   */
  hear(content: Json | undefined, source: string): void {
    const parts: string[] = [];
    const without = source === "tools/list" ? SCHEMA_VALUES : NOTHING;
    collect(content, { into: parts, without }, 0);
    const text = parts.join("\n").slice(-MAX_HEARD);
    if (text === "") return;
    this.#texts.push({ text, source });
    this.#length += text.length;
    while (this.#length > MAX_HEARD) this.#length -= this.#texts.shift()?.text.length ?? this.#length;
  }

  /** A request begins: what may be spent on looking through texts is there anew. */
  startRequest(): void {
    this.#left = MAX_SEARCHED;
  }

  /** Takes in what is the person's own from the start, such as the project's folder. */
  own(value: string): void {
    if (value !== "") this.#said.add(value);
  }

  /**
   * Who said a value first, if it was the server. A value that the client has used before it heard it is its own; from
   * here on this one and its words count as used, unless it is the server's.
   */
  sourceOf(value: string): string | undefined {
    if (value.length < MIN_TELLING || this.#said.has(value)) return undefined;
    const words = value.split(/[\s'"`;|&<>(),=]+/, MAX_WORDS).filter((word) => word.length >= MIN_TELLING);
    const source = this.#find(value) ?? this.#findPart(words.filter((word) => word !== value)) ??
      this.#findOrigin(words);
    if (source !== undefined) return source;
    for (const word of [value, ...words]) if (this.#said.size < MAX_SAID) this.#said.add(word);
    return undefined;
  }

  #find(value: string): string | undefined {
    if (this.#isSpent()) return NOT_LOOKED_FOR;
    return this.#texts.find(({ text }) => occursIn(text, value))?.source;
  }

  #findPart(words: readonly string[]): string | undefined {
    for (const word of words) {
      const source = word.length < MIN_TELLING_WORD || this.#said.has(word) ? undefined : this.#find(word);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  /** Counts one search through all texts. */
  #isSpent(): boolean {
    this.#left -= this.#length;
    return this.#left < 0;
  }

  /** Of an address on the web the host is what counts. */
  #findOrigin(words: readonly string[]): string | undefined {
    for (const word of words) {
      const [origin] = /^(?:https?|wss?|ftp):\/\/[^/?#]+/i.exec(word) ?? [];
      if (origin === undefined || this.#said.has(origin)) continue;
      if (this.#isSpent()) return NOT_LOOKED_FOR;
      const source = this.#texts.find(({ text }) => text.includes(origin))?.source;
      if (source !== undefined) return source;
      if (this.#said.size < MAX_SAID) this.#said.add(origin);
    }
    return undefined;
  }
}

/** So often a folder may begin other paths in one text before it counts as said. */
const MAX_PREFIXES = 1000;

/** Whether a text holds a value; a path that only begins a longer one is not what was said. */
function occursIn(text: string, value: string): boolean {
  if (!value.startsWith("/")) return text.includes(value);
  let at = text.indexOf(value);
  for (let count = 0; at >= 0; count++) {
    if (count >= MAX_PREFIXES || !/[\w/.-]/.test(text.charAt(at + value.length))) return true;
    at = text.indexOf(value, at + value.length);
  }
  return false;
}

const SCHEMA_VALUES: ReadonlySet<string> = new Set(["enum", "const"]);
const NOTHING: ReadonlySet<string> = new Set();

interface Collecting {
  readonly into: string[];
  /** Keys whose values do not count. */
  readonly without: ReadonlySet<string>;
}

function collect(value: Json | undefined, collecting: Collecting, depth: number): void {
  if (typeof value === "string") return void collecting.into.push(value);
  if (depth > MAX_TEXT_DEPTH) return;
  if (isJsonArray(value)) { for (const item of value) collect(item, collecting, depth + 1); }
  if (!isJsonObject(value)) return;
  for (const key of Object.keys(value)) {
    if (!collecting.without.has(key)) collect(value[key], collecting, depth + 1);
  }
}
