/**
 * Subjects for tests, from messages as a policy's `tests` state them. The program makes subjects in the firewall.
 *
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import type { Side } from "../jsonrpc/side.ts";
import { METHODS } from "../mcp/method.ts";
import type { PolicyTest } from "./policy.ts";
import type { Subject } from "./subject.ts";

/** One message; exactly one of `call`, `message` and `response`. */
export type SubjectCase = Pick<PolicyTest, "call" | "message" | "response" | "request">;

/** Makes the subject of a case: what the policy is asked about. */
export function toSubject(subjectCase: SubjectCase, server: string): Subject {
  const { call, message, response, request } = subjectCase;
  if (call !== undefined) {
    const params = call.args === undefined ? { name: call.tool } : { name: call.tool, arguments: call.args };
    return requestSubject({ id: 1, method: "tools/call", params }, server, "client");
  }
  if (message !== undefined) return requestSubject(message, server, sideOf(memberOf(message, "method")));
  const answered = request ?? {};
  const method = memberOf(answered, "method");
  const asked = requestSubject(answered, server, sideOf(method));
  const content = memberOf(response, "result") ?? memberOf(response, "error") ?? response;
  const side = asked.side === "client" ? "server" : "client";
  return { ...asked, side, kind: "response", content, bytes: response === undefined ? 0 : measureBytes(response) };
}

function measureBytes(value: Json): number {
  return new TextEncoder().encode(formatJson(value)).length;
}

function requestSubject(message: Json, server: string, side: Side): Subject {
  const method = memberOf(message, "method");
  const params = memberOf(message, "params");
  const name = memberOf(params, "name");
  const isCall = method === "tools/call";
  const args = isCall ? memberOf(params, "arguments") : params;
  return {
    side,
    kind: memberOf(message, "id") === undefined ? "notification" : "request",
    server,
    method: typeof method === "string" ? method : "",
    tool: isCall && typeof name === "string" ? name : undefined,
    args: isJsonObject(args) ? args : undefined,
    content: params,
    bytes: measureBytes(message),
    isKnown: true,
  };
}

function sideOf(method: Json | undefined): Side {
  return typeof method === "string" && METHODS.get(method)?.from === "server" ? "server" : "client";
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const object: JsonObject = value;
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
