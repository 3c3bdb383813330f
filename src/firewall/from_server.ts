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
import {
  isRedacted,
  judgeEntries,
  listKey,
  mayPass,
  readAgain,
  recordFindings,
  settleContent,
  type Settled,
} from "./content.ts";
import { askFor, dropAsk, isAsked, noteServerState, speaksForUs } from "./asking.ts";
import { type PinRule, reviewDefinitions } from "./definitions.ts";
import { editStrings } from "./edit_strings.ts";
import { filterList } from "./filter_list.ts";
import { releaseHeld, settleAsk } from "./from_client.ts";
import { type Decision, MAX_DEPTH, strictest } from "./judge.ts";
import { observeAnswer, observeRequest } from "./observing.ts";
import { countOne } from "./rate_window.ts";
import { overrideHints } from "./override_hints.ts";
import { REASONS } from "./reason.ts";
import { answerSubject, callSubject, nestedSubject } from "./subject_of.ts";
import { pinTools, takeOwnPage } from "./tool_listing.ts";
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

/** An answer of the server. */
export function responseFromServer(turn: Turn, incoming: Incoming<Response>): void {
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
  const settled: Settled<Response> = guard === undefined
    ? settleAnswer(turn, incoming, pending)
    : { decision: guard, incoming };
  const { decision } = settled;
  const passes = mayPass(decision);
  recordFindings(turn, incoming, decision, { of: pending.recordSeq, method: pending.method, tool: pending.tool });
  observeAnswer(turn, message, pending, decision);
  const about = aboutMessage(incoming, pending);
  const data = passes ? learnFrom(turn, settled, pending) : undefined;
  if (data === undefined) {
    const cause = passes ? denial("list/unreadable", REASONS.list) : settleAsk(decision);
    const refusal = { outcome: "refused", bytes: incoming.bytes, decision: cause } as const;
    return refuse(turn, about, cause, recordOutcome(turn, "client", pending, refusal));
  }
  recordOutcome(turn, "client", pending, {
    outcome: outcomeOf(message),
    bytes: incoming.bytes,
    decision,
    redacted: isRedacted(decision),
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
  if (speaksForUs(message.result)) return denial("session/own-words", REASONS["malformed-answer"]);
  const bound = bindTask(turn.state.session, "client", pending, message.result);
  return bound === "ok" ? undefined : denial("session/task-id", REASONS["malformed-answer"]);
}

function judgeAnswer(turn: Turn, incoming: Incoming<Response>, pending: PendingRequest): Decision {
  const { judge } = turn.state;
  const decision = judge.answer(answerSubject(turn.state, incoming, pending));
  return strictest(decision, ...judgeNestedRequests(turn, incoming.message.result));
}

/** Judges an answer; of a list that is refused for some of its entries the others stay. */
function settleAnswer(turn: Turn, incoming: Incoming<Response>, pending: PendingRequest): Settled<Response> {
  const judge = (current: Incoming<Response>) => judgeAnswer(turn, current, pending);
  const settled = settleContent(incoming, judge);
  const { result } = incoming.message;
  const key = listKey(pending.method);
  if (key === "tools" && result !== undefined) reportTogether(turn, incoming, pending, settled.decision);
  if (mayPass(settled.decision) || result === undefined || key === undefined) return settled;
  const subject = answerSubject(turn.state, incoming, pending);
  const decisions = judgeEntries(
    result,
    key,
    (entry) => turn.state.judge.answer({ ...subject, args: entry, content: entry }),
  );
  const keep = decisions?.map((decision) => decision.action !== "deny" || decision.observed === true);
  if (keep === undefined || keep.every(Boolean)) return settled;
  const text = filterList(incoming.text, { key, keep, maxDepth: MAX_DEPTH });
  const rest = text === undefined ? undefined : readAgain(incoming, text);
  if (rest === undefined) return settled;
  withhold(turn, result, key, keep);
  const again = settleContent(rest, judge);
  const findings = [...settled.decision.findings ?? [], ...again.decision.findings ?? []];
  const lost = keep.filter((stays) => !stays).length;
  return { ...again, lost, decision: { ...again.decision, findings } };
}

/** An order can be spread over several tools, each of which says nothing: what they say together is told, not refused. */
function reportTogether(turn: Turn, incoming: Incoming<Response>, pending: PendingRequest, alone: Decision): void {
  const tools = incoming.message.result?.["tools"];
  if (!isJsonArray(tools) || alone.findings?.some(({ kind }) => kind === "injection")) return;
  const texts = tools.flatMap((tool) =>
    isJsonObject(tool) && typeof tool["description"] === "string" ? tool["description"] : []
  );
  if (texts.length < 2) return;
  const subject = answerSubject(turn.state, incoming, pending);
  const { findings } = turn.state.judge.answer({ ...subject, args: undefined, content: texts.join("\n") });
  const orders = findings?.filter(({ kind }) => kind === "injection") ?? [];
  if (orders.length === 0) return;
  const shown = orders.map((finding) => ({ ...finding, pointer: "/tools" }));
  recordFindings(turn, incoming, { ...alone, findings: shown }, { of: pending.recordSeq, method: pending.method });
  tellOnce(
    turn,
    "orders together",
    "the descriptions of the server's tools, read together, look like orders to a model",
  );
}

function withhold(turn: Turn, result: JsonObject, key: string, keep: readonly boolean[]): void {
  const entries = result[key];
  const refused = keep.filter((stays) => !stays).length;
  record(turn, { kind: "note", note: "entries-refused", count: refused });
  tellOnce(
    turn,
    `refused ${key}`,
    `${refused} of ${keep.length} ${key} are kept from the client: what they say is refused`,
  );
  if (key !== "tools" || !isJsonArray(entries)) return;
  for (const [index, entry] of entries.entries()) {
    const name = isJsonObject(entry) ? entry["name"] : undefined;
    if (keep[index] === false && typeof name === "string") turn.state.tools.withheld.set(name, "tool/definition");
  }
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
  { incoming, lost }: Settled<Response>,
  pending: PendingRequest,
): Uint8Array | string | undefined {
  const { data } = incoming;
  const { result } = incoming.message;
  const { session, listed } = turn.state;
  noteServerState(turn.state, pending.id.key, result);
  if (result === undefined) return data;
  switch (pending.method) {
    case "initialize":
      session.negotiated = typeof result["protocolVersion"] === "string" ? result["protocolVersion"] : undefined;
      return withoutDriftedInstructions(turn, incoming);
    case "server/discover":
      return withoutDriftedInstructions(turn, incoming);
    case "prompts/list":
      return filterPrompts(turn, { incoming, lost }, result);
    case "resources/list":
      keepStrings(listed.resources, result["resources"], "uri");
      return data;
    case "resources/templates/list":
      keepStrings(listed.resources, result["resourceTemplates"], "uriTemplate");
      return filterTemplates(turn, { incoming, lost }, result);
    case "tools/list":
      return filterTools(turn, { incoming, lost }, result, pending);
  }
  return data;
}

function keepStrings(into: Set<string>, list: JsonObject[string] | undefined, key: string): void {
  for (const entry of isJsonArray(list) ? list : []) {
    const value = isJsonObject(entry) ? entry[key] : undefined;
    if (typeof value === "string" && value.length <= MAX_KEPT_LENGTH && into.size < MAX_LISTED) into.add(value);
  }
}

/** Instructions that are not the recorded ones are words that nobody has read: the client gets none. */
function withoutDriftedInstructions(turn: Turn, incoming: Incoming<Response>): Uint8Array | string | undefined {
  const instructions = incoming.message.result?.["instructions"];
  if (typeof instructions !== "string") return incoming.data;
  const [rule] = reviewDefinitions(turn, "instructions", [instructions], true);
  if (rule === undefined) return incoming.data;
  return editStrings(incoming.text, [{ path: ["instructions"], text: "" }], { root: "result", maxDepth: MAX_DEPTH });
}

function filterPrompts(
  turn: Turn,
  { incoming, lost }: Omit<Settled<Response>, "decision">,
  result: JsonObject,
): Uint8Array | string | undefined {
  const { prompts, withheldPrompts } = turn.state.listed;
  const entries = result["prompts"];
  if (!isJsonArray(entries)) return incoming.data;
  const rules = reviewDefinitions(turn, "prompt", entries);
  for (const [index, entry] of entries.entries()) {
    const name = isJsonObject(entry) ? entry["name"] : undefined;
    if (typeof name !== "string" || name.length > MAX_KEPT_LENGTH) continue;
    if (rules[index] !== undefined) withheldPrompts.add(name);
    else withheldPrompts.delete(name);
  }
  keepStrings(prompts, entries.filter((_, index) => rules[index] === undefined), "name");
  return withoutEntries(incoming, "prompts", { rules, lost });
}

function filterTemplates(
  turn: Turn,
  { incoming, lost }: Omit<Settled<Response>, "decision">,
  result: JsonObject,
): Uint8Array | string | undefined {
  const entries = result["resourceTemplates"];
  if (!isJsonArray(entries)) return incoming.data;
  return withoutEntries(incoming, "resourceTemplates", { rules: reviewDefinitions(turn, "template", entries), lost });
}

function withoutEntries(
  incoming: Incoming<Response>,
  key: string,
  { rules, lost }: { readonly rules: readonly (PinRule | undefined)[]; readonly lost: number | undefined },
): Uint8Array | string | undefined {
  const keep = rules.map((rule) => rule === undefined);
  if (keep.every(Boolean)) return incoming.data;
  return filterList(incoming.text, { key, keep, lost, maxDepth: MAX_DEPTH });
}

function filterTools(
  turn: Turn,
  { incoming, lost }: Omit<Settled<Response>, "decision">,
  result: JsonObject,
  pending: PendingRequest,
): Uint8Array | string | undefined {
  const { judge, tools } = turn.state;
  if (!isJsonArray(result["tools"])) return undefined;
  const page = readListPage(tools, pending.cursor, result);
  pinTools(turn, result, page.names);
  const keep = page.names.map((name) => name !== undefined && !tools.withheld.has(name) && !judge.hidesTool(name));
  const hidden = keep.filter((stays) => !stays).length;
  const shown = withoutFalseHints(turn, incoming, page.names);
  if (hidden === 0 || shown === undefined) return shown;
  record(turn, { kind: "note", note: "tools-hidden", count: hidden });
  tellOnce(turn, "tools-hidden", `${hidden} of ${keep.length} tools are hidden from the client`);
  const text = typeof shown === "string" ? shown : incoming.text;
  return filterList(text, { key: "tools", keep, lost, maxDepth: MAX_DEPTH });
}

/** The page without hints that make tools look harmless of which the policy asks. */
function withoutFalseHints(
  turn: Turn,
  { data, text }: Incoming<Response>,
  names: readonly (string | undefined)[],
): Uint8Array | string | undefined {
  const { judge } = turn.state;
  const isMeant = (index: number) => {
    const name = names[index];
    return name !== undefined && judge.asksTool(name);
  };
  if (!names.some((_, index) => isMeant(index))) return data;
  const overridden = overrideHints(text, { isMeant, maxDepth: MAX_DEPTH });
  if (overridden === undefined || overridden.count === 0) return overridden === undefined ? undefined : data;
  record(turn, { kind: "note", note: "hints-overridden", count: overridden.count });
  return overridden.text;
}

/** A request of the server: sampling, elicitation, roots, ping or one not known yet. */
export function requestFromServer(turn: Turn, incoming: Incoming<Request>): void {
  const { state } = turn;
  const { message } = incoming;
  if (isIdInUse(state.session, "server", message.id) === "pending" || isAsked(state, "server", message.id.key)) {
    recordVerdict(turn, incoming, denial("session/duplicate-id", REASONS["duplicate-id"]));
    return;
  }
  const guard = guardCall(turn, message);
  const inFlight = state.session.pending.server.size >= state.judge.limits.inFlight
    ? denial("limit/in-flight", REASONS["in-flight"])
    : undefined;
  const stop = guard ?? inFlight;
  const { decision, incoming: settled } = stop === undefined
    ? settleContent(incoming, (current) => judgeSaid(turn, current))
    : { decision: stop, incoming };
  recordFindings(turn, incoming, decision, { method: message.method });
  if (decision.action === "ask" && !mayPass(decision)) {
    return askFor(turn, { incoming: settled, decision, tool: undefined, args: settled.message.params });
  }
  const passed = mayPass(decision);
  const seq = recordVerdict(turn, incoming, settleAsk(decision));
  const judged = { side: "server", message, tool: undefined, args: message.params, passed, seq } as const;
  observeRequest(turn, judged, decision);
  if (!passed) return refuse(turn, aboutMessage(incoming), settleAsk(decision), seq);
  openRequest(state.session, "server", message, { recordSeq: seq, nowMs: turn.nowMs });
  send(turn, "client", settled.data, aboutMessage(incoming));
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
  const { decision, incoming: settled } = guard === undefined
    ? settleContent(incoming, (current) => judgeNotification(turn, current))
    : { decision: guard, incoming };
  recordFindings(turn, incoming, decision, { method: message.method });
  recordVerdict(turn, incoming, settleAsk(decision));
  if (!mayPass(decision)) {
    state.refused++;
    return;
  }
  if (message.method === "notifications/tools/list_changed") {
    markListChanged(state.tools);
    state.lister.tried = false;
  }
  send(turn, "client", settled.data, aboutMessage(incoming));
}

/** What a server asks or tells is judged by the rules for messages, and what it says by those for responses. */
function judgeSaid(turn: Turn, incoming: Incoming<Request | Notification>): Decision {
  const { judge } = turn.state;
  const subject = callSubject(turn.state, incoming);
  return strictest(judge.message(subject), judge.answer({ ...subject, kind: "response" }));
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
  if (dropAsk(turn, "server", id.key)) return denial("session/unknown-cancel", REASONS.direction);
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
  const decision = judgeSaid(turn, incoming);
  const task = taskOf(state.session, "client", message.params);
  if (task === undefined) return decision;
  const asResponse = { ...subject, kind: "response", method: task.method, tool: task.tool } as const;
  return strictest(decision, state.judge.answer(asResponse), ...judgeNestedRequests(turn, message.params));
}
