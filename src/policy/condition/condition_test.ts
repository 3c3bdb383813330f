import assert from "node:assert/strict";
import { allOf, anyOf, CANNOT_TELL, flip, gatesOfAny, isRefusing, isWide, type Test, type Truth } from "./condition.ts";

const NA = "not-applicable";

Deno.test("allOf() and anyOf() are those of three values, in any order", () => {
  const table: readonly (readonly [readonly Truth[], Truth, Truth])[] = [
    [[], true, false],
    [[true, true], true, true],
    [[true, false], false, true],
    [[true, NA], NA, true],
    [[false, NA], false, NA],
    [[NA, NA], NA, NA],
    [[false, false], false, false],
  ];
  for (const [truths, all, any] of table) {
    assert.equal(allOf(truths), all, truths.join());
    assert.equal(allOf(truths.toReversed()), all, truths.join());
    assert.equal(anyOf(truths), any, truths.join());
    assert.equal(anyOf(truths.toReversed()), any, truths.join());
  }
});

Deno.test("flip() is its own opposite and stays on its side", () => {
  for (const way of ["admit", "admit-not", "refuse", "refuse-not"] as const) {
    assert.equal(flip(flip(way)), way);
    assert.equal(isRefusing(flip(way)), isRefusing(way));
    assert.notEqual(isWide(flip(way)), isWide(way));
  }
  assert.equal(isWide("refuse"), true);
});

Deno.test("gatesOfAny() knows the gates only where every test has some", () => {
  const gated = (...gates: number[]): Test => ({ holds: () => false, gates });
  assert.deepEqual(gatesOfAny([gated(1), gated(2, 3)]), [1, 2, 3]);
  assert.equal(gatesOfAny([gated(1), CANNOT_TELL]), undefined);
});
