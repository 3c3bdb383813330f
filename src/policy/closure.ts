/**
 * Everything a policy is made of, and its hash: what a person trusts is all of it, not the one file they looked at.
 *
 * @module
 */

import { sha256Hex } from "../hash/sha256.ts";

/** One text a policy is made of. */
export interface ClosurePart {
  /** Packs come with Sallyport and are trusted with it. */
  readonly kind: "file" | "pack";
  /** The path of a file, the name of a pack. */
  readonly name: string;
  readonly text: string;
}

/**
 * Hashes a closure: every file with path and exact text, every pack by its name. The same parts give the same hash in
 * whatever order they were found.
 *
 * @example One changed character
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const part = { kind: "file", name: "/p/sallyport.jsonc", text: "{}" } as const;
 * assert.notEqual(closureHash([part]), closureHash([{ ...part, text: "{ }" }]));
 * ```
 */
export function closureHash(closure: readonly ClosurePart[]): string {
  const lines = closure.map(({ kind, name, text }) =>
    JSON.stringify(kind === "pack" ? [kind, name] : [kind, name, sha256Hex(text)])
  );
  const listing = ["sallyport-closure-1", ...new Set(lines.toSorted())].join("\n");
  return sha256Hex(listing);
}
