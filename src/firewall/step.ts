/**
 * The whole proxy without I/O: an event in, commands out. Nothing reaches a side but by a `send` that stands behind the
 * record of its verdict. A bug thrown anywhere below is a refusal of the message in hand.
 *
 * @module
 */

import type { Frame } from "../jsonrpc/frame_splitter.ts";
import {
  type FaultyMessage,
  type FrameFault,
  type Message,
  type ParsedFrame,
  type ParsedMessage,
  parseFrame,
  toRequestId,
} from "../jsonrpc/message.ts";
import { ERROR_CODE, errorResponse } from "../jsonrpc/response.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { TopLevel } from "../jsonrpc/top_level_scanner.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { isIdInUse, takePending } from "../mcp/session.ts";
import type { Command, Send } from "./command.ts";
import { endSession, expire, sideClosed } from "./ending.ts";
import type { FirewallEvent, NextPolicy } from "./event.ts";
import { notificationFromClient, releaseHeld, requestFromClient, responseFromClient } from "./from_client.ts";
import { takeAnswer } from "./asking.ts";
import { takePins } from "./definitions.ts";
import { MAX_DEPTH } from "./judge.ts";
import { notificationFromServer, requestFromServer, responseFromServer } from "./from_server.ts";
import { REASONS } from "./reason.ts";
import { refusalFrame } from "./refusal.ts";
import type { FirewallState } from "./state.ts";
import { aboutPending, denial, record, recordOutcome, refuse, send, tellOnce, type Turn } from "./turn.ts";

/** The version that has batches (2025-03-26, basic: "JSON-RPC batching"; removed in 2025-06-18). */
const BATCH_VERSION = "2025-03-26";

/** Handles one event; changes the state in place and returns what the edge is to do, in order. Never throws. */
export function step(state: FirewallState, event: FirewallEvent): readonly Command[] {
  const turn: Turn = { state, nowMs: "nowMs" in event ? event.nowMs : 0, commands: [] };
  const { seq } = state;
  state.session.taken = undefined;
  try {
    take(turn, event);
  } catch {
    // The records that were gathered are thrown away: their numbers are free again, or the log had a gap.
    state.seq = seq;
    if (event.kind === "frame") return refuseAfterBug(state, event.side, event.frame, turn.nowMs);
  }
  return turn.commands;
}

function take(turn: Turn, event: FirewallEvent): void {
  switch (event.kind) {
    case "frame":
      return takeFrame(turn, event.side, event.frame);
    case "closed":
      return sideClosed(turn, event.side);
    case "ended":
      return endSession(turn, event.exit);
    case "tick":
      return expire(turn);
    case "policy":
      return takePolicy(turn, event.next);
    case "pins":
      return takePins(turn, event.known);
    case "answered":
      return takeAnswer(turn, event.id, event.answer);
    case "access":
      for (const body of event.bodies) record(turn, body);
      return;
    case "clock":
      record(turn, { kind: "note", note: "clock-back", count: Math.ceil(event.backMs / 1000) });
      return;
    case "unrecorded":
      return answerUnrecorded(turn, event.held);
    case "recorded":
      turn.state.unrecorded = false;
      record(turn, { kind: "note", note: "records-lost", count: event.lost === 0 ? undefined : event.lost });
      return;
  }
}

function takeFrame(turn: Turn, side: Side, frame: Frame): void {
  turn.state.messages++;
  if (frame.kind === "too-long") return takeFault(turn, side, "too-long", frame.top, 0);
  const parsed = parseFrame(frame.bytes, MAX_DEPTH);
  switch (parsed.kind) {
    case "message":
      return takeMessage(turn, side, parsed.message, frame.bytes, parsed.text);
    case "batch":
      return takeBatch(turn, side, parsed);
    case "fault":
      if (looksLikeHttpFraming(frame.bytes)) {
        tellOnce(turn, "content-length", "the server frames messages with Content-Length; MCP over stdio does not");
      }
      return takeFault(turn, side, parsed.fault, parsed.top, frame.bytes.length);
  }
}

function looksLikeHttpFraming(bytes: Uint8Array): boolean {
  return bytes.length < 64 && /^content-length: *\d+$/i.test(new TextDecoder().decode(bytes));
}

function takeMessage(turn: Turn, side: Side, message: Message, data: Uint8Array | string, text: string): void {
  const bytes = data.length;
  if (side === "client") {
    switch (message.kind) {
      case "request":
        return requestFromClient(turn, { side, message, data, bytes, text });
      case "notification":
        return notificationFromClient(turn, { side, message, data, bytes, text });
      case "response":
        return responseFromClient(turn, { side, message, data, bytes, text });
    }
  }
  switch (message.kind) {
    case "request":
      return requestFromServer(turn, { side, message, data, bytes, text });
    case "notification":
      return notificationFromServer(turn, { side, message, data, bytes, text });
    case "response":
      return responseFromServer(turn, { side, message, data, bytes, text });
  }
}

/** Judges a batch element by element, each sent on as a message of its own; in other versions each is refused. */
function takeBatch(turn: Turn, side: Side, batch: ParsedFrame & { readonly kind: "batch" }): void {
  const allowed = turn.state.session.negotiated === BATCH_VERSION;
  for (const element of batch.elements) {
    if ("fault" in element) takeFault(turn, side, element.fault, element.top, 0);
    else if (allowed) takeMessage(turn, side, element.message, element.text, element.text);
    else takeFault(turn, side, "batch", topOf(element), element.text.length);
  }
}

