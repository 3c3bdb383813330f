import assert from "node:assert/strict";
import { ExactNumber, type Json } from "../jsonrpc/json.ts";
import { isJsonEqual } from "./json_equal.ts";

Deno.test("isJsonEqual() tells apart what is not the same value", () => {
  const different: readonly (readonly [Json, Json])[] = [
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: 1, b: 1 }, { a: 1 }],
    [[1, 2], [2, 1]],
    [[1], [1, null]],
    [1, "1"],
    [null, {}],
    [[], {}],
    [{ constructor: 1 }, { toString: 1 }],
    [new ExactNumber("9007199254740993"), 9007199254740992],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ];
  for (const [a, b] of different) {
    assert.equal(isJsonEqual(a, b), false, JSON.stringify([a, b]));
    assert.equal(isJsonEqual(b, a), false, JSON.stringify([b, a]));
  }
});

Deno.test("isJsonEqual() compares numbers by value and objects in any order", () => {
  const one = new ExactNumber("1.0");
  assert.equal(isJsonEqual({ a: 1, b: [one] }, { b: [1], a: new ExactNumber("10e-1") }), true);
  assert.equal(isJsonEqual([], []), true);
  let deep: Json = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  assert.equal(isJsonEqual(deep, deep), true);
});
