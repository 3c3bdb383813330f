/**
 * The `tests` of a policy file, each a message and what must come of it.
 *
 * @module
 */

import type { Json } from "../../jsonrpc/json.ts";
import type { Expectation, PolicyTest } from "../policy.ts";
import { showValue } from "../problem.ts";
import { needField } from "./read_options.ts";
import { checkKeys, type Reader, readFields, readString, readWord, wrongType, wrongValue } from "./reader.ts";
import { toJson, type TreeNode } from "./tree.ts";

const EXPECTATIONS: readonly Expectation[] = ["allow", "deny", "ask", "log", "redact"];

type TestFields = Required<Omit<PolicyTest, "place">>;

/** Reads one test. */
export function readTest(reader: Reader, node: TreeNode, what: string): PolicyTest | undefined {
  const fields = readFields<TestFields>(reader, node, what, {
    call: (value, at) => readCall(reader, value, at),
    message: (value, at) => readMessage(reader, value, at),
    response: (value, at) => readMessage(reader, value, at),
    request: (value, at) => readMessage(reader, value, at),
    expect: (value, at) => readWord(reader, value, at, EXPECTATIONS),
    rule: (value, at) => readString(reader, value, at),
  });
  if (fields === undefined || node.type !== "object") return undefined;
  needField(reader, node, what, "expect");
  const forms = node.members.filter(({ key }) => ["call", "message", "response"].includes(key));
  if (forms.length !== 1) {
    return wrongValue(reader, node, what, 'exactly one of "call", "message" and "response" must be given');
  }
  const hasRequest = node.members.some(({ key }) => key === "request");
  if (hasRequest && forms[0]?.key !== "response") {
    return wrongValue(reader, node, what, `${showValue("request")} belongs to a response`);
  }
  return fields.expect === undefined ? undefined : { ...fields, expect: fields.expect, place: node.place };
}

function readCall(reader: Reader, node: TreeNode, what: string): TestFields["call"] | undefined {
  const fields = readFields<{ tool: string; args: Json }>(reader, node, what, {
    tool: (value, at) => value.type === "string" ? value.value : wrongType(reader, value, at, "a string"),
    args: (value, at) => readMessage(reader, value, at),
  });
  if (fields === undefined) return undefined;
  needField(reader, node, what, "tool");
  return fields.tool === undefined ? undefined : { tool: fields.tool, args: fields.args };
}

function readMessage(reader: Reader, node: TreeNode, what: string): Json | undefined {
  if (node.type !== "object") return wrongType(reader, node, what, "an object");
  checkKeys(reader, node, what);
  return toJson(node);
}
