import assert from "node:assert/strict";
import { chainViews, plainView, ViewBuilder } from "./view.ts";

Deno.test("a view knows where each of its characters comes from", () => {
  const source = "ab%41cd";
  const builder = new ViewBuilder(source);
  builder.copy(0, 2);
  builder.replace("A", { start: 2, end: 5 });
  builder.copy(5, 7);
  const view = builder.build("percent");
  assert.equal(view.text, "abAcd");
  assert.deepEqual(view.toSource({ start: 0, end: 1 }), { start: 0, end: 1 });
  assert.deepEqual(view.toSource({ start: 2, end: 3 }), { start: 2, end: 5 });
  assert.deepEqual(view.toSource({ start: 1, end: 4 }), { start: 1, end: 6 });
});

Deno.test("a view skips what it leaves out, and stands for a piece as a whole", () => {
  const builder = new ViewBuilder("a--bXY");
  builder.copy(0, 1);
  builder.replace("", { start: 1, end: 3 });
  builder.copy(3, 4);
  builder.replaceOneForOne("xy", { start: 4, end: 6 });
  const view = builder.build("zero-width");
  assert.equal(view.text, "abxy");
  assert.deepEqual(view.toSource({ start: 0, end: 2 }), { start: 0, end: 4 });
  assert.deepEqual(view.toSource({ start: 3, end: 4 }), { start: 5, end: 6 });
});

Deno.test("chainViews() leads back through both, and says the inner spelling", () => {
  const outer = new ViewBuilder("xx%41%42");
  outer.replace("A", { start: 2, end: 5 });
  outer.replace("B", { start: 5, end: 8 });
  const chained = chainViews(outer.build("percent"), plainView("AB"));
  assert.deepEqual([chained.text, chained.decoded], ["AB", "percent"]);
  assert.deepEqual(chained.toSource({ start: 1, end: 2 }), { start: 5, end: 8 });
  assert.equal(chainViews(plainView("a"), plainView("a")).decoded, undefined);
});
