/**
 * Asking a person: a request that needs an approval waits, or is answered with a question, until somebody says yes to
 * exactly this request, or the time is over. The last line is the refusal.
 *
 * @module
 */

import { sha256Hex } from "../hash/sha256.ts";
import { canonicalText } from "../jsonrpc/canonical_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { idKey, type Request, type Response } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import { CAPABILITIES_META_KEY, eraOf } from "../mcp/era.ts";
import { openRequest, progressTokenOf } from "../mcp/session.ts";
import { type AskAnswer, askParams, askText, readAnswer } from "./ask_form.ts";
import type { Decision } from "./judge.ts";
import { countOne } from "./rate_window.ts";
import { REASONS } from "./reason.ts";
import type { FirewallState, PendingAsk } from "./state.ts";
import {
  aboutMessage,
  denial,
  type Incoming,
  opposite,
  record,
  recordVerdict,
  refuse,
  send,
  tellOnce,
  type Turn,
} from "./turn.ts";

/** What our ids and states begin with; a server that sends one of them is refused. */
export const OWN_PREFIX = "sallyport-";

const MS_PER_SECOND = 1000;
/** So many questions may wait at once. */
const MAX_ASKS = 64;
/** So many answers are remembered for retries. */
const MAX_KEPT = 1000;
/** From so many approvals in an hour on nobody reads them any more. */
const MAX_APPROVALS_PER_HOUR = 20;
const PROGRESS_EVERY_MS = 5_000;
const PROGRESS_STEP = 1e-6;

/** A request that needs an approval, and the verdict that says so. */
export interface Asked {
  readonly incoming: Incoming<Request>;
  readonly decision: Decision;
  readonly tool: string | undefined;
  readonly args: JsonObject | undefined;
}

/** Asks, unless this very request has been approved; sends it on, refuses it, or leaves it waiting. */
export function askFor(turn: Turn, asked: Asked): void {
  const { state } = turn;
  const { incoming, decision, tool, args } = asked;
  const binding = bindingOf(state, asked);
  if (isApproved(state, incoming, binding)) {
    const approved: Decision = {
      ...decision,
      action: "allow",
      reason: "approved before",
      logs: [...decision.logs, decision.rule],
    };
    return pass(turn, incoming, { seq: recordVerdict(turn, incoming, approved, { tool, args }), binding });
  }
  const seq = recordVerdict(turn, incoming, decision, { tool, args });
  const via = state.asking.pending.size >= MAX_ASKS ? "none" : channelFor(state, incoming);
  const ask: PendingAsk = {
    id: `${OWN_PREFIX}${state.options.newId()}`,
    incoming,
    decision,
    tool,
    binding,
    seq,
    via,
    startedMs: turn.nowMs,
    deadlineMs: turn.nowMs + state.judge.limits.askSeconds * MS_PER_SECOND,
    progress: { sent: 0, atMs: turn.nowMs },
  };
  switch (via) {
    case "none":
      return settle(turn, ask, "unavailable");
    case "result":
      return askInResult(turn, ask);
    case "elicitation":
      hold(turn, ask);
      return askByElicitation(turn, ask);
    case "terminal":
      hold(turn, ask);
      turn.commands.push({ kind: "ask", id: ask.id, text: askText(state.options.server, ask) });
  }
}

/** The one request that an approval is for: method, tool, arguments, and the policy and definition it was judged by. */
function bindingOf(
  { judge, pins }: FirewallState,
  { incoming, tool, args }: Pick<Asked, "incoming" | "tool" | "args">,
): string {
  const { side, message } = incoming;
  const parts: Json[] = [
    side,
    message.method,
    tool ?? null,
    args ?? null,
    judge.hash,
    pins.known.get(`tool ${tool}`)?.hash ?? null,
  ];
  return sha256Hex(canonicalText(parts));
}

/** Approved for the session, or as the retry of an approved call that the server asked something about. */
function isApproved({ asking }: FirewallState, { message }: Incoming<Request>, binding: string): boolean {
  if (asking.granted.has(binding)) return true;
  const serverState = message.params?.["requestState"];
  return typeof serverState === "string" && asking.states.get(serverState) === binding;
}

