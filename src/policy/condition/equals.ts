/**
 * `equals`: the value is this one. In a rule that refuses, a value inside it is enough.
 *
 * @module
 */

import type { Json } from "../../jsonrpc/json.ts";
import { checkKeys } from "../file/reader.ts";
import { toJson, type TreeNode } from "../file/tree.ts";
import { isJsonEqual } from "../json_equal.ts";
import { stringsInside, valuesInside } from "../strings_inside.ts";
import type { Compiler, Test } from "./condition.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";

/** Equality with one JSON value; numbers by value, `1` is `1.0`. */
export const EQUALS: ConditionKind = {
  name: "equals",
  read(node, what, { reader }) {
    checkKeys(reader, node, what);
    return plainCondition("equals", node, (compiler) => equalityTest([node], compiler));
  },
};

/** A test for equality with any of the values. */
export function equalityTest(nodes: readonly TreeNode[], compiler: Compiler): Test {
  const values: Json[] = [];
  for (const node of nodes) {
    const value = node.type === "string" ? compiler.expand(node.value, node.place) : toJson(node);
    if (value !== undefined) values.push(value);
  }
  const texts = new Set(values.filter((value) => typeof value === "string"));
  const others = values.filter((value) => typeof value !== "string");
  const isOne = (value: Json) =>
    typeof value === "string" ? texts.has(value) : others.some((o) => isJsonEqual(o, value));
  return { holds: (value, way) => isOne(value) || (way === "refuse" && isInside(value, isOne)) };
}

function isInside(value: Json, isOne: (value: Json) => boolean): boolean {
  return typeof value === "object" && value !== null &&
    (valuesInside(value).some(isOne) || stringsInside(value).some(isOne));
}
