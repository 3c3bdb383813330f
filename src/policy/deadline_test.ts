import assert from "node:assert/strict";
import { JudgingTooLong, MAX_JUDGING_MS, newDeadline, paced } from "./deadline.ts";

Deno.test("newDeadline() throws once the time is over, and not at its end", () => {
  let now = 1000;
  const check = newDeadline(() => now);
  for (now of [1000, 1000 + MAX_JUDGING_MS]) check();
  now = 1001 + MAX_JUDGING_MS;
  assert.throws(check, JudgingTooLong);
});

Deno.test("paced() looks at the clock for a long text, and for many short ones", () => {
  let looks = 0;
  const step = paced(() => looks++);
  step(10);
  assert.equal(looks, 0);
  step(20_000);
  assert.equal(looks, 1);
  for (let count = 0; count < 1000; count++) step(0);
  assert.equal(looks, 4);
});
