import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { canonicalJson } from "./canonical.ts";

Deno.test("canonicalJson() sorts keys by UTF-16 units and writes as RFC 8785 says", () => {
  assertEquals(
    canonicalJson({ "\u20ac": 1, "\r": 2, "1": 3, "\ud83d\ude00": 4, "\ufb33": 5, "\u00f6": [1e21, 1e-7, -0, 0.1] }),
    '{"\\r":2,"1":3,"\u00f6":[1e+21,1e-7,0,0.1],"\u20ac":1,"\ud83d\ude00":4,"\ufb33":5}',
  );
  assertEquals(canonicalJson({ a: undefined, b: null, c: '\u001f"\\' }), '{"b":null,"c":"\\u001f\\"\\\\"}');
});

Deno.test("canonicalJson() refuses numbers that are none", () => {
  assertThrows(() => canonicalJson({ a: NaN }), RangeError);
  assertThrows(() => canonicalJson(Infinity), RangeError);
});

Deno.test("canonicalJson() gives one text for one value, whatever the key order", () => {
  fc.assert(fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
    const turned = Object.fromEntries(Object.entries(value).reverse());
    assertEquals(canonicalJson(turned), canonicalJson(value));
    assertEquals(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
  }));
});
