/**
 * `type`: the value is of one of these JSON types. Applies to every value, the value itself, not what is inside it.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../../jsonrpc/json.ts";
import { isInteger, isJsonNumber } from "../decimal.ts";
import { noEffect, readList, readWord } from "../file/reader.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";

/** The names of JSON types; `integer` is a number without a fraction. */
export const JSON_TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

/** One of the names of JSON types. */
export type JsonType = typeof JSON_TYPES[number];

/** A JSON type, or a list of them. */
export const TYPE: ConditionKind = {
  name: "type",
  read(node, what, { reader }) {
    const readOne = (item: typeof node, itemWhat: string) => readWord(reader, item, itemWhat, JSON_TYPES);
    if (node.type === "array" && node.items.length === 0) return noEffect(reader, node, what, "the list is empty");
    const types = node.type === "array" ? readList(reader, node, what, readOne) : [readOne(node, what)];
    const known = (types ?? []).filter((type) => type !== undefined);
    if (known.length === 0) return undefined;
    return plainCondition("type", node, () => ({ holds: (value) => known.some((type) => isOfType(value, type)) }));
  },
};

/** Says whether a value is of a JSON type. */
export function isOfType(value: Json, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "number":
      return isJsonNumber(value);
    case "integer":
      return isJsonNumber(value) && isInteger(value);
    case "array":
      return isJsonArray(value);
    case "object":
      return isJsonObject(value);
  }
}
