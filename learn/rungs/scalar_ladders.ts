/**
 * The ladders of numbers, booleans and null.
 *
 * @module
 */

import { isSettled, LADDER, roundUp } from "../ladder.ts";
import type { ValueProfile } from "../profile.ts";
import type { Ladder, Rung } from "../rung.ts";

/** Numbers: those seen, then a range around them, then any. */
export function numberLadder({ numbers, bigNumbers }: ValueProfile): Ladder {
  const seen = [...numbers.keys()].sort((one, other) => one - other);
  const type = bigNumbers === 0 && seen.every(Number.isInteger) ? "integer" : "number";
  const any: Rung = {
    condition: { type },
    schema: { type },
    words: type === "integer" ? "any whole number" : "any number",
    admits: "every number",
    isAutomatic: bigNumbers > 0,
  };
  if (bigNumbers > 0) return { kind: "number", rungs: [any], chosen: 0 };
  const [low, high] = paddedRange(seen[0] ?? 0, seen.at(-1) ?? 0);
  const range: Rung = {
    condition: { type, range: [low, high] },
    schema: { type, minimum: low, maximum: high },
    words: `${type === "integer" ? "whole numbers" : "numbers"} from ${low} to ${high}`,
    admits: `all between; ${seen[0]} to ${seen.at(-1)} were seen`,
    isAutomatic: true,
  };
  if (seen.length > LADDER.maxLiterals) return { kind: "number", rungs: [range, any], chosen: 0 };
  const literal: Rung = {
    condition: { oneOf: seen },
    schema: { enum: seen },
    words: seen.length === 1 ? "the one number seen" : `the ${seen.length} numbers seen`,
    admits: "nothing else",
    isAutomatic: true,
  };
  const sightings = new Map([...numbers].map(([value, sessions]) => [String(value), sessions]));
  return { kind: "number", rungs: [literal, range, any], chosen: isSettled(sightings) ? 0 : 1 };
}

/** Bounds that were seen, widened and rounded; what was never negative stays so. */
export function paddedRange(low: number, high: number): [low: number, high: number] {
  const top = high > 0 ? padded(high) : high > -1 ? 0 : -1;
  if (low >= 1) return [1, top];
  if (low >= 0) return [0, top];
  return [-padded(-low), top];
}

/** At least the value, and a number that JSON has. */
function padded(value: number): number {
  const rounded = roundUp(Math.min(Number.MAX_VALUE, value * LADDER.padding));
  return Number.isFinite(rounded) ? Math.max(value, rounded) : Number.MAX_VALUE;
}

/** Booleans: the one seen, then both. */
export function booleanLadder({ booleans }: ValueProfile): Ladder {
  const both: Rung = {
    condition: { type: "boolean" },
    schema: { type: "boolean" },
    words: "true or false",
    admits: booleans.size === 2 ? "nothing else" : "the other one",
    isAutomatic: true,
  };
  const [only] = booleans.keys();
  if (booleans.size !== 1 || only === undefined) {
    return { kind: "boolean", rungs: [both], chosen: 0 };
  }
  const one: Rung = {
    condition: { equals: only },
    schema: { const: only },
    words: `${only} alone`,
    admits: "nothing else",
    isAutomatic: true,
  };
  return { kind: "boolean", rungs: [one, both], chosen: 0 };
}

/** Null is only itself. */
export const NULL_LADDER: Ladder = {
  kind: "null",
  rungs: [
    { condition: { type: "null" }, schema: { type: "null" }, words: "null", admits: "nothing else", isAutomatic: true },
  ],
  chosen: 0,
};
