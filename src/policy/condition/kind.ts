/**
 * How a kind of condition is read from a policy. To add one: a file with its `ConditionKind`, a line in `kinds.ts`, its
 * operand in `../file/policy.schema.json`.
 *
 * @module
 */

import type { Reader } from "../file/reader.ts";
import { toJson, type TreeNode } from "../file/tree.ts";
import type { Condition } from "./condition.ts";

/** What reading one condition may need of the whole. */
export interface ConditionReader {
  readonly reader: Reader;
  /** The name of the argument that the condition is about, where it is known. */
  readonly argument?: string | undefined;
  /** Reads a whole condition object inside this one, which must ask for something. */
  readInner(node: TreeNode, what: string): Condition | undefined;
}

/** One kind of condition. */
export interface ConditionKind {
  /** The key that stands for it. */
  readonly name: string;
  /** Reads what stands behind the key; reports what is wrong and returns nothing. */
  read(node: TreeNode, what: string, conditions: ConditionReader): Condition | undefined;
}

/** Makes a condition that has no others inside. */
export function plainCondition(
  kind: string,
  node: TreeNode,
  compile: Condition["compile"],
  needs: "needs engine" | "needs shell" | "no engine" = "no engine",
): Condition {
  const needsEngine = needs === "needs engine";
  const needsShell = needs === "needs shell";
  return { kind, place: node.place, operand: toJson(node), inner: [], needsEngine, needsShell, compile };
}

/** Makes a condition of others. */
export function combinedCondition(
  kind: string,
  node: TreeNode,
  inner: readonly Condition[],
  compile: Condition["compile"],
): Condition {
  const needsEngine = inner.some((condition) => condition.needsEngine);
  const needsShell = inner.some((condition) => condition.needsShell);
  return { kind, place: node.place, operand: toJson(node), inner, needsEngine, needsShell, compile };
}
