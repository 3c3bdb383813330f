/**
 * `schema`: the value is valid under a JSON Schema. Applies to every value, the value itself.
 *
 * @module
 */

import { checkKeys, wrongType } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { CANNOT_TELL } from "./condition.ts";
import { compileJsonSchema, OverBudget } from "./json_schema.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";

/** How many steps one validation may take; beyond it the condition cannot be evaluated. */
export const MAX_SCHEMA_STEPS = 1_000_000;

/** A JSON Schema, without references to other documents. */
export const SCHEMA: ConditionKind = {
  name: "schema",
  read(node, what, { reader }) {
    if (node.type !== "object" && node.type !== "boolean") return wrongType(reader, node, what, "a JSON Schema");
    checkKeys(reader, node, what);
    const engine = hasPattern(node) ? "needs engine" : "no engine";
    return plainCondition("schema", node, (compiler) => {
      const validate = compileJsonSchema(node, compiler);
      if (validate === undefined) return CANNOT_TELL;
      return {
        holds(value, _way, moment) {
          try {
            return validate(value, { moment, stepsLeft: MAX_SCHEMA_STEPS, depth: 0 });
          } catch (error) {
            if (error instanceof OverBudget) return "not-applicable";
            throw error;
          }
        },
      };
    }, engine);
  },
};

function hasPattern(node: TreeNode): boolean {
  if (node.type === "array") return node.items.some(hasPattern);
  return node.type === "object" &&
    node.members.some(({ key, value }) => key === "pattern" || key === "patternProperties" || hasPattern(value));
}
