import assert from "node:assert/strict";
import fc from "fast-check";
import { foldName } from "./fold.ts";

Deno.test("foldName() joins the names a lenient server takes for one", () => {
  for (const name of ["PATH", "Path", "pAth"]) assert.equal(foldName(name), "path");
  assert.equal(foldName("\u212aey\u017f"), "keys");
  assert.equal(foldName("ΣΑΣ"), foldName("σας"));
});

Deno.test("foldName() keeps apart what is not the same code point", () => {
  assert.equal(foldName("straße"), "straße");
  assert.notEqual(foldName("pa th"), foldName("path"));
  assert.notEqual(foldName("ı"), foldName("j"));
});

Deno.test("foldName() folds what is folded to itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => assert.equal(foldName(foldName(name)), foldName(name))),
  );
});
