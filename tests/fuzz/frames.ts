/**
 * Frames: bytes in any chunks give the same frames, and what is read as a message is what `JSON.parse` reads, too.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Frame, FrameSplitter } from "../../src/jsonrpc/frame_splitter.ts";
import { parseFrame } from "../../src/jsonrpc/message.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedBytes } from "./mutate.ts";
import { MESSAGE_LINES, MESSAGE_WORDS } from "./message_seeds.ts";

const MAX_BYTES = 400;
const MAX_DEPTH = 64;
const encoder = new TextEncoder();
const LATIN = new TextDecoder("latin1");

/** Frames without the memory they share. */
function copied(frames: readonly Frame[]): string[] {
  return frames.map((frame) => frame.kind === "line" ? `line ${LATIN.decode(frame.bytes)}` : JSON.stringify(frame));
}

function split(chunks: readonly Uint8Array[]): string[] {
  const splitter = new FrameSplitter(MAX_BYTES);
  const frames = chunks.flatMap((chunk) => copied(splitter.push(chunk)));
  frames.push(...copied(splitter.end()));
  assertEquals(splitter.pending, 0, "bytes are left behind the end");
  return frames;
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => bytes.slice(sorted[index], end));
}

function checkFrame(bytes: Uint8Array): void {
  const parsed = parseFrame(bytes, MAX_DEPTH);
  if (parsed.kind === "fault") return;
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  const loose = JSON.parse(text);
  if (parsed.kind === "batch") {
    assert(Array.isArray(loose) && loose.length === parsed.elements.length, "a batch of another length");
    return;
  }
  const { message } = parsed;
  assertEquals(parsed.text, text);
  assertEquals(loose.jsonrpc, "2.0");
  assertEquals("method" in loose ? loose.method : undefined, "method" in message ? message.method : undefined);
  assertEquals("id" in message, Object.hasOwn(loose, "id"));
  if ("id" in message) assertEquals(JSON.parse(message.id.source), loose.id);
  // A second reader that takes keys as they come has no more keys than we saw.
  if (message.kind !== "response") {
    assertEquals(Object.keys(message.params ?? {}).sort(), Object.keys(loose.params ?? {}).sort());
  }
}

/** The target. */
export const FRAMES: FuzzTarget = fuzzTarget(
  "frames",
  "bytes in any chunks give the same frames; a message that is read is what JSON.parse reads",
  () => {
    const stream = mutatedBytes(
      [...MESSAGE_LINES, MESSAGE_LINES.slice(0, 4).join("\n")].map((line) => encoder.encode(line)),
      {
        words: ["\n", "\r\n", ...MESSAGE_WORDS],
        maxEdits: 8,
      },
    );
    return {
      inputs: fc.tuple(stream, fc.array(fc.nat({ max: 1 << 16 }), { maxLength: 12 })),
      check([bytes, places]) {
        const whole = split([bytes]);
        assertEquals(split(cut(bytes, places)), whole, "the cuts made a difference");
        assertEquals(split(cut(bytes, [...bytes.keys()])), whole, "single bytes made a difference");
        checkFrame(bytes);
      },
    };
  },
);
