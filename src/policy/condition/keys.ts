/**
 * `keys`: the condition holds for each key of an object. In a rule that refuses, one key is enough. Does not apply to
 * other values.
 *
 * @module
 */

import { isJsonObject } from "../../jsonrpc/json.ts";
import { allOf, anyOf } from "./condition.ts";
import { combinedCondition, type ConditionKind } from "./kind.ts";
import { truthsOf } from "./string_condition.ts";

/** A condition on the keys of an object. */
export const KEYS: ConditionKind = {
  name: "keys",
  read(node, what, conditions) {
    const inner = conditions.readInner(node, what);
    if (inner === undefined) return undefined;
    return combinedCondition("keys", node, [inner], (compiler) => {
      const test = inner.compile(compiler);
      return {
        holds(value, way, moment) {
          if (!isJsonObject(value)) return "not-applicable";
          const truths = truthsOf(Object.keys(value), (key) => test.holds(key, way, moment));
          return way === "refuse" ? anyOf(truths) : allOf(truths);
        },
      };
    });
  },
};
