/**
 * One `file:` URI as the path it names, for fields that hold URIs. Decodes once; what is still encoded then is for
 * `path_spelling.ts` to refuse.
 *
 * @module
 */

import type { Platform } from "./split_path.ts";

/** Whether a text begins as a `file:` URI. */
export function isFileUri(text: string): boolean {
  return /^file:/i.test(text);
}

/**
 * Reads a `file:` URI without host (or `localhost`), query and fragment; nothing for any other.
 *
 * @example A space
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(readFileUri("file:///srv/my%20file.txt", "posix"), "/srv/my file.txt");
 * assert.equal(readFileUri("file://evil.test/srv/a", "posix"), undefined);
 * ```
 */
export function readFileUri(uri: string, platform: Platform): string | undefined {
  const match = /^file:(?:\/\/(?:localhost)?)?(\/[^?#\\]*)$/i.exec(uri);
  const encoded = match?.[1];
  if (encoded === undefined || encoded.startsWith("//") || /%(?:2f|5c|00)/i.test(encoded)) return undefined;
  const path = decode(encoded);
  if (path === undefined || platform === "posix") return path;
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : undefined;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
