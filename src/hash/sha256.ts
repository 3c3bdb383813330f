/**
 * SHA-256 and HMAC-SHA-256 over texts, in hex. By a package in plain JavaScript: Deno's `node:crypto` costs 50 ms when it
 * is loaded, and leaves an object outside the JavaScript heap for every hash until the next full collection.
 *
 * @module
 */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();
const keyed = new WeakMap<Uint8Array, ReturnType<typeof hmac.create>>();

/** Where short texts are encoded; each hash is done with it before it returns. */
const scratch = new Uint8Array(16 * 1024);
const MAX_UTF8_PER_UNIT = 3;

/** The SHA-256 of a text in UTF-8. */
export function sha256Hex(text: string): string {
  return sha256(encode(text)).toHex();
}

function encode(text: string): Uint8Array {
  if (text.length * MAX_UTF8_PER_UNIT > scratch.length) return encoder.encode(text);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

/** The HMAC-SHA-256 of a text in UTF-8. What a key comes to is kept as long as the key. */
export function hmacSha256Hex(key: Uint8Array, text: string): string {
  let base = keyed.get(key);
  if (base === undefined) {
    base = hmac.create(sha256, key);
    keyed.set(key, base);
  }
  return base.clone().update(encode(text)).digest().toHex();
}
