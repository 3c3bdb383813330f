import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createHmac } from "node:crypto";
import { keyedHash } from "./keyed_hash.ts";

Deno.test("keyedHash() is HMAC-SHA-256 for every key and text", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), fc.string({ unit: "grapheme" }), (key, text) => {
    assertEquals(keyedHash(key, text), createHmac("sha256", key).update(text).digest("hex"));
  }));
});

Deno.test("keyedHash() gives the value of RFC 4231, test case 2", () => {
  const key = new TextEncoder().encode("Jefe");
  const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
  assertEquals(keyedHash(key, "what do ya want for nothing?"), expected);
  assertEquals(keyedHash(key, "what do ya want for nothing?"), expected);
});
