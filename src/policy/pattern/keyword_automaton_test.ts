import assert from "node:assert/strict";
import fc from "fast-check";
import { buildKeywordAutomaton, MAX_KEYWORD_CHARS, toKeyword } from "./keyword_automaton.ts";

Deno.test("buildKeywordAutomaton() finds each keyword that is there, whatever the case", () => {
  const keyword = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "A", "B", "é", " "), maxLength: 20 });
  fc.assert(fc.property(fc.uniqueArray(keyword, { minLength: 1, maxLength: 8 }), text, (keywords, input) => {
    const found = new Set<number>();
    buildKeywordAutomaton(keywords).scan(input, (number) => found.add(number));
    keywords.forEach((word, number) => assert.equal(found.has(number), input.toLowerCase().includes(word), word));
  }));
});

Deno.test("toKeyword() keeps the longest part that can be looked for", () => {
  assert.equal(toKeyword("éABCéde"), "abc");
  assert.equal(toKeyword("x".repeat(100)), "x".repeat(MAX_KEYWORD_CHARS));
  assert.equal(toKeyword("é\n"), "");
});
