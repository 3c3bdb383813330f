import assert from "node:assert/strict";
import type { Json } from "../../jsonrpc/json.ts";
import type { Moment, Truth } from "./condition.ts";
import { stringTest, truthsOf } from "./string_condition.ts";

const MOMENT: Moment = { isOpen: () => true, matches: () => false, recall: (_key, make) => make(), findings: () => [] };
const isBad = stringTest((text) => text === "?" ? "not-applicable" : text === "bad");

/** Admit, admit-not, refuse, refuse-not. */
function all(value: Json): Truth[] {
  return (["admit", "admit-not", "refuse", "refuse-not"] as const).map((way) => isBad.holds(value, way, MOMENT));
}

Deno.test("stringTest() puts a string as it is, whatever it leads to", () => {
  assert.deepEqual(all("bad"), [true, true, true, true]);
  assert.deepEqual(all("good"), [false, false, false, false]);
});

Deno.test("stringTest() to admit does not apply to what is no string", () => {
  for (const value of [5, null, ["bad"], { bad: 1 }, []]) {
    assert.deepEqual(all(value).slice(0, 2), ["not-applicable", "not-applicable"]);
  }
});

Deno.test("stringTest() to refuse needs one string or key inside, and under not every one", () => {
  assert.deepEqual(all(["good", ["bad"]]).slice(2), [true, false]);
  assert.deepEqual(all(["bad", { bad: 1 }]).slice(2), [true, true]);
  assert.deepEqual(all({ bad: ["good"] }).slice(2), [true, false]);
  assert.deepEqual(all(["good"]).slice(2), [false, false]);
});

Deno.test("stringTest() to refuse does not apply where there is no string, nor where one cannot be told", () => {
  for (const value of [5, [5], {}, []]) assert.deepEqual(all(value).slice(2), ["not-applicable", "not-applicable"]);
  assert.deepEqual(all(["good", "?"]).slice(2), ["not-applicable", false]);
  assert.deepEqual(all(["bad", "?"]).slice(2), [true, "not-applicable"]);
});

Deno.test("truthsOf() asks no further than it is asked", () => {
  const asked: Json[] = [];
  for (const truth of truthsOf([1, 2, 3], (value) => asked.push(value) > 1)) if (truth) break;
  assert.deepEqual(asked, [1, 2]);
});
