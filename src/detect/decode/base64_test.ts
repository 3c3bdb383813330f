import assert from "node:assert/strict";
import fc from "fast-check";
import { bytesToText, decodeBase64Into, decodeBase64Text, isBase64Digit } from "./base64.ts";

Deno.test("decodeBase64Text() undoes base64 of either alphabet, padded or not", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
    const encoded = btoa(String.fromCharCode(...bytes));
    const url = encoded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    assert.equal(decodeBase64Text(encoded), bytesToText(bytes));
    assert.equal(decodeBase64Text(url), bytesToText(bytes));
  }));
});

Deno.test("decodeBase64Text() stops at what is no digit", () => {
  assert.equal(decodeBase64Text("YWJj!YWJj"), "abc");
  assert.equal(decodeBase64Text(""), "");
});

Deno.test("decodeBase64Into() writes where it is told and no further", () => {
  const target = new Uint8Array(8).fill(7);
  assert.equal(decodeBase64Into("xxYWJj", { start: 2, end: 6, target, offset: 2 }), 3);
  assert.deepEqual([...target], [7, 7, 0x61, 0x62, 0x63, 7, 7, 7]);
});

Deno.test("isBase64Digit() takes both alphabets and nothing else", () => {
  for (const digit of "AZaz09+/-_") assert(isBase64Digit(digit.charCodeAt(0)), digit);
  for (const other of "=.!é\n") assert(!isBase64Digit(other.charCodeAt(0)), other);
});
