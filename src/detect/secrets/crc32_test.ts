import assert from "node:assert/strict";
import { checksumDigits, crc32, hasChecksum } from "./crc32.ts";

Deno.test("crc32() gives the check value of the catalogue", () => {
  assert.equal(crc32("123456789"), 0xcbf43926);
  assert.equal(crc32(""), 0);
});

Deno.test("hasChecksum() holds for a token that ends in its own, and for no other", () => {
  const random = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5";
  const token = `ghp_${random}${checksumDigits(random)}`;
  assert.equal(token.length, 40);
  assert(hasChecksum(token));
  assert(!hasChecksum(token.replace("a1", "a2")));
  assert(!hasChecksum(`ghp_${random}`));
  assert(!hasChecksum("ghp_"));
});
