/**
 * What a server said in a session, to know which values a client has from there. Bounded: the oldest texts are forgotten
 * first, and texts that were forgotten taint nothing.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../src/jsonrpc/json.ts";

/** How much of a server's text is remembered, in UTF-16 units. */
export const MAX_HEARD = 1024 * 1024;

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

  /** Takes in all strings of what the server said. */
  hear(content: Json | undefined, source: string): void {
    const parts: string[] = [];
    collect(content, parts, 0);
    const text = parts.join("\n").slice(-MAX_HEARD);
    if (text === "") return;
    this.#texts.push({ text, source });
    this.#length += text.length;
    while (this.#length > MAX_HEARD) this.#length -= this.#texts.shift()?.text.length ?? this.#length;
  }

  /**
   * Who said a value first, if it was the server. A value that the client has used before it heard it is its own; from
   * here on this one counts as used, unless it is the server's.
   */
  sourceOf(value: string): string | undefined {
    if (value.length < MIN_TELLING || this.#said.has(value)) return undefined;
    const source = this.#find(value) ?? this.#findWord(value);
    if (source === undefined && this.#said.size < MAX_SAID) this.#said.add(value);
    return source;
  }

  #find(value: string): string | undefined {
    return this.#texts.find(({ text }) => text.includes(value))?.source;
  }

  #findWord(value: string): string | undefined {
    for (const word of value.split(/[\s'"`;|&<>()]+/, MAX_WORDS)) {
      if (word.length < MIN_TELLING_WORD || word === value || this.#said.has(word)) continue;
      const source = this.#find(word);
      if (source !== undefined) return source;
      if (this.#said.size < MAX_SAID) this.#said.add(word);
    }
    return undefined;
  }
}

function collect(value: Json | undefined, into: string[], depth: number): void {
  if (typeof value === "string") return void into.push(value);
  if (depth > MAX_TEXT_DEPTH) return;
  if (isJsonArray(value)) { for (const item of value) collect(item, into, depth + 1); }
  else if (isJsonObject(value)) { for (const key of Object.keys(value)) collect(value[key], into, depth + 1); }
}
