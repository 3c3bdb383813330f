import assert from "node:assert/strict";
import { formatPath, toPath, valueAt, valuesNear } from "./pointer.ts";
import { stringsInside } from "./strings_inside.ts";

Deno.test("toPath() reads names and pointers", () => {
  assert.deepEqual(toPath("a/b"), ["a/b"]);
  assert.deepEqual(toPath("/a~1b/c~0d/"), ["a/b", "c~d", ""]);
  assert.deepEqual(toPath("/~01"), ["~1"]);
  assert.equal(toPath("/a~2"), undefined);
  assert.equal(toPath("/a~"), undefined);
});

Deno.test("formatPath() is the opposite of toPath()", () => {
  for (const pointer of ["/a~1b/c~0d", "/", "//", "/0/1"]) assert.equal(formatPath(toPath(pointer) ?? []), pointer);
});

Deno.test("valueAt() finds only what is spelled so", () => {
  const args = { a: [{ b: 1 }] };
  assert.equal(valueAt(args, ["a", "0", "b"]), 1);
  assert.equal(valueAt(args, ["a", "00", "b"]), undefined);
  assert.equal(valueAt(args, ["A"]), undefined);
  assert.equal(valueAt(args, ["constructor"]), undefined);
  assert.equal(valueAt(args, ["a", "length"]), undefined);
});

Deno.test("valuesNear() finds what a lenient server might read", () => {
  assert.deepEqual(valuesNear({ A: [{ B: 1 }, [{ b: 2 }], 3] }, ["a", "b"]), [1, 2]);
  assert.deepEqual(valuesNear({ a: { b: 1 } }, ["a", "c"]), []);
});

Deno.test("stringsInside() finds strings and keys at any depth", () => {
  assert.deepEqual(stringsInside({ a: ["b", { c: "d" }], e: 1 }).toSorted(), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(stringsInside("a"), ["a"]);
  assert.deepEqual(stringsInside(5), []);
});
