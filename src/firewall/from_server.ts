/**
 * What the server sends: answers judged knowing their request, requests and notifications judged like the client's.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import type { Notification, Request, Response } from "../jsonrpc/message.ts";
import { checkMessage } from "../mcp/check_message.ts";
import { maySend } from "../mcp/method.ts";
import {
  abandonRequest,
  bindTask,
  cancelledId,
  isIdInUse,
  openRequest,
  type PendingRequest,
  takePending,
  taskOf,
  tokenKey,
} from "../mcp/session.ts";
import { markListChanged, readListPage } from "../mcp/tool_list.ts";
import { filterToolList } from "./filter_list.ts";
import { releaseHeld, settleAsk } from "./from_client.ts";
import { type Decision, strictest } from "./judge.ts";
import { countOne } from "./rate_window.ts";
import { REASONS } from "./reason.ts";
import { answerSubject, callSubject, nestedSubject } from "./subject_of.ts";
import { takeOwnPage } from "./tool_listing.ts";
import {
  aboutMessage,
  denial,
  type Incoming,
  record,
  recordOutcome,
  recordVerdict,
  refuse,
  send,
  tellOnce,
  type Turn,
} from "./turn.ts";

/** Progress notifications that pass in one second; a flood of them closes some clients. */
const MAX_PROGRESS_PER_SECOND = 1000;
const MAX_LISTED = 10_000;
const MAX_KEPT_LENGTH = 1024;

/** An answer of the server. `text` is the message's own text, for cutting. */
export function responseFromServer(turn: Turn, incoming: Incoming<Response>, text: string, maxDepth: number): void {
  const { state } = turn;
  const { message } = incoming;
  if (message.id.key === state.lister.awaited) {
    if (takeOwnPage(turn, message)) releaseHeld(turn);
    return;
  }
  const pending = takePending(state.session, "client", message.id);
  if (pending === undefined) {
    state.session.abandoned.client.delete(message.id.key);
    recordVerdict(turn, incoming, denial("session/unknown-response", REASONS.direction));
    return;
  }
  const guard = guardAnswer(turn, message, pending);
  const decision = guard ?? judgeAnswer(turn, incoming, pending);
  const passes = decision.action === "allow" || decision.observed === true;
  const about = aboutMessage(incoming, pending);
  const data = passes ? learnFrom(turn, message, pending, incoming.data, text, maxDepth) : undefined;
  if (data === undefined) {
    const cause = passes ? denial("list/unreadable", REASONS.list) : settleAsk(decision);
    const refusal = { outcome: "refused", bytes: incoming.bytes, decision: cause } as const;
    return refuse(turn, about, cause, recordOutcome(turn, "client", pending, refusal));
  }
  recordOutcome(turn, "client", pending, {
    outcome: outcomeOf(message),
    bytes: incoming.bytes,
    decision,
  });
  send(turn, "client", data, about);
}

function outcomeOf(message: Response): "result" | "tool-error" | "error" {
  if (message.result === undefined) return "error";
  return message.result["isError"] === true ? "tool-error" : "result";
}

function guardAnswer(turn: Turn, message: Response, pending: PendingRequest): Decision | undefined {
  const fault = checkMessage(message);
  if (fault !== undefined) return denial(`frame/${fault}`, REASONS["malformed-answer"]);
  if (turn.state.unrecorded) return denial("audit/unrecorded", REASONS.unrecorded);
  if (message.result === undefined) return undefined;
  const bound = bindTask(turn.state.session, "client", pending, message.result);
  return bound === "ok" ? undefined : denial("session/task-id", REASONS["malformed-answer"]);
}

function judgeAnswer(turn: Turn, incoming: Incoming<Response>, pending: PendingRequest): Decision {
  const { judge } = turn.state;
  const decision = judge.answer(answerSubject(turn.state, incoming, pending));
  return strictest(decision, ...judgeNestedRequests(turn, incoming.message.result));
}

/** What the server asks from inside a result (2026-07-28, and `tasks/get` of the tasks extension). */
function judgeNestedRequests(turn: Turn, result: JsonObject | undefined): readonly Decision[] {
  const requests = result?.["inputRequests"];
  if (requests === undefined) return [];
  const malformed = denial("session/input-request", REASONS["malformed-answer"]);
  if (!isJsonObject(requests)) return [malformed];
  const decisions: Decision[] = [];
  for (const key in requests) {
    const request = requests[key];
    const method = isJsonObject(request) ? request["method"] : undefined;
    const params = isJsonObject(request) ? request["params"] : undefined;
    if (typeof method !== "string" || (params !== undefined && !isJsonObject(params)) || !maySend("server", method)) {
      return [malformed];
    }
    const decision = turn.state.judge.message(nestedSubject(turn.state, "server", { method, params }));
    if (decision.action !== "allow") decisions.push({ ...decision, reason: REASONS["server-request"] });
  }
  return decisions;
}

/** Takes from a passing answer what the session must remember; returns what to send on, or nothing to refuse it. */
function learnFrom(
  turn: Turn,
  message: Response,
  pending: PendingRequest,
  data: Uint8Array | string,
  text: string,
  maxDepth: number,
): Uint8Array | string | undefined {
  const { result } = message;
  const { session, listed } = turn.state;
  if (result === undefined) return data;
  switch (pending.method) {
    case "initialize":
      session.negotiated = typeof result["protocolVersion"] === "string" ? result["protocolVersion"] : undefined;
      return data;
    case "prompts/list":
      keepStrings(listed.prompts, result["prompts"], "name");
      return data;
    case "resources/list":
      keepStrings(listed.resources, result["resources"], "uri");
      return data;
    case "resources/templates/list":
      keepStrings(listed.resources, result["resourceTemplates"], "uriTemplate");
      return data;
    case "tools/list":
      return filterTools(turn, result, pending, data, text, maxDepth);
  }
  return data;
}

