import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { RE2JS } from "re2js";
import { toRe2 } from "./javascript_regex.ts";

/** Sources, each with texts; both engines have to say the same. */
const CASES: readonly (readonly [source: string, ...texts: string[]])[] = [
  ["a\\/b", "a/b", "ab"],
  ["\\u0041\\x42", "AB", "ab"],
  ["[^]x", "\nx", "x"],
  ["[]x", "x", "[]x"],
  ["[^a\\]]", "]", "a", "b"],
  ["a\\sb", "a b", "a\u00a0b", "a\u000bb", "a\ufeffb", "a_b"],
  ["a\\Sb", "a b", "a\u00a0b", "a_b"],
  ["[\\s,]", ",", "\u2028", "x"],
  ["[\\b]", "\b", "b"],
  ["[[a]", "[", "a", "b"],
  ["[:a]", ":", "a", "b"],
  ["(?<name>a)b", "ab", "b"],
  ["\\cJ", "\n", "J"],
  ["\\0", "\0", "0"],
  ["^a.b$", "a\nb", "axb", "axb\n"],
  ["a{2}", "aa", "a{2}"],
  ["\\.ssh\\/", "/.ssh/", "xssh/"],
  ["\\d\\w\\b", "1a", "1 a"],
];

Deno.test("toRe2() keeps the meaning of what both engines can do", () => {
  for (const [source, ...texts] of CASES) {
    const regex = RE2JS.compile(toRe2(source));
    for (const text of texts) {
      assertEquals(regex.matcher(text).find(), new RegExp(source).test(text), `${source} on ${JSON.stringify(text)}`);
    }
  }
});

Deno.test("toRe2() never throws, and leaves plain words as they are", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (source) => {
    toRe2(source);
  }));
  fc.assert(fc.property(fc.stringMatching(/^[a-z0-9 .*+?|()]*$/), (source) => {
    assertEquals(toRe2(source), source);
  }));
});
