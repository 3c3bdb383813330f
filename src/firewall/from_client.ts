/**
 * What the client sends: judged, recorded, then sent on, or refused.
 *
 * @module
 */

import { isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import type { Notification, Request, Response } from "../jsonrpc/message.ts";
import { ERROR_CODE, errorResponse } from "../jsonrpc/response.ts";
import { checkMessage } from "../mcp/check_message.ts";
import { maySend } from "../mcp/method.ts";
import {
  abandonRequest,
  cancelledId,
  isIdInUse,
  openRequest,
  type PendingRequest,
  takePending,
  tokenKey,
} from "../mcp/session.ts";
import { askFor, dropAsk, hasForms, isAsked, settleReply, takeElicited, takeReply } from "./asking.ts";
import { isRedacted, mayPass, readAgain, recordFindings, settleContent } from "./content.ts";
import { type Decision, MAX_DEPTH, strictest } from "./judge.ts";
import { observeRequest } from "./observing.ts";
import { countOne } from "./rate_window.ts";
import type { Subject } from "../policy/subject.ts";
import { REASONS } from "./reason.ts";
import { touchesProtected } from "./self_protection.ts";
import type { HeldCall } from "./state.ts";
import { stripReply } from "./strip_reply.ts";
import { answerSubject, callSubject, nestedAnswer } from "./subject_of.ts";
import { beginListing, mustListFirst } from "./tool_listing.ts";
import { aboutMessage, denial, type Incoming, recordOutcome, recordVerdict, refuse, send, type Turn } from "./turn.ts";

/** A request of the client. */
export function requestFromClient(turn: Turn, incoming: Incoming<Request>): void {
  const { state } = turn;
  const { message } = incoming;
  const waits = state.held.has(message.id.key) || isAsked(state, "client", message.id.key);
  const inUse = waits ? "pending" : isIdInUse(state.session, "client", message.id);
  if (inUse === "pending") {
    // An answer would be taken for that of the first request with this id.
    recordVerdict(turn, incoming, denial("session/duplicate-id", REASONS["duplicate-id"]));
    return;
  }
  const fault = checkMessage(message);
  if (fault !== undefined) return refuseFault(turn, incoming, `frame/${fault}`);
  if (message.method === "initialize") state.asking.clientHasForms = hasForms(message.params?.["capabilities"]);
  if (state.held.size < state.judge.limits.inFlight && mustListFirst(turn, message)) {
    state.held.set(message.id.key, incoming);
    return beginListing(turn, message);
  }
  judgeRequest(turn, incoming, inUse === "abandoned");
}

/** Judges and sends on the calls that waited for the list of tools, in the order they came. */
export function releaseHeld(turn: Turn): void {
  const waiting: readonly HeldCall[] = [...turn.state.held.values()];
  turn.state.held.clear();
  for (const held of waiting) {
    judgeRequest(turn, { side: "client", ...held }, false);
  }
}

function judgeRequest(turn: Turn, asked: Incoming<Request>, idIsAbandoned: boolean): void {
  const { state } = turn;
  const reply = takeReply(turn, asked.message);
  const incoming = reply.kind === "approved" ? withoutReply(asked) : asked;
  if (incoming === undefined) return refuseReply(turn, asked, denial("approval/unknown", REASONS["ask-state"]));
  if (reply.kind === "deny") return refuseReply(turn, asked, reply.decision);
  const { message } = incoming;
  const subject = callSubject(state, incoming);
  const guard = idIsAbandoned
    ? denial("session/duplicate-id", REASONS["duplicate-id"])
    : guardAgainst(turn, incoming, subject.tool, subject);
  const decision = guard ?? strictest(state.judge.message(subject), ...nestedAnswers(turn, message.params));
  const passes = decision.action === "allow" || decision.observed === true;
  const args = message.method === "tools/call" ? subject.args : message.params;
  if (decision.action === "ask" && !passes) {
    const question = { incoming, decision, tool: subject.tool, args };
    return reply.kind === "approved" ? settleReply(turn, question, reply) : askFor(turn, question);
  }
  const seq = recordVerdict(turn, incoming, settleAsk(decision), { tool: subject.tool, args });
  observeRequest(turn, { side: "client", message, tool: subject.tool, args, passed: passes, seq });
  if (!passes) return refuse(turn, aboutMessage(incoming), settleAsk(decision), seq);
  openRequest(state.session, "client", message, { recordSeq: seq, nowMs: turn.nowMs });
  send(turn, "server", incoming.data, aboutMessage(incoming));
}

/** The request as the server is to see it. */
function withoutReply(incoming: Incoming<Request>): Incoming<Request> | undefined {
  const text = stripReply(incoming.text, MAX_DEPTH);
  return text === undefined ? undefined : readAgain(incoming, text);
}

function refuseReply(turn: Turn, incoming: Incoming<Request>, decision: Decision): void {
  const seq = recordVerdict(turn, incoming, decision);
  refuse(turn, aboutMessage(incoming), decision, seq);
}

/** What no policy can allow. */
function guardAgainst(
  turn: Turn,
  incoming: Incoming<Request | Notification | Response>,
  tool: string | undefined,
  subject?: Subject,
): Decision | undefined {
  const { state } = turn;
  const { message, side } = incoming;
  if (state.unrecorded) return denial("audit/unrecorded", REASONS.unrecorded);
  if (state.serverClosed) return denial("session/server-ended", REASONS["server-ended"]);
  if (message.kind !== "response" && !maySend(side, message.method)) {
    return denial("session/direction", REASONS.direction);
  }
  const content = message.kind === "response" ? message.result ?? message.error : message.params;
  if (touchesProtected(state.protection, tool, content, subject)) return denial("self/protected", REASONS.protected);
  if (message.kind !== "request") return undefined;
  if (tool !== undefined && state.tools.ambiguous.has(tool)) {
    return denial("tool/ambiguous", REASONS["ambiguous-tool"]);
  }
  const withheld = tool === undefined ? undefined : state.tools.withheld.get(tool);
  if (withheld !== undefined) return denial(withheld, REASONS.definition);
  const prompt = message.method === "prompts/get" ? message.params?.["name"] : undefined;
  if (typeof prompt === "string" && state.listed.withheldPrompts.has(prompt)) {
    return denial("pin/changed", REASONS.definition);
  }
  return guardLimits(turn, message);
}

function guardLimits(turn: Turn, request: Request): Decision | undefined {
  const { state } = turn;
  const { limits } = state.judge;
  if (state.session.pending.client.size + state.held.size + state.asking.pending.size >= limits.inFlight) {
    return denial("limit/in-flight", REASONS["in-flight"]);
  }
  if (request.method !== "tools/call") return undefined;
  return countOne(state.calls, turn.nowMs, limits.callsPerMinute) ? undefined : denial("limit/rate", REASONS.rate);
}

/** Answers to requests that the server put inside a result (2026-07-28) travel in the parameters of the retry. */
function nestedAnswers(turn: Turn, params: JsonObject | undefined): readonly Decision[] {
  const answers = params?.["inputResponses"];
  if (!isJsonObject(answers)) return [];
  const { judge } = turn.state;
  const decisions: Decision[] = [];
  for (const key in answers) {
    const answer = answers[key];
    if (!isJsonObject(answer)) decisions.push(denial("session/input-response", REASONS["server-request"]));
    else if ("roots" in answer) {
      decisions.push(judge.message({ ...nestedAnswer(turn.state, "server", "roots/list", answer), kind: "request" }));
    } else decisions.push(judge.answer(nestedAnswer(turn.state, "server", nestedMethod(answer), answer)));
  }
  return decisions;
}

function nestedMethod(answer: JsonObject): string {
  return "action" in answer ? "elicitation/create" : "sampling/createMessage";
}

/** Where nobody can be asked, what needs an approval is refused. */
export function settleAsk(decision: Decision): Decision {
  return decision.action === "ask" ? { ...decision, reason: REASONS.ask } : decision;
}

function refuseFault(turn: Turn, incoming: Incoming<Request>, rule: string): void {
  const decision = denial(rule, REASONS.frame);
  const seq = recordVerdict(turn, incoming, decision);
  turn.state.refused++;
  const text = `blocked: ${decision.reason} (rule ${rule}, record ${turn.state.options.sessionId}:${seq})`;
  const about = aboutMessage(incoming);
  send(turn, "client", errorResponse(incoming.message.id.source, ERROR_CODE.invalidRequest, text), {
    ...about,
    kind: "response",
  });
}

/** A notification of the client. */
export function notificationFromClient(turn: Turn, incoming: Incoming<Notification>): void {
  const { state } = turn;
  const { message } = incoming;
  const fault = checkMessage(message);
  if (fault !== undefined) {
    recordVerdict(turn, incoming, denial(`frame/${fault}`, REASONS.frame));
    return;
  }
  const stray = message.method === "notifications/cancelled"
    ? cancel(turn, message)
    : message.method === "notifications/progress"
    ? strayProgress(turn, message)
    : undefined;
  const guard = stray ?? guardAgainst(turn, incoming, undefined);
  const decision = guard ?? state.judge.message(callSubject(state, incoming));
  const passes = decision.action === "allow" || decision.observed === true;
  recordVerdict(turn, incoming, settleAsk(decision), { args: message.params });
  if (!passes) {
    state.refused++;
    return;
  }
  if (message.method === "notifications/initialized") state.session.initialized = true;
  send(turn, "server", incoming.data, aboutMessage(incoming));
}

/** Ends what a cancellation names, at once and whatever the policy says of the notification itself. */
function cancel(turn: Turn, message: Notification): Decision | undefined {
  const { state } = turn;
  const id = cancelledId(message.params);
  const unknown = denial("session/unknown-cancel", REASONS.direction);
  if (id === undefined) return unknown;
  if (state.held.delete(id.key) || dropAsk(turn, "client", id.key)) return unknown;
  if (state.session.pending.client.get(id.key)?.method === "initialize") return unknown;
  const pending = abandonRequest(state.session, "client", id);
  if (pending === undefined) return unknown;
  recordOutcome(turn, "client", pending, { outcome: "cancelled", bytes: 0 });
  return undefined;
}

function strayProgress(turn: Turn, message: Notification): Decision | undefined {
  const token = tokenKey(message.params?.["progressToken"]);
  if (token !== undefined && turn.state.session.progress.server.has(token)) return undefined;
  return denial("session/unknown-progress", REASONS.direction);
}

/** An answer of the client to a request of the server. */
export function responseFromClient(turn: Turn, incoming: Incoming<Response>): void {
  const { state } = turn;
  const { message } = incoming;
  if (takeElicited(turn, message)) return;
  const pending = takePending(state.session, "server", message.id);
  if (pending === undefined) {
    state.session.abandoned.server.delete(message.id.key);
    recordVerdict(turn, incoming, denial("session/unknown-response", REASONS.direction));
    return;
  }
  const fault = checkMessage(message);
  const guard = fault !== undefined
    ? denial(`frame/${fault}`, REASONS.frame)
    : guardAgainst(turn, incoming, pending.tool);
  const settled = guard === undefined
    ? settleContent(incoming, (current) => judgeOwnAnswer(turn, current, pending))
    : { decision: guard, incoming };
  const { decision } = settled;
  const passes = mayPass(decision);
  recordFindings(turn, incoming, decision, { of: pending.recordSeq, method: pending.method });
  const seq = recordOutcome(turn, "server", pending, {
    outcome: passes ? (message.result === undefined ? "error" : "result") : "refused",
    bytes: incoming.bytes,
    decision: settleAsk(decision),
    redacted: isRedacted(decision),
  });
  const about = aboutMessage(incoming, pending);
  if (passes) send(turn, "server", settled.incoming.data, about);
  else refuse(turn, about, settleAsk(decision), seq);
}

/** A roots answer is a grant: the entry of `roots/list` judges what it grants. */
function judgeOwnAnswer(turn: Turn, incoming: Incoming<Response>, pending: PendingRequest): Decision {
  const { judge } = turn.state;
  const subject = answerSubject(turn.state, incoming, pending);
  const isGrant = pending.method === "roots/list" && incoming.message.result !== undefined;
  return isGrant ? judge.message({ ...subject, kind: "request" }) : judge.answer(subject);
}
