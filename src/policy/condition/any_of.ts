/**
 * `anyOf`: at least one condition of a list holds.
 *
 * @module
 */

import { readConditions, truths } from "./all_of.ts";
import { anyOf, gatesOfAny } from "./condition.ts";
import { combinedCondition, type ConditionKind } from "./kind.ts";

/** One or more of several conditions. */
export const ANY_OF: ConditionKind = {
  name: "anyOf",
  read(node, what, conditions) {
    const inner = readConditions(node, what, conditions);
    if (inner === undefined) return undefined;
    return combinedCondition("anyOf", node, inner, (compiler) => {
      const tests = inner.map((condition) => condition.compile(compiler));
      return {
        gates: gatesOfAny(tests),
        holds(value, way, moment) {
          return anyOf(truths(tests, (test) => test.holds(value, way, moment)));
        },
      };
    });
  },
};
