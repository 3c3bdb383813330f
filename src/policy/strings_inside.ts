/**
 * Every string inside a JSON value: what rules that refuse look at, so that a value wrapped in an array, or moved into
 * an object key, does not slip by.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../jsonrpc/json.ts";

/** Collects every string and every object key of a value, at any depth, in no promised order. */
export function stringsInside(value: Json): string[] {
  if (typeof value === "string") return [value];
  const found: string[] = [];
  for (const inner of valuesInside(value)) {
    if (typeof inner === "string") found.push(inner);
    else if (isJsonObject(inner)) { for (const key of Object.keys(inner)) found.push(key); }
  }
  return found;
}

/** Lists a value and every value inside it, at any depth, in no promised order. */
export function valuesInside(value: Json): Json[] {
  const found: Json[] = [value];
  for (let index = 0; index < found.length; index++) {
    const inner = found[index];
    if (isJsonArray(inner)) {
      for (const item of inner) found.push(item);
    } else if (isJsonObject(inner)) {
      for (const key of Object.keys(inner)) found.push(inner[key] ?? null);
    }
  }
  return found;
}