function channelFor(state: FirewallState, { side, message }: Incoming<Request>): PendingAsk["via"] {
  const { asking } = state;
  if (side === "client" && eraOf(message.method, message.params) === "modern") {
    const meta = message.params?.["_meta"];
    const capabilities = isJsonObject(meta) ? meta[CAPABILITIES_META_KEY] : undefined;
    return hasForms(capabilities) && canAskInResult(message.method) ? "result" : "terminal";
  }
  return asking.clientHasForms && state.session.initialized ? "elicitation" : "terminal";
}

/** The requests whose result may ask for input (2026-07-28, basic: multi round-trip requests). */
function canAskInResult(method: string): boolean {
  return method === "tools/call" || method === "prompts/get" || method === "resources/read";
}

/** Whether a client's capabilities have elicitation by forms; without a mode, forms are meant (2025-11-25). */
export function hasForms(capabilities: Json | undefined): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities["elicitation"] : undefined;
  if (!isJsonObject(elicitation)) return false;
  return "form" in elicitation || !("url" in elicitation);
}

function hold(turn: Turn, ask: PendingAsk): void {
  turn.state.asking.pending.set(keyOf(ask.incoming.side, ask.incoming.message.id.key), ask);
  sendProgress(turn, ask);
}

function keyOf(side: Side, idKeyText: string): string {
  return `${side} ${idKeyText}`;
}

/** Whether a request of this id waits for an approval. */
export function isAsked({ asking }: FirewallState, side: Side, key: string): boolean {
  return asking.pending.size > 0 && asking.pending.has(keyOf(side, key));
}

function askByElicitation(turn: Turn, ask: PendingAsk): void {
  const params = askParams(askText(turn.state.options.server, ask));
  const frame = `{"jsonrpc":"2.0","id":"${ask.id}","method":"elicitation/create","params":${params}}`;
  send(turn, "client", frame, {
    kind: "request",
    asker: "server",
    id: { source: JSON.stringify(ask.id), key: idKey(ask.id) },
    method: "elicitation/create",
    era: "legacy",
    wantsTask: false,
    taskId: undefined,
  });
}

/** In the modern era the answer to the request is a question; the client asks again with the answer. */
function askInResult(turn: Turn, ask: PendingAsk): void {
  const { asking, options } = turn.state;
  const params = askParams(askText(options.server, ask));
  keep(asking.replies, ask.id, ask);
  const result =
    `{"resultType":"input_required","inputRequests":{"${ask.id}":{"method":"elicitation/create","params":${params}}},` +
    `"requestState":"${ask.id}"}`;
  const { message } = ask.incoming;
  send(turn, "client", `{"jsonrpc":"2.0","id":${message.id.source},"result":${result}}`, {
    ...aboutMessage(ask.incoming),
    kind: "response",
  });
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) break;
    map.delete(oldest);
  }
}

/** Takes the client's answer to a question of ours; false where the answer is to something else. */
export function takeElicited(turn: Turn, response: Response): boolean {
  for (const ask of turn.state.asking.pending.values()) {
    if (ask.via !== "elicitation" || idKey(ask.id) !== response.id.key) continue;
    settle(turn, ask, readAnswer(response.result));
    return true;
  }
  return false;
}

/** A person has answered in another terminal, or nobody is there to. */
export function takeAnswer(turn: Turn, id: string, answer: AskAnswer): void {
  for (const ask of turn.state.asking.pending.values()) {
    if (ask.via === "terminal" && ask.id === id) return settle(turn, ask, answer);
  }
}

/** What a retry says to a question of ours. */
export type Reply =
  | { readonly kind: "none" }
  | { readonly kind: "deny"; readonly decision: Decision }
  | { readonly kind: "approved"; readonly ask: PendingAsk; readonly answer: AskAnswer };

/** Reads the answer that a retry carries; each question is answered once. */
export function takeReply(turn: Turn, request: Request): Reply {
  const { asking } = turn.state;
  const requestState = request.params?.["requestState"];
  const answers = request.params?.["inputResponses"];
  const own = isJsonObject(answers) ? Object.keys(answers).filter((key) => key.startsWith(OWN_PREFIX)) : [];
  const isOwnState = typeof requestState === "string" && requestState.startsWith(OWN_PREFIX);
  if (!isOwnState && own.length === 0) return { kind: "none" };
  const unknown = { kind: "deny", decision: denial("approval/unknown", REASONS["ask-state"]) } as const;
  const ask = isOwnState ? asking.replies.get(requestState) : undefined;
  if (ask === undefined || own.length !== 1 || own[0] !== ask.id || !isJsonObject(answers)) return unknown;
  asking.replies.delete(ask.id);
  if (turn.nowMs >= ask.deadlineMs) {
    recordAsk(turn, ask, "timeout");
    return { kind: "deny", decision: { ...ask.decision, action: "deny", reason: REASONS["ask-late"] } };
  }
  const answer = answers[ask.id];
  return { kind: "approved", ask, answer: readAnswer(isJsonObject(answer) ? answer : undefined) };
}

