/**
 * The table of condition kinds, and how a condition object is read with it.
 *
 * @module
 */

import { addProblem, noEffect, type Reader, readObject } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { showValue, suggest } from "../problem.ts";
import { ALL_OF, allOfCondition } from "./all_of.ts";
import { ANY_OF } from "./any_of.ts";
import { COMMAND } from "./command.ts";
import type { Condition } from "./condition.ts";
import { HIDDEN, INJECTION, SECRETS } from "./detect.ts";
import { EACH } from "./each.ts";
import { EQUALS } from "./equals.ts";
import { GLOB } from "./glob.ts";
import { KEYS } from "./keys.ts";
import type { ConditionKind } from "./kind.ts";
import { LENGTH } from "./length.ts";
import { NOT } from "./not.ts";
import { ONE_OF } from "./one_of.ts";
import { PATH } from "./path.ts";
import { RANGE } from "./range.ts";
import { REGEX } from "./regex.ts";
import { SCHEMA } from "./schema.ts";
import { SQL } from "./sql.ts";
import { TYPE } from "./type.ts";
import { URL_CONDITION } from "./url.ts";

const KINDS: readonly ConditionKind[] = [
  EQUALS,
  ONE_OF,
  TYPE,
  RANGE,
  LENGTH,
  REGEX,
  GLOB,
  PATH,
  COMMAND,
  SCHEMA,
  EACH,
  KEYS,
  ALL_OF,
  ANY_OF,
  NOT,
  URL_CONDITION,
  SQL,
  SECRETS,
  HIDDEN,
  INJECTION,
];

/** Every kind of condition, by its key. */
export const CONDITION_KINDS: ReadonlyMap<string, ConditionKind> = new Map(KINDS.map((kind) => [kind.name, kind]));

/**
 * Reads a condition object: each key is a kind and all must hold. An empty one holds for every value that is there,
 * which only makes sense where a value is named: `inside` another condition it is a problem.
 */
export function readCondition(
  reader: Reader,
  node: TreeNode,
  what: string,
  where: "at a name" | "inside",
  argument?: string,
): Condition | undefined {
  const object = readObject(reader, node, what);
  if (object === undefined) return undefined;
  if (object.members.length === 0 && where === "inside") {
    return noEffect(reader, node, what, "the condition is empty");
  }
  const readInner = (inner: TreeNode, innerWhat: string) => readCondition(reader, inner, innerWhat, "inside", argument);
  const found: Condition[] = [];
  for (const { key, keyPlace, value } of object.members) {
    const kind = CONDITION_KINDS.get(key);
    if (kind === undefined) {
      const fault = `the condition ${showValue(key)} is not known`;
      const hint = suggest(key, [...CONDITION_KINDS.keys()]);
      addProblem(reader, { code: "unknown-field", place: keyPlace, what, fault, hint });
      continue;
    }
    const condition = kind.read(value, `${showValue(key)} of ${what}`, { reader, readInner, argument });
    if (condition !== undefined) found.push(condition);
  }
  const [only] = found;
  return found.length === 1 && only !== undefined ? only : allOfCondition(object, found);
}
