/**
 * `oneOf`: the value is one of these. In a rule that refuses, a value inside it is enough.
 *
 * @module
 */

import { checkKeys, noEffect, wrongType } from "../file/reader.ts";
import { equalityTest } from "./equals.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";

/** Equality with one of a list of JSON values. */
export const ONE_OF: ConditionKind = {
  name: "oneOf",
  read(node, what, { reader }) {
    if (node.type !== "array") return wrongType(reader, node, what, "a list of values");
    if (node.items.length === 0) return noEffect(reader, node, what, "the list is empty");
    checkKeys(reader, node, what);
    return plainCondition("oneOf", node, (compiler) => equalityTest(node.items, compiler));
  },
};
