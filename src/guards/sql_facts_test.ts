import assert from "node:assert/strict";
import { asList, asNode, asText, foldAscii, NotListed } from "./sql_facts.ts";

Deno.test("asNode(), asList() and asText() take only what they name", () => {
  assert.deepEqual([asNode({ a: 1 }), asList([1]), asText("a")], [{ a: 1 }, [1], "a"]);
  for (const value of [null, undefined, 1, true]) {
    for (const take of [asNode, asList, asText]) assert.throws(() => take(value), NotListed);
  }
  assert.throws(() => asNode([]), NotListed);
});

Deno.test("foldAscii() leaves letters outside ASCII as they are", () => {
  assert.equal(foldAscii("ABC_\u212a\u00c9z"), "abc_\u212a\u00c9z");
});
