/**
 * `not`: the condition inside does not hold. One that does not apply still does not apply.
 *
 * @module
 */

import { flip } from "./condition.ts";
import { combinedCondition, type ConditionKind } from "./kind.ts";

/** The opposite of a condition. */
export const NOT: ConditionKind = {
  name: "not",
  read(node, what, conditions) {
    const inner = conditions.readInner(node, what);
    if (inner === undefined) return undefined;
    return combinedCondition("not", node, [inner], (compiler) => {
      const test = inner.compile(compiler);
      return {
        holds(value, way, moment) {
          const truth = test.holds(value, flip(way), moment);
          return truth === "not-applicable" ? truth : !truth;
        },
      };
    });
  },
};
