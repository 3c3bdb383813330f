import assert from "node:assert/strict";
import fc from "fast-check";
import { buildKeywordAutomaton } from "../../text/keyword_automaton.ts";
import { loadRegexEngine } from "./regex.ts";
import { anySource, anyText } from "./regex_fixture.ts";
import { requiredKeywords } from "./required_keywords.ts";

const engine = await loadRegexEngine();

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

Deno.test("requiredKeywords() requires nothing of what it does not understand", () => {
  for (const source of ["*a", "(a", "a)", "[a", "a\\", "(?=a)b", "[[:alpha", "\\p{Greek", "a\\Kb"]) {
    assert.equal(requiredKeywords(source), undefined, source);
  }
  assert.deepEqual(requiredKeywords("\\p{Greek}abc"), ["abc"]);
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
