import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createHash, createHmac } from "node:crypto";
import { hmacSha256Hex, sha256Hex } from "./sha256.ts";

Deno.test("sha256Hex() is SHA-256 for every text", () => {
  assertEquals(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    assertEquals(sha256Hex(text), createHash("sha256").update(text).digest("hex"));
  }));
});

Deno.test("hmacSha256Hex() is HMAC-SHA-256 for every key and text, also the second time", () => {
  const key = new TextEncoder().encode("Jefe");
  const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  assertEquals(hmacSha256Hex(key, "what do ya want for nothing?"), expected);
  assertEquals(hmacSha256Hex(key, "what do ya want for nothing?"), expected);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), fc.string({ unit: "grapheme" }), (bytes, text) => {
    assertEquals(hmacSha256Hex(bytes, text), createHmac("sha256", bytes).update(text).digest("hex"));
  }));
});
