import assert from "node:assert/strict";
import fc from "fast-check";
import { buildKeywordAutomaton, MAX_KEYWORD_CHARS, toKeyword } from "./keyword_automaton.ts";
import { loadRegexEngine } from "./regex.ts";
import { requiredKeywords } from "./required_keywords.ts";

const engine = await loadRegexEngine();

Deno.test("compile() refuses what cannot be linear, and says what to do", () => {
  for (
    const source of [
      "(?=a)",
      "(?!a)b",
      "(?<=a)b",
      "(?<!a)b",
      "(a)\\1",
      "(?P<n>a)\\k<n>",
      "a++",
      "(?>a)",
      "[",
      "a{2000}",
    ]
  ) {
    const compiled = engine.compile(source);
    assert.ok("fault" in compiled, source);
    if (/\?[=!<>]|\\[1k]|\+\+/.test(source)) assert.match(compiled.hint ?? "", /not available/, source);
  }
});

Deno.test("compile() is in no trouble with nested repetition (W-24)", () => {
  const compiled = engine.compile("^((a+)b?)+$");
  assert.ok("test" in compiled);
  assert.equal(compiled.test("a".repeat(31) + "!"), false);
  assert.equal(compiled.test("a".repeat(50_000) + "!"), false);
  assert.equal(compiled.test("aabab"), true);
});

Deno.test("requiredKeywords() finds what a match must contain", () => {
  const table: [string, readonly string[] | undefined][] = [
    ["abc", ["abc"]],
    ["(?i)AbC", ["abc"]],
    ["a[0-9]bcd", ["bcd"]],
    ["foo|bar", ["foo", "bar"]],
    ["(?:foo|bar)baz", ["baz"]],
    ["x(?P<n>secret)+y", ["secret"]],
    ["x(?<n>secret){2,3}", ["secret"]],
    ["a\\.b\\/c", ["a.b/c"]],
    ["ab?c", ["a"]],
    ["a{0,3}b", ["b"]],
    ["a{,3}b", ["a{,3}b"]],
    ["[.]ssh", [".ssh"]],
    ["\\bkey\\b", ["key"]],
    ["[[:alpha:]]x[^]a]y", ["x"]],
    ["é", undefined],
    ["foo|", undefined],
    ["foo|[a-z]", undefined],
    [".*", undefined],
    ["(foo)?", undefined],
    ["\\Qa.b\\E", undefined],
    ["\\x41bc", undefined],
    ["", undefined],
  ];
  for (const [source, keywords] of table) assert.deepEqual(requiredKeywords(source), keywords, source);
});

const atom = fc.constantFrom(
  "a",
  "b",
  "k",
  "s",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\.",
  "\\b",
  "^",
  "$",
  "(?i)",
  "é",
  "\\x61",
  "[.]",
  "{",
  "\\pL",
);
const repeat = fc.constantFrom("", "", "", "*", "+", "?", "{0,2}", "{2}", "{1,}", "+?", "{,2}");
const { source: anySource } = fc.letrec<{ source: string; part: string }>((tie) => ({
  source: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, repeat).map(([one, times]) => one + times),
    fc.tuple(tie("source"), tie("source"), repeat).map(([a, b, times]) => `(?:${a}|${b})${times}`),
    fc.tuple(tie("source"), repeat).map(([a, times]) => `(${a})${times}`),
  ),
}));
const anyText = fc.string({
  unit: fc.constantFrom("a", "b", "K", "\u212a", "\u017f", "s", "é", ".", "1", "{", ",", "2", "}"),
  maxLength: 8,
});

Deno.test("requiredKeywords() never rules out a text that matches", () => {
  fc.assert(
    fc.property(anySource, anyText, (source, text) => {
      const compiled = engine.compile(source);
      if ("fault" in compiled || compiled.keywords === undefined || !compiled.test(text)) return;
      let found = false;
      buildKeywordAutomaton(compiled.keywords).scan(text, () => found = true);
      assert.ok(found, `${source} matches ${text} without ${compiled.keywords}`);
    }),
    { numRuns: 5000 },
  );
});

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

Deno.test("compileSet() finds what each expression finds alone", () => {
  fc.assert(
    fc.property(fc.array(anySource, { minLength: 1, maxLength: 6 }), anyText, (sources, text) => {
      const valid = sources.filter((source) => !("fault" in engine.compile(source)));
      const matched = engine.compileSet(valid)(text);
      valid.forEach((source, index) => {
        const compiled = engine.compile(source);
        assert.ok("test" in compiled);
        if (matched !== undefined) assert.equal(matched.includes(index), compiled.test(text), source);
      });
    }),
    { numRuns: 500 },
  );
});

Deno.test("compileSet() gives up rather than go on slowly", () => {
  const sources = Array.from(
    { length: 300 },
    (_, index) => `${"ab"[index % 2]}[ab]{${10 + index % 40}}[c-d]x?${index}`,
  );
  let text = "";
  for (let state = 1; text.length < 50_000;) {
    state = (state * 1103515245 + 12345) % 0x80000000;
    text += "ab"[(state >> 16) & 1];
  }
  assert.equal(engine.compileSet(sources)(text), undefined);
});
