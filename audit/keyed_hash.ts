/**
 * HMAC-SHA-256 (RFC 2104) with the key's blocks made once. `createHmac` makes them anew for every value, which costs more
 * than the rest of a record.
 *
 * @module
 */

import { createHash } from "node:crypto";

const BLOCK_BYTES = 64;

/** A key, spread over the inner and the outer block. */
interface KeyBlocks {
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

const known = new WeakMap<Uint8Array, KeyBlocks>();

/** The HMAC of a text in UTF-8, in hex. */
export function keyedHash(key: Uint8Array, text: string): string {
  const { inner, outer } = blocksOf(key);
  const digest = createHash("sha256").update(inner).update(text).digest();
  return createHash("sha256").update(outer).update(digest).digest("hex");
}

function blocksOf(key: Uint8Array): KeyBlocks {
  const found = known.get(key);
  if (found !== undefined) return found;
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? createHash("sha256").update(key).digest() : key);
  const blocks = { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) };
  known.set(key, blocks);
  return blocks;
}
