import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Frame, FrameSplitter } from "./frame_splitter.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function show(frames: readonly Frame[]): string[] {
  return frames.map((frame) => frame.kind === "line" ? decoder.decode(frame.bytes) : `too long, id ${frame.top.id}`);
}

function split(chunks: readonly Uint8Array[], maxBytes: number): string[] {
  const splitter = new FrameSplitter(maxBytes);
  return [...chunks.flatMap((chunk) => show(splitter.push(chunk))), ...show(splitter.end())];
}

function check(input: string, expected: readonly string[], maxBytes = 100): void {
  const bytes = encoder.encode(input);
  assertEquals(split([bytes], maxBytes), expected);
  assertEquals(split(Array.from(bytes, (byte) => Uint8Array.of(byte)), maxBytes), expected);
}

Deno.test("FrameSplitter cuts at 0x0A alone and drops one CR", () => {
  check("a\nb\r\n\n\r\nc", ["a", "b", "c"]);
  check("a\rb\n", ["a\rb"]);
  check("a\r\r\n", ["a\r"]);
  check("a\u2028b\u2029c\u0085d\n", ["a\u2028b\u2029c\u0085d"]);
  check("", []);
  check("\n\n", []);
});

Deno.test("FrameSplitter keeps a line of the limit and drops a longer one with its tail", () => {
  check(`${"x".repeat(10)}\nok\n`, ["x".repeat(10), "ok"], 10);
  check(`${"x".repeat(10)}\r\nok\n`, ["x".repeat(10), "ok"], 10);
  check(`${"x".repeat(11)}\nok\n`, ["too long, id undefined", "ok"], 10);
  check(`{"jsonrpc":"2.0","id":7,"a":"${"x".repeat(50)}"}\n{"id":8}\n`, ["too long, id 7", '{"id":8}'], 20);
  check(`{"a":"${"x".repeat(50)}","id":"z"}`, ['too long, id "z"'], 20);
});

Deno.test("FrameSplitter gives the same frames whatever the cuts", () => {
  const text = fc.stringMatching(/^(?:[ab\r"{}:,\u20ac]{0,12}\n){0,6}[ab]{0,4}$/);
  fc.assert(
    fc.property(
      text,
      fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      (input, cuts, maxBytes) => {
        const bytes = encoder.encode(input);
        const chunks: Uint8Array[] = [];
        let offset = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(offset, offset + cut));
          offset = Math.min(bytes.length, offset + cut);
        }
        chunks.push(bytes.subarray(offset));
        assertEquals(split(chunks, maxBytes), split([bytes], maxBytes));
      },
    ),
  );
});

Deno.test("FrameSplitter holds no more than the limit of a line without an end", () => {
  const splitter = new FrameSplitter(1000);
  for (let round = 0; round < 500; round++) {
    assertEquals(splitter.push(new Uint8Array(100).fill(0x61)), []);
    assert(splitter.pending <= 1001);
  }
  assertEquals(show(splitter.push(encoder.encode("\nnext\n"))), ["too long, id undefined", "next"]);
});
