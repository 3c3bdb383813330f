import { assertEquals, assertNotEquals } from "@std/assert";
import { foldName } from "./fold.ts";

Deno.test("foldName() makes one name of spellings that differ in case alone", () => {
  assertEquals(foldName("Method"), "method");
  assertEquals(foldName("param\u017f"), "params");
  assertEquals(foldName("to\u212aen"), "token");
  assertEquals(foldName("\u0130D"), foldName("\u0130d"));
});

Deno.test("foldName() keeps other names apart", () => {
  assertNotEquals(foldName("method "), "method");
  assertNotEquals(foldName("rneth\u043ed"), "method");
  assertEquals(foldName("stra\u00dfe"), "stra\u00dfe");
});

Deno.test("foldName() is idempotent over all code points", () => {
  for (let code = 0; code < 0x1e944; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const once = foldName(String.fromCodePoint(code));
    assertEquals(foldName(once), once, code.toString(16));
  }
});