function topOf({ message }: ParsedMessage): FaultyMessage["top"] {
  return {
    id: message.kind === "notification" ? undefined : message.id.source,
    isResponse: message.kind === "response",
    hasMethod: message.kind !== "response",
  };
}

/** A frame that is never sent on. */
function takeFault(turn: Turn, side: Side, fault: FrameFault, top: TopLevel, bytes: number): void {
  const { state } = turn;
  const reason = fault === "too-long" ? REASONS["too-long"] : REASONS.frame;
  const rule = `frame/${fault}`;
  if (side === "server") return takeServerFault(turn, rule, reason, top, bytes);
  const seq = recordFault(turn, side, rule, reason, bytes);
  const id = readId(top);
  if (id === undefined || top.isResponse || isBusy(state, id.key, id)) return;
  state.refused++;
  const code = PARSE_FAULTS.has(fault) ? ERROR_CODE.parse : ERROR_CODE.invalidRequest;
  const text = `blocked: ${reason} (rule ${rule}, record ${state.options.sessionId}:${seq})`;
  send(turn, "client", errorResponse(id.source, code, text), {
    ...aboutPending("client", undefined, "response"),
    id,
  });
}

const PARSE_FAULTS: ReadonlySet<FrameFault> = new Set(["syntax", "encoding", "control"]);

function isBusy(state: FirewallState, key: string, id: { readonly source: string; readonly key: string }): boolean {
  return state.held.has(key) || isIdInUse(state.session, "client", id) === "pending";
}

/** A faulty line of the server is dropped, and recorded once a kind; one that answers a request is a refused answer. */
function takeServerFault(turn: Turn, rule: string, reason: string, top: TopLevel, bytes: number): void {
  const { state } = turn;
  const id = readId(top);
  if (id !== undefined && top.isResponse) {
    const pending = takePending(state.session, "client", id);
    if (pending !== undefined) {
      const decision = denial(rule, rule === "frame/too-long" ? reason : REASONS["malformed-answer"]);
      const seq = recordOutcome(turn, "client", pending, { outcome: "refused", bytes, decision });
      return refuse(turn, aboutPending("client", pending, "response"), decision, seq);
    }
  }
  if (state.said.has(rule)) return;
  recordFault(turn, "server", rule, reason, bytes);
  tellOnce(turn, rule, `dropped server output that is no message (${rule}); told once a session`);
}

function recordFault(turn: Turn, side: Side, rule: string, reason: string, bytes: number): number {
  return record(turn, { kind: "verdict", side, message: "frame", verdict: "deny", rule, reason, bytes });
}

function readId(top: TopLevel): { readonly source: string; readonly key: string } | undefined {
  if (top.id === undefined) return undefined;
  const parsed = parseJson(top.id, { maxDepth: 1 });
  const id = parsed.ok ? toRequestId(parsed.value) : undefined;
  return id === undefined ? undefined : { source: top.id, key: id.key };
}

function takePolicy(turn: Turn, next: NextPolicy | undefined): void {
  if (next === undefined) {
    record(turn, { kind: "note", note: "policy-broken", policy: turn.state.judge.hash });
    return;
  }
  turn.state.judge = next.judge;
  turn.state.protection = next.protection;
  record(turn, { kind: "note", note: "policy-changed", policy: next.judge.hash });
}

/** Answers, without a record, what was held back because its record could not be written; refuses from then on. */
function answerUnrecorded(turn: Turn, held: readonly Send[]): void {
  const { state } = turn;
  state.unrecorded = true;
  for (const { about, to } of held) {
    if (about.kind === "request") {
      if (about.id?.key === state.lister.awaited) {
        state.lister.awaited = undefined;
        releaseHeld(turn);
        continue;
      }
      if (about.id !== undefined) takePending(state.session, about.asker, about.id);
    }
    const cause = { reason: REASONS.unrecorded, rule: "audit/unrecorded", record: "none" };
    const frame = about.kind === "notification" ? undefined : refusalFrame(about, cause);
    if (frame === undefined) continue;
    const back = about.kind === "response" ? to : about.asker;
    turn.commands.push({ kind: "send", to: back, data: frame, about: { ...about, kind: "response" } });
  }
}

/** The last line: a message whose handling threw is refused, and what was gathered for it is thrown away. */
function refuseAfterBug(state: FirewallState, side: Side, frame: Frame, nowMs: number): readonly Command[] {
  const turn: Turn = { state, nowMs, commands: [] };
  const rule = "error/internal";
  tellOnce(turn, rule, "a message could not be judged and was refused (error/internal)");
  const bytes = frame.kind === "line" ? frame.bytes : new Uint8Array(0);
  const parsed = parseFrame(bytes, MAX_DEPTH);
  const message = parsed.kind === "message" ? parsed.message : undefined;
  const seq = recordFault(turn, side, rule, REASONS.internal, bytes.length);
  if (message === undefined || message.kind === "notification") return turn.commands;
  const asker = message.kind === "request" ? side : side === "client" ? "server" : "client";
  const { pending: inFlight, taken } = state.session;
  const pending = inFlight[asker].get(message.id.key) ?? (taken?.id.key === message.id.key ? taken : undefined);
  state.session.pending[asker].delete(message.id.key);
  if (pending !== undefined) recordOutcome(turn, asker, pending, { outcome: "refused", bytes: bytes.length });
  const about = aboutPending(asker, pending, "response");
  refuse(
    turn,
    { ...about, id: message.id, method: message.kind === "request" ? message.method : about.method },
    denial(rule, REASONS.internal),
    seq,
  );
  return turn.commands;
}
