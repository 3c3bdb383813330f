/**
 * Equality of JSON values: numbers by value, objects whatever the order of their keys.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../jsonrpc/json.ts";
import { compareNumbers, isJsonNumber } from "./decimal.ts";

/** Says whether two JSON values are the same value. `1` and `1.0` are; `1` and `"1"` are not. */
export function isJsonEqual(a: Json, b: Json): boolean {
  const pairs: [Json, Json][] = [[a, b]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (isJsonNumber(left) && isJsonNumber(right)) {
      if (compareNumbers(left, right) !== 0) return false;
    } else if (isJsonArray(left) && isJsonArray(right)) {
      if (left.length !== right.length) return false;
      left.forEach((item, index) => pairs.push([item, right[index] ?? null]));
    } else if (isJsonObject(left) && isJsonObject(right)) {
      const keys = Object.keys(left);
      if (keys.length !== Object.keys(right).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(right, key)) return false;
        pairs.push([left[key] ?? null, right[key] ?? null]);
      }
    } else {
      return false;
    }
  }
  return true;
}
