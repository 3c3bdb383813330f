import assert from "node:assert/strict";
import fc from "fast-check";
import { loadRegexEngine } from "./regex.ts";
import { anySource, anyText } from "./regex_fixture.ts";

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