/** Sends on a retry whose question was answered, if it is the very request that was asked about. */
export function settleReply(turn: Turn, asked: Asked, { ask, answer }: { ask: PendingAsk; answer: AskAnswer }): void {
  const { incoming, tool, args } = asked;
  recordAsk(turn, ask, answer);
  const isSame = bindingOf(turn.state, asked) === ask.binding;
  const refusal = !isSame
    ? denial("approval/other-request", REASONS["ask-state"])
    : isYes(answer)
    ? undefined
    : { ...asked.decision, action: "deny", reason: reasonOf(answer) } as const;
  if (refusal !== undefined) {
    return refuse(turn, aboutMessage(incoming), refusal, recordVerdict(turn, incoming, refusal, { tool, args }));
  }
  remember(turn, ask, answer);
  const approved: Decision = {
    ...asked.decision,
    action: "allow",
    reason: "approved",
    logs: [...asked.decision.logs, asked.decision.rule],
  };
  pass(turn, incoming, { seq: recordVerdict(turn, incoming, approved, { tool, args }), binding: ask.binding });
}

function isYes(answer: AskAnswer): boolean {
  return answer === "allow" || answer === "session";
}

function reasonOf(answer: AskAnswer): string {
  switch (answer) {
    case "timeout":
      return REASONS["ask-late"];
    case "unavailable":
      return REASONS.ask;
    default:
      return REASONS["ask-denied"];
  }
}

/** Ends a question: the request goes on, or is refused. */
function settle(turn: Turn, ask: PendingAsk, answer: AskAnswer): void {
  const { state } = turn;
  const { incoming, decision, seq } = ask;
  state.asking.pending.delete(keyOf(incoming.side, incoming.message.id.key));
  if (ask.via === "terminal") turn.commands.push({ kind: "ask-over", id: ask.id });
  recordAsk(turn, ask, answer);
  const { message } = incoming;
  const args = message.method === "tools/call" ? message.params?.["arguments"] : message.params;
  const asked = { incoming, tool: ask.tool, args: isJsonObject(args) ? args : undefined };
  if (isYes(answer) && bindingOf(state, asked) !== ask.binding) {
    // The policy or the tool is another one by now.
    return refuse(turn, aboutMessage(incoming), denial("approval/other-request", REASONS["ask-state"]), seq);
  }
  const stop = isYes(answer) ? stopsNow(state, ask) : { ...decision, reason: reasonOf(answer) };
  if (stop !== undefined) return refuse(turn, aboutMessage(incoming), stop, seq);
  remember(turn, ask, answer);
  pass(turn, incoming, { seq, binding: ask.binding });
}

/** What an approval cannot lift. */
function stopsNow(state: FirewallState, { tool }: PendingAsk): Decision | undefined {
  if (state.unrecorded) return denial("audit/unrecorded", REASONS.unrecorded);
  if (state.serverClosed) return denial("session/server-ended", REASONS["server-ended"]);
  const withheld = tool === undefined ? undefined : state.tools.withheld.get(tool);
  return withheld === undefined ? undefined : denial(withheld, REASONS.definition);
}

function remember(turn: Turn, { binding }: PendingAsk, answer: AskAnswer): void {
  const { asking } = turn.state;
  if (answer === "session") asking.granted.add(binding);
  if (countOne(asking.approvals, turn.nowMs, MAX_APPROVALS_PER_HOUR)) return;
  if (!turn.state.said.has("many-approvals")) record(turn, { kind: "note", note: "many-approvals" });
  tellOnce(turn, "many-approvals", "more than 20 approvals in an hour: a rule that allows or denies would be safer");
}

