/**
 * Holds a guard to linear cost on a machine that others use too: a pause can make one measurement long, but no pause
 * makes a quadratic one short, so one good measurement of many decides.
 *
 * @module
 */

import assert from "node:assert/strict";

const ATTEMPTS = 12;
const ROUNDS = 3;
/** Below this, in milliseconds, a clock measures itself. */
const FLOOR_MS = 0.2;
/** Eight times the input may cost 32 times as much; quadratic cost would be 64 times. */
const GROWTH = 8;
const SLACK = 4;

/** Asserts that input of eight times the length costs about eight times as much. */
export function assertLinear(label: string, length: number, run: (length: number) => void): void {
  run(length);
  let seen = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [short, long] = [best(() => run(length)), best(() => run(length * GROWTH))];
    if (long <= Math.max(short, FLOOR_MS) * GROWTH * SLACK) return;
    seen = `${label}: ${short} ms, then ${long} ms`;
  }
  assert.fail(seen);
}

function best(run: () => void): number {
  let shortest = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - began);
  }
  return shortest;
}
