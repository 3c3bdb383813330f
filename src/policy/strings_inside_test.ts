import assert from "node:assert/strict";
import type { Json } from "../jsonrpc/json.ts";
import { stringsInside, valuesInside } from "./strings_inside.ts";

Deno.test("stringsInside() finds every string and key, at any depth", () => {
  const value: Json = { a: ["b", { c: { d: "e" } }, 1, null, []], "": {} };
  assert.deepEqual(stringsInside(value).toSorted(), ["", "a", "b", "c", "d", "e"]);
  assert.deepEqual(stringsInside("x"), ["x"]);
  for (const none of [5, null, true, [], {}, [[], {}, 1]]) assert.deepEqual(stringsInside(none), []);
});

Deno.test("valuesInside() lists the value itself first, and what nests as deep as it may", () => {
  assert.deepEqual(valuesInside([1, { a: 2 }]), [[1, { a: 2 }], 1, { a: 2 }, 2]);
  let deep: Json = "x";
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  assert.deepEqual(stringsInside(deep), ["x"]);
});
