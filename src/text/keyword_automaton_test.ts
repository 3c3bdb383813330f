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

Deno.test("scanAll() finds each place of each keyword", () => {
  const keyword = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "A", "é"), maxLength: 20 });
  fc.assert(fc.property(fc.uniqueArray(keyword, { minLength: 1, maxLength: 6 }), text, (keywords, input) => {
    const found: string[] = [];
    buildKeywordAutomaton(keywords).scanAll(input, (number, end) => found.push(`${end} ${number}`));
    const expected = keywords.flatMap((word, number) =>
      Array.from({ length: input.length + 1 }, (_, end) => end)
        .filter((end) => end >= word.length && input.slice(end - word.length, end).toLowerCase() === word)
        .map((end) => `${end} ${number}`)
    );
    assert.deepEqual(found.toSorted(), expected.toSorted());
  }));
});

Deno.test("toKeyword() keeps the longest part that can be looked for", () => {
  assert.equal(toKeyword("éABCéde"), "abc");
  assert.equal(toKeyword("x".repeat(100)), "x".repeat(MAX_KEYWORD_CHARS));
  assert.equal(toKeyword("é\n"), "");
});