function pass(
  turn: Turn,
  incoming: Incoming<Request>,
  { seq, binding }: { readonly seq: number; readonly binding: string },
): void {
  const { state } = turn;
  const { message, side } = incoming;
  openRequest(state.session, side, message, { recordSeq: seq, nowMs: turn.nowMs });
  if (side === "client") keep(state.asking.approved, message.id.key, binding);
  send(turn, opposite(side), incoming.data, aboutMessage(incoming));
}

/** Notes the state that the server gave an approved call, so that its retry need not be asked about again. */
export function noteServerState({ asking }: FirewallState, key: string, result: JsonObject | undefined): void {
  const binding = asking.approved.get(key);
  asking.approved.delete(key);
  const serverState = result?.["requestState"];
  if (binding !== undefined && typeof serverState === "string" && serverState.length <= MAX_STATE_CHARS) {
    keep(asking.states, serverState, binding);
  }
}

const MAX_STATE_CHARS = 4096;

/** A server that sends what only we may send wants to speak for us. */
export function speaksForUs(result: JsonObject | undefined): boolean {
  const requestState = result?.["requestState"];
  if (typeof requestState === "string" && requestState.startsWith(OWN_PREFIX)) return true;
  const requests = result?.["inputRequests"];
  return isJsonObject(requests) && Object.keys(requests).some((key) => key.startsWith(OWN_PREFIX));
}

/** Drops a question whose request was cancelled by who sent it; false where none waits. */
export function dropAsk(turn: Turn, side: Side, key: string): boolean {
  const { asking } = turn.state;
  const ask = asking.pending.get(keyOf(side, key));
  if (ask === undefined) return false;
  asking.pending.delete(keyOf(side, key));
  withdraw(turn, ask, "cancelled");
  return true;
}

/** Takes a question back from where it was asked. */
function withdraw(turn: Turn, ask: PendingAsk, answer: AskAnswer): void {
  recordAsk(turn, ask, answer);
  if (ask.via === "terminal") turn.commands.push({ kind: "ask-over", id: ask.id });
  if (ask.via === "elicitation") cancelElicitation(turn, ask);
}

function cancelElicitation(turn: Turn, ask: PendingAsk): void {
  const frame = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"${ask.id}"}}`;
  send(turn, "client", frame, { ...aboutMessage(ask.incoming), kind: "notification", id: undefined });
}

/** Ends questions that nobody answered in time, and keeps the others' clients waiting. */
export function expireAsks(turn: Turn): void {
  for (const ask of [...turn.state.asking.pending.values()]) {
    if (turn.nowMs >= ask.deadlineMs) {
      if (ask.via === "elicitation") cancelElicitation(turn, ask);
      settle(turn, ask, "timeout");
    } else if (turn.nowMs - ask.progress.atMs >= PROGRESS_EVERY_MS) sendProgress(turn, ask);
  }
}

/** Ends all questions: the session is over. */
export function dropAsks(turn: Turn): void {
  for (const ask of [...turn.state.asking.pending.values()]) settle(turn, ask, "cancelled");
}

/** Progress of our own, so that a client does not give up: so small that the server's first is above it. */
function sendProgress(turn: Turn, ask: PendingAsk): void {
  const { side, message } = ask.incoming;
  if (side !== "client" || progressTokenOf(message.params) === undefined) return;
  const meta = message.params?.["_meta"];
  const token = isJsonObject(meta) ? meta["progressToken"] : undefined;
  if (typeof token !== "string" && typeof token !== "number") return;
  const params = `{"progressToken":${JSON.stringify(token)},"progress":${
    ask.progress.sent * PROGRESS_STEP
  },"message":"waiting for an approval"}`;
  ask.progress = { sent: ask.progress.sent + 1, atMs: turn.nowMs };
  send(turn, "client", `{"jsonrpc":"2.0","method":"notifications/progress","params":${params}}`, {
    ...aboutMessage(ask.incoming),
    kind: "notification",
    id: undefined,
  });
}

function recordAsk(turn: Turn, ask: PendingAsk, answer: AskAnswer): void {
  record(turn, {
    kind: "ask",
    of: ask.seq,
    side: ask.incoming.side,
    method: ask.incoming.message.method,
    tool: ask.tool,
    rule: ask.decision.rule,
    via: ask.via === "result" ? "elicitation" : ask.via,
    answer,
    ms: Math.max(0, Math.round(turn.nowMs - ask.startedMs)),
  });
}
