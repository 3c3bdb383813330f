import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { addFact, newValueProfile } from "../profile.ts";
import { factOf } from "../profile_fixture.ts";
import { booleanLadder, NULL_LADDER, numberLadder, paddedRange } from "./scalar_ladders.ts";

function profile(bySession: Readonly<Record<string, readonly unknown[]>>) {
  const made = newValueProfile();
  for (const [name, values] of Object.entries(bySession)) {
    for (const value of values) addFact(made, factOf(value), name);
  }
  return made;
}

const chosen = (ladder: ReturnType<typeof numberLadder>) => ladder.rungs[ladder.chosen]?.condition;

Deno.test("numbers are those seen until new ones keep coming, then a range around them", () => {
  assertEquals(chosen(numberLadder(profile({ a: [10, 20], b: [10, 20] }))), { oneOf: [10, 20] });
  assertEquals(chosen(numberLadder(profile({ a: [3, 7], b: [12] }))), { type: "integer", range: [1, 50] });
  assertEquals(chosen(numberLadder(profile({ a: [0.5], b: [2] }))), { type: "number", range: [0, 5] });
});

Deno.test("paddedRange() holds what was seen, and never goes below nothing where nothing was below", () => {
  const pair = fc.tuple(fc.integer({ min: -1e6, max: 1e6 }), fc.integer({ min: -1e6, max: 1e6 }));
  fc.assert(fc.property(pair, ([one, other]) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const [bottom, top] = paddedRange(low, high);
    assert(bottom <= low && top >= high && (low < 0 || bottom >= 0), `${low} ${high}: ${bottom} ${top}`);
  }));
});

Deno.test("paddedRange() holds every number there is: fractions below nothing, the largest, the smallest", () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(fc.property(number, number, (one, other) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const [bottom, top] = paddedRange(low, high);
    assert(Number.isFinite(bottom) && Number.isFinite(top), `${low} ${high}: ${bottom} ${top}`);
    assert(bottom <= low && top >= high && (low < 0 || bottom >= 0), `${low} ${high}: ${bottom} ${top}`);
  }));
  assertEquals(paddedRange(-0.5, -0.1), [-1, 0]);
  assertEquals(paddedRange(-7, -2), [-20, -1]);
  assert(paddedRange(-1.7e308, 1.7e308).every(Number.isFinite));
});

Deno.test("a boolean is the one seen, or both; null is null", () => {
  assertEquals(chosen(booleanLadder(profile({ a: [true], b: [true] }))), { equals: true });
  assertEquals(chosen(booleanLadder(profile({ a: [true, false] }))), { type: "boolean" });
  assertEquals(chosen(NULL_LADDER), { type: "null" });
});
