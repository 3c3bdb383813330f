/**
 * `length`: how long a string is, in code points, or how many items an array has, from one bound to the other. Does not
 * apply to other values. In a rule that refuses, each string and array inside the value is measured as well.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../../jsonrpc/json.ts";
import { valuesInside } from "../strings_inside.ts";
import { allOf, anyOf, isRefusing, type Truth, type Way } from "./condition.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";
import { type Bounds, isWithin, readBounds } from "./range.ts";
import { truthsOf } from "./string_condition.ts";

/** A length within bounds, `[min, max]`; code points for a string, items for an array. */
export const LENGTH: ConditionKind = {
  name: "length",
  read(node, what, { reader }) {
    const bounds = readBounds(reader, node, what);
    if (bounds === undefined) return undefined;
    return plainCondition("length", node, () => ({ holds: (value, way) => lengthHolds(value, way, bounds) }));
  },
};

/** Counts the code points of a text; half of a surrogate pair counts as one. */
export function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
    if (isPair) count--;
  }
  return count;
}

function lengthHolds(value: Json, way: Way, bounds: Bounds): Truth {
  if (!isRefusing(way)) return ownLength(value, bounds);
  const measured = valuesInside(value).flatMap((inner) =>
    isJsonObject(inner) ? Object.keys(inner) : typeof inner === "string" || isJsonArray(inner) ? [inner] : []
  );
  if (measured.length === 0) return "not-applicable";
  const truths = truthsOf(measured, (inner) => ownLength(inner, bounds));
  return way === "refuse" ? anyOf(truths) : allOf(truths);
}

function ownLength(value: Json, bounds: Bounds): Truth {
  if (typeof value === "string") return isWithin(countCodePoints(value), bounds);
  return isJsonArray(value) ? isWithin(value.length, bounds) : "not-applicable";
}
