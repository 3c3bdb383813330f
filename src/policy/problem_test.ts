import assert from "node:assert/strict";
import { formatProblem, showValue, suggest } from "./problem.ts";

Deno.test("showValue() escapes what moves a cursor or turns a line round, and cuts", () => {
  assert.equal(showValue("a\u001b[31m\u202eb"), '"a\\u001b[31m\\u202eb"');
  assert.equal(showValue("x".repeat(200)).length, 80);
  assert.equal(showValue("plain"), '"plain"');
});

Deno.test("showValue() does not leave half a surrogate pair where it cuts", () => {
  assert.ok(showValue("😀".repeat(100)).isWellFormed());
});

Deno.test("suggest() knows swapped, missing and wrong letters, and keeps quiet otherwise", () => {
  assert.equal(suggest("tolos", ["tools", "rules"]), 'Did you mean "tools"?');
  assert.equal(suggest("metods", ["methods"]), 'Did you mean "methods"?');
  assert.equal(suggest("Rules", ["rules"]), 'Did you mean "rules"?');
  assert.equal(suggest("banana", ["rules", "tools"]), undefined);
  assert.equal(suggest("x".repeat(10_000), ["rules"]), undefined);
});

Deno.test("formatProblem() keeps a hostile file name on its line", () => {
  const problem = { code: "empty", message: "Cannot read policy: m", file: "a\nb\u001b", line: 1, column: 2 } as const;
  assert.equal(formatProblem(problem), "a\\u000ab\\u001b:1:2: Cannot read policy: m [empty]");
});
