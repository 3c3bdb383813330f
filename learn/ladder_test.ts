import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isSettled, noveltyOf, roundUp } from "./ladder.ts";

const seen = (...sets: readonly string[][]) =>
  new Map(sets.map((sessions, index) => [String(index), new Set(sessions)]));

Deno.test("noveltyOf() is the share that one session alone had; of nothing seen all is new", () => {
  assertEquals(noveltyOf(new Map()), 1);
  assertEquals(noveltyOf(seen(["a"])), 1);
  assertEquals(noveltyOf(seen(["a", "b"])), 0);
  assertEquals(noveltyOf(seen(["a", "b", "c"], ["a"])), 0.25);
});

Deno.test("isSettled() wants that new values have all but stopped", () => {
  assertEquals(isSettled(seen(["a"], ["a", "b"])), false);
  assertEquals(isSettled(seen(["a", "b"], ["a", "b"])), true);
});

Deno.test("roundUp() never gives less, nor more than two and a half times as much", () => {
  assertEquals([0, 1, 3, 7, 12, 51, 1000].map(roundUp), [1, 1, 5, 10, 20, 100, 1000]);
  fc.assert(fc.property(fc.integer({ min: 1, max: 1e9 }), (value) => {
    assert(roundUp(value) >= value && roundUp(value) <= value * 2.5);
  }));
});
