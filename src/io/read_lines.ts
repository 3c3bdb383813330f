/**
 * Reads a file line by line in bounded memory, however large the file and however long a line.
 *
 * @module
 */

/** Some lines of a file, in order. */
export interface LineBatch {
  /** Lines without their newline. One longer than the limit is cut. */
  readonly lines: readonly string[];
  /** Whether the last line of all has no newline behind it: it is the last of this batch, which is the last one. */
  readonly isUnfinished: boolean;
}

const CHUNK_BYTES = 64 * 1024;
/** Records are below 16 KiB; what is longer is none, and is cut so that it breaks its hash. */
const MAX_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** Reads lines from a place in a file (0 if absent). Throws Deno's errors where the file cannot be read. */
export async function* readLines(path: string, from = 0): AsyncGenerator<LineBatch> {
  const file = await Deno.open(path);
  // Bytes that are no UTF-8, and a mark in front, stay visible as a change.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let rest: Uint8Array[] = [];
  let restLength = 0;
  try {
    if (from > 0) await file.seek(from, Deno.SeekMode.Start);
    const chunk = new Uint8Array(CHUNK_BYTES);
    for (let count = await file.read(chunk); count !== null; count = await file.read(chunk)) {
      const bytes = chunk.subarray(0, count);
      const end = bytes.lastIndexOf(NEWLINE);
      if (end >= 0) {
        rest.push(bytes.slice(0, end));
        const lines = decoder.decode(joined(rest)).split("\n");
        rest = [];
        restLength = 0;
        yield { lines, isUnfinished: false };
      }
      if (restLength < MAX_LINE_BYTES && end + 1 < count) {
        rest.push(bytes.slice(end + 1));
        restLength += count - end - 1;
      }
    }
    if (restLength > 0) yield { lines: [decoder.decode(joined(rest))], isUnfinished: true };
  } finally {
    file.close();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
