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

Deno.test("what one text made known is right for the next, in whatever order texts come", () => {
  const keyword = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 });
  const text = fc.string({ unit: fc.constantFrom("a", "b", "B", "c"), maxLength: 12 });
  const keywords = fc.uniqueArray(keyword, { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(keywords, fc.array(text, { minLength: 1, maxLength: 6 }), (words, texts) => {
    const used = buildKeywordAutomaton(words);
    for (const input of texts) {
      const all: string[] = [];
      used.scanAll(input, (number, end) => all.push(`${end} ${number}`));
      const fresh: string[] = [];
      buildKeywordAutomaton(words).scanAll(input, (number, end) => fresh.push(`${end} ${number}`));
      assert.deepEqual(all, fresh);
      const some: string[] = [];
      assert.equal(used.some(input, (number, end) => some.push(`${end} ${number}`) === 2), all.length >= 2);
      assert.deepEqual(some, all.slice(0, 2));
      const ones = new Set<number>();
      used.scan(input, (number) => ones.add(number));
      assert.deepEqual([...ones].sort(), [...new Set(all.map((each) => Number(each.split(" ")[1])))].sort());
    }
  }));
});

Deno.test("so many keywords that a cell must be long are found as well", () => {
  const words = Array.from({ length: 3000 }, (_, index) => `k${index.toString(36)}x${(index * 7919).toString(36)}`);
  const automaton = buildKeywordAutomaton(words);
  for (const number of [0, 1, 1500, 2999]) {
    const found: number[] = [];
    automaton.scanAll(`-${words[number]?.toUpperCase()}-`, (each) => found.push(each));
    assert.ok(found.includes(number), words[number]);
    assert.ok(!automaton.some(`-${words[number]?.slice(0, -1)}-`, (each) => each === number));
  }
});

Deno.test("toKeyword() keeps the longest part that can be looked for", () => {
  assert.equal(toKeyword("éABCéde"), "abc");
  assert.equal(toKeyword("x".repeat(100)), "x".repeat(MAX_KEYWORD_CHARS));
  assert.equal(toKeyword("é\n"), "");
});
