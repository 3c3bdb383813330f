/**
 * `each`: the condition holds for each item of an array, or for each value of an object. In a rule that refuses, one for
 * which it holds is enough, so that adding a harmless item does not help. Does not apply to other values.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json } from "../../jsonrpc/json.ts";
import { allOf, anyOf } from "./condition.ts";
import { combinedCondition, type ConditionKind } from "./kind.ts";
import { truthsOf } from "./string_condition.ts";

/** A condition on the items of an array or the values of an object. */
export const EACH: ConditionKind = {
  name: "each",
  read(node, what, conditions) {
    const inner = conditions.readInner(node, what);
    if (inner === undefined) return undefined;
    return combinedCondition("each", node, [inner], (compiler) => {
      const test = inner.compile(compiler);
      return {
        holds(value, way, moment) {
          const parts = partsOf(value);
          if (parts === undefined) return "not-applicable";
          const truths = truthsOf(parts, (part) => test.holds(part, way, moment));
          return way === "refuse" ? anyOf(truths) : allOf(truths);
        },
      };
    });
  },
};

function partsOf(value: Json): readonly Json[] | undefined {
  if (isJsonArray(value)) return value;
  return isJsonObject(value) ? Object.keys(value).map((key) => value[key] ?? null) : undefined;
}
