/**
 * The install key: 32 random bytes, made at first use, outside the log, readable by its owner alone.
 *
 * @module
 */

import { placeOnce } from "./place_once.ts";

const KEY_BYTES = 32;

/** Reads the key from the Sallyport home, or makes it. Two starts at once end up with one key. */
export function installKey(home: string): Uint8Array {
  const path = `${home}/audit.key`;
  const existing = readKey(path);
  if (existing !== undefined) return existing;
  Deno.mkdirSync(home, { recursive: true, mode: 0o700 });
  const fresh = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  placeOnce(path, fresh);
  const placed = readKey(path);
  if (placed !== undefined) return placed;
  // What is there is no key: it is replaced, or no start would ever have one.
  Deno.removeSync(path);
  placeOnce(path, fresh);
  return readKey(path) ?? fresh;
}

function readKey(path: string): Uint8Array | undefined {
  try {
    const key = Deno.readFileSync(path);
    return key.length === KEY_BYTES ? key : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
