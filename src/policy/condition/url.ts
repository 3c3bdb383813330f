/**
 * `url`: the string is a URL of one of these hosts, with a scheme and port that are allowed. To refuse, a text that may
 * lead to one of them is enough, however it is spelled.
 *
 * @module
 */

import { compileUrlTest, URL_SCHEMES, type UrlOptions } from "../../guards/url.ts";
import {
  addProblem,
  type Reader,
  readFields,
  readInteger,
  readList,
  readStringOrList,
  readWord,
} from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { CANNOT_TELL, isWide } from "./condition.ts";
import { type ConditionKind, type ConditionReader, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";

/** `{"hosts", "schemes", "ports"}`. */
export const URL_CONDITION: ConditionKind = {
  name: "url",
  read(node, what, conditions) {
    const options = readOptions(node, what, conditions);
    if (options === undefined) return undefined;
    return plainCondition("url", node, (compiler) => {
      const test = compileUrlTest(options);
      if ("fault" in test) {
        compiler.fault(node.place, `the URL condition does not compile: ${test.fault}`, test.hint);
        return CANNOT_TELL;
      }
      return stringTest((text, way) => {
        if (!isWide(way)) return test.guard(text).ok;
        const leads = test.mayLead(text);
        return leads === "unclear" ? "not-applicable" : leads;
      });
    });
  },
};

function readOptions(node: TreeNode, what: string, { reader }: ConditionReader): UrlOptions | undefined {
  const before = reader.problems.length;
  const fields = readFields<{ hosts: readonly string[]; schemes: readonly string[]; ports: readonly number[] | "any" }>(
    reader,
    node,
    what,
    {
      hosts: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
      schemes: (value, valueWhat) =>
        readList(reader, value, valueWhat, (item, itemWhat) => readWord(reader, item, itemWhat, URL_SCHEMES)),
      ports: (value, valueWhat) => readPorts(reader, value, valueWhat),
    },
  );
  if (fields === undefined || reader.problems.length > before) return undefined;
  const { hosts, ...rest } = fields;
  if (hosts !== undefined) return { hosts: hosts.length === 1 && hosts[0] === "public" ? "public" : hosts, ...rest };
  addProblem(reader, { code: "missing-field", place: node.place, what, fault: '"hosts" is missing' });
  return undefined;
}

function readPorts(reader: Reader, node: TreeNode, what: string): readonly number[] | "any" | undefined {
  if (node.type === "string") return readWord<"any">(reader, node, what, ["any"]);
  return readList(
    reader,
    node,
    what,
    (item, itemWhat) => readInteger(reader, item, itemWhat, { min: 1, max: 65_535 }),
  );
}
