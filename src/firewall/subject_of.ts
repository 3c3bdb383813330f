/**
 * Messages as policies see them.
 *
 * @module
 */

import { isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import type { Notification, Request, Response } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import { isTaskMethod, type PendingRequest, taskOf, toolOf } from "../mcp/session.ts";
import type { Subject } from "../policy/subject.ts";
import type { FirewallState } from "./state.ts";
import { type Incoming, opposite } from "./turn.ts";

/** The subject of a request or notification. */
export function callSubject(state: FirewallState, incoming: Incoming<Request | Notification>): Subject {
  const { message, side } = incoming;
  const { method, params } = message;
  const isCall = method === "tools/call";
  const args = params?.["arguments"];
  const tool = message.kind === "request" ? toolOf(state.session, side, message) : undefined;
  return {
    side,
    kind: message.kind,
    server: state.options.server,
    method,
    tool,
    hints: tool === undefined ? undefined : state.tools.hints.get(tool),
    args: isCall ? (isJsonObject(args) ? args : EMPTY) : ownParams(params),
    content: params,
    bytes: incoming.bytes,
    isKnown: isKnown(state, side, method, params),
  };
}

/** What the protocol itself puts beside a method's parameters (task requests and retries); rules see it in `content`. */
const PROTOCOL_KEYS = ["inputResponses", "requestState", "task"];

function ownParams(params: JsonObject | undefined): JsonObject | undefined {
  if (params === undefined || !PROTOCOL_KEYS.some((key) => key in params)) return params;
  const own: Record<string, JsonObject[string]> = Object.create(null);
  for (const key in params) {
    const value = params[key];
    if (value !== undefined && !PROTOCOL_KEYS.includes(key)) own[key] = value;
  }
  return own;
}

const EMPTY: JsonObject = Object.freeze(Object.create(null));

/** Tasks and completions pass by themselves only where this session has seen what they are about. */
function isKnown(state: FirewallState, side: Side, method: string, params: JsonObject | undefined): boolean {
  if (isTaskMethod(method)) return taskOf(state.session, side, params) !== undefined;
  if (method !== "completion/complete") return true;
  const ref = params?.["ref"];
  if (!isJsonObject(ref)) return false;
  const { name, uri } = ref;
  if (ref["type"] === "ref/prompt") return typeof name === "string" && state.listed.prompts.has(name);
  return typeof uri === "string" && state.listed.resources.has(uri);
}

/** The subject of an answer, which is judged knowing its request. */
export function answerSubject(state: FirewallState, incoming: Incoming<Response>, pending: PendingRequest): Subject {
  const { message, side } = incoming;
  return {
    side,
    kind: "response",
    server: state.options.server,
    method: pending.method,
    tool: pending.tool,
    args: message.result,
    content: message.result ?? message.error,
    bytes: incoming.bytes,
    isKnown: true,
  };
}

/** The subject of a request that a side put inside another message (`inputRequests`, 2026-07-28). */
export function nestedSubject(
  state: FirewallState,
  from: Side,
  request: { readonly method: string; readonly params: JsonObject | undefined },
): Subject {
  const { method, params } = request;
  return {
    side: from,
    kind: "request",
    server: state.options.server,
    method,
    args: params,
    content: params,
    bytes: 0,
    isKnown: true,
  };
}

/** The subject of a client's answer to such a request. */
export function nestedAnswer(state: FirewallState, to: Side, method: string, answer: JsonObject): Subject {
  return {
    side: opposite(to),
    kind: "response",
    server: state.options.server,
    method,
    args: answer,
    content: answer,
    bytes: 0,
    isKnown: true,
  };
}
