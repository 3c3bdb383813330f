/**
 * `range`: a number from one bound to the other, both included, compared exactly. `null` leaves an end open. Does not
 * apply to what is not a number.
 *
 * @module
 */

import { compareNumbers, isJsonNumber, type JsonNumber } from "../decimal.ts";
import { noEffect, type Reader, wrongType, wrongValue } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";

/** Bounds; `undefined` is an open end. */
export interface Bounds {
  readonly min: JsonNumber | undefined;
  readonly max: JsonNumber | undefined;
}

/** A number within bounds, `[min, max]`. */
export const RANGE: ConditionKind = {
  name: "range",
  read(node, what, { reader }) {
    const bounds = readBounds(reader, node, what);
    if (bounds === undefined) return undefined;
    return plainCondition("range", node, () => ({
      holds: (value) => isJsonNumber(value) ? isWithin(value, bounds) : "not-applicable",
    }));
  },
};

/** Reads `[min, max]`, where `null` leaves an end open, but not both. */
export function readBounds(reader: Reader, node: TreeNode, what: string): Bounds | undefined {
  const expected = "a list of two numbers, [min, max], where null leaves an end open";
  if (node.type !== "array" || node.items.length !== 2) return wrongType(reader, node, what, expected);
  const ends: (JsonNumber | undefined)[] = [];
  for (const item of node.items) {
    if (item.type !== "number" && item.type !== "null") return wrongType(reader, item, what, "a number or null");
    ends.push(item.value ?? undefined);
  }
  const [min, max] = ends;
  if (min === undefined && max === undefined) return noEffect(reader, node, what, "both ends are open");
  const isEmpty = min !== undefined && max !== undefined && compareNumbers(min, max) > 0;
  return isEmpty ? wrongValue(reader, node, what, "the first number is larger than the second") : { min, max };
}

/** Says whether a number is within bounds. */
export function isWithin(value: JsonNumber, { min, max }: Bounds): boolean {
  return (min === undefined || compareNumbers(value, min) >= 0) &&
    (max === undefined || compareNumbers(value, max) <= 0);
}
