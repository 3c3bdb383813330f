import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { createHash, createHmac } from "node:crypto";
import { hmacSha256Hex, sha256Hex } from "./sha256.ts";

Deno.test("sha256Hex() is SHA-256 for every text", () => {
  // FIPS 180-4, examples.
  assertEquals(sha256Hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assertEquals(
    sha256Hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  // Every length around the ends of blocks, of the shared buffer and of what is encoded apart.
  for (const length of [...Array(200).keys(), 5430, 5436, 5437, 5438, 5440, 16_383, 16_384, 16_385, 1_000_000]) {
    for (const text of ["x".repeat(length), "\u00e9".repeat(length)]) {
      assertEquals(sha256Hex(text), createHash("sha256").update(text).digest("hex"));
    }
  }
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

Deno.test("a long text leaves nothing behind in the next hash", () => {
  const key = new TextEncoder().encode("k".repeat(100));
  const texts = ["", "a", "b".repeat(20_000), "c", "\u{1f600}".repeat(6000), "d"];
  for (const text of [...texts, ...texts.toReversed()]) {
    assertEquals(sha256Hex(text), createHash("sha256").update(text).digest("hex"));
    assertEquals(hmacSha256Hex(key, text), createHmac("sha256", key).update(text).digest("hex"));
  }
});
