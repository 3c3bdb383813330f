/**
 * Finds out whether an audit log can be written, before it must be.
 *
 * @module
 */

import { describeFileError } from "./describe_file_error.ts";

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Room that a log must have to begin, and to go on after a failure. */
const ROOM_BYTES = 16 * 1024;

/**
 * Tries that logs can be written: makes the folder, writes and removes a file in it. Returns why not, in a few words.
 */
export function tryAuditFolder(folder: string): string | undefined {
  const path = `${folder}/.try-${crypto.randomUUID()}`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const file = Deno.openSync(path, { write: true, createNew: true, mode: PRIVATE_FILE });
    const page = new Uint8Array(ROOM_BYTES);
    try {
      for (let offset = 0; offset < page.length;) offset += file.writeSync(page.subarray(offset));
    } finally {
      file.close();
      Deno.removeSync(path);
    }
    return undefined;
  } catch (error) {
    return describeFileError(error);
  }
}