function keepStrings(into: Set<string>, list: JsonObject[string] | undefined, key: string): void {
  for (const entry of isJsonArray(list) ? list : []) {
    const value = isJsonObject(entry) ? entry[key] : undefined;
    if (typeof value === "string" && value.length <= MAX_KEPT_LENGTH && into.size < MAX_LISTED) into.add(value);
  }
}

function filterTools(
  turn: Turn,
  result: JsonObject,
  pending: PendingRequest,
  data: Uint8Array | string,
  text: string,
  maxDepth: number,
): Uint8Array | string | undefined {
  const { judge, tools } = turn.state;
  if (!isJsonArray(result["tools"])) return undefined;
  const page = readListPage(tools, pending.cursor, result);
  const keep = page.names.map((name) => name !== undefined && !judge.hidesTool(name));
  const hidden = keep.filter((stays) => !stays).length;
  if (hidden === 0) return data;
  record(turn, { kind: "note", note: "tools-hidden", count: hidden });
  tellOnce(turn, "tools-hidden", `${hidden} of ${keep.length} tools are hidden from the client`);
  return filterToolList(text, keep, maxDepth);
}

/** A request of the server: sampling, elicitation, roots, ping or one not known yet. */
export function requestFromServer(turn: Turn, incoming: Incoming<Request>): void {
  const { state } = turn;
  const { message } = incoming;
  if (isIdInUse(state.session, "server", message.id) === "pending") {
    recordVerdict(turn, incoming, denial("session/duplicate-id", REASONS["duplicate-id"]));
    return;
  }
  const guard = guardCall(turn, message);
  const inFlight = state.session.pending.server.size >= state.judge.limits.inFlight
    ? denial("limit/in-flight", REASONS["in-flight"])
    : undefined;
  const decision = guard ?? inFlight ?? state.judge.message(callSubject(state, incoming));
  const passes = decision.action === "allow" || decision.observed === true;
  const seq = recordVerdict(turn, incoming, settleAsk(decision));
  if (!passes) return refuse(turn, aboutMessage(incoming), settleAsk(decision), seq);
  openRequest(state.session, "server", message, { recordSeq: seq, nowMs: turn.nowMs });
  send(turn, "client", incoming.data, aboutMessage(incoming));
}

function guardCall(turn: Turn, message: Request | Notification): Decision | undefined {
  const fault = checkMessage(message);
  if (fault !== undefined) return denial(`frame/${fault}`, REASONS.frame);
  if (turn.state.unrecorded) return denial("audit/unrecorded", REASONS.unrecorded);
  return maySend("server", message.method) ? undefined : denial("session/direction", REASONS.direction);
}

/** A notification of the server. */
export function notificationFromServer(turn: Turn, incoming: Incoming<Notification>): void {
  const { state } = turn;
  const { message } = incoming;
  const guard = guardCall(turn, message) ?? guardNotification(turn, message);
  const decision = guard ?? judgeNotification(turn, incoming);
  const passes = decision.action === "allow" || decision.observed === true;
  recordVerdict(turn, incoming, settleAsk(decision));
  if (!passes) {
    state.refused++;
    return;
  }
  if (message.method === "notifications/tools/list_changed") {
    markListChanged(state.tools);
    state.lister.tried = false;
  }
  send(turn, "client", incoming.data, aboutMessage(incoming));
}

function guardNotification(turn: Turn, message: Notification): Decision | undefined {
  const { session, progress } = turn.state;
  const { method, params } = message;
  if (method === "notifications/progress") {
    const token = tokenKey(params?.["progressToken"]);
    if (token === undefined || !session.progress.client.has(token)) {
      return denial("session/unknown-progress", REASONS.direction);
    }
    return countOne(progress, turn.nowMs, MAX_PROGRESS_PER_SECOND) ? undefined : denial("limit/progress", REASONS.rate);
  }
  if (method === "notifications/cancelled") return cancelByServer(turn, params);
  if (method === "notifications/tasks/status" || method === "notifications/tasks") {
    const known = taskOf(session, "client", params) ?? taskOf(session, "server", params);
    return known === undefined ? denial("session/unknown-task", REASONS["unknown-task"]) : undefined;
  }
  return undefined;
}

/** The server cancels its own request, or ends a `subscriptions/listen` of the client (2026-07-28). */
function cancelByServer(turn: Turn, params: JsonObject | undefined): Decision | undefined {
  const { session } = turn.state;
  const id = cancelledId(params);
  if (id === undefined) return denial("session/unknown-cancel", REASONS.direction);
  const own = abandonRequest(session, "server", id);
  if (own !== undefined) {
    recordOutcome(turn, "server", own, { outcome: "cancelled", bytes: 0 });
    return undefined;
  }
  if (session.pending.client.get(id.key)?.method === "subscriptions/listen") {
    const listen = abandonRequest(session, "client", id);
    if (listen !== undefined) recordOutcome(turn, "client", listen, { outcome: "cancelled", bytes: 0 });
    return undefined;
  }
  return denial("session/unknown-cancel", REASONS.direction);
}

/** What a task's notification brings is judged as its call's response too. */
function judgeNotification(turn: Turn, incoming: Incoming<Notification>): Decision {
  const { state } = turn;
  const { message } = incoming;
  const subject = callSubject(state, incoming);
  const decision = state.judge.message(subject);
  const task = taskOf(state.session, "client", message.params);
  if (task === undefined) return decision;
  const asResponse = { ...subject, kind: "response", method: task.method, tool: task.tool } as const;
  return strictest(decision, state.judge.answer(asResponse), ...judgeNestedRequests(turn, message.params));
}
