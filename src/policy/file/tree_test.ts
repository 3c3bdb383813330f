import assert from "node:assert/strict";
import { readJsonc } from "./read_jsonc.ts";
import { placesOf, toJson } from "./tree.ts";

Deno.test("placesOf() counts lines and UTF-16 units from 1", () => {
  const place = placesOf("ab\n\ncd😀e\r\nf");
  const shown = (offset: number) => Object.values(place(offset)).join(":");
  assert.deepEqual([0, 1, 2, 3, 4, 6, 8, 11].map(shown), ["1:1", "1:2", "1:3", "2:1", "3:1", "3:3", "3:5", "4:1"]);
});

Deno.test("toJson() lets the first of two keys stand and touches no prototype", async () => {
  const { tree } = await readJsonc("p", '{"a": 1, "a": 2, "__proto__": {"x": 1}, "l": [null, true]}');
  assert.ok(tree !== undefined);
  const value = toJson(tree);
  assert.equal(JSON.stringify(value), '{"a":1,"__proto__":{"x":1},"l":[null,true]}');
  assert.equal(Object.getPrototypeOf(value), null);
  assert.equal(({} as Record<string, unknown>)["x"], undefined);
});
