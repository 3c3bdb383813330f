/**
 * `allOf`: every condition of a list holds. Several kinds in one object mean the same.
 *
 * @module
 */

import { noEffect, readList } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { allOf, type Condition, type Test } from "./condition.ts";
import { combinedCondition, type ConditionKind, type ConditionReader } from "./kind.ts";

/** All of several conditions. */
export const ALL_OF: ConditionKind = {
  name: "allOf",
  read(node, what, conditions) {
    const inner = readConditions(node, what, conditions);
    return inner === undefined ? undefined : allOfCondition(node, inner);
  },
};

/** Makes the condition that all of these hold; of none, it holds for every value. */
export function allOfCondition(node: TreeNode, inner: readonly Condition[]): Condition {
  return combinedCondition("allOf", node, inner, (compiler) => {
    const tests = inner.map((condition) => condition.compile(compiler));
    const known = tests.map((test) => test.gates).filter((gates) => gates !== undefined);
    return {
      gates: known[0],
      holds(value, way, moment) {
        return allOf(truths(tests, (test) => test.holds(value, way, moment)));
      },
    };
  });
}

/** Reads the list of conditions behind `allOf` and `anyOf`. */
export function readConditions(
  node: TreeNode,
  what: string,
  conditions: ConditionReader,
): Condition[] | undefined {
  if (node.type === "array" && node.items.length === 0) {
    return noEffect(conditions.reader, node, what, "the list is empty");
  }
  return readList(conditions.reader, node, what, (item, itemWhat) => conditions.readInner(item, itemWhat));
}

/** What each test says, asked only as far as it matters. */
export function* truths<Value>(tests: Iterable<Test>, ask: (test: Test) => Value): Generator<Value, void> {
  for (const test of tests) yield ask(test);
}
