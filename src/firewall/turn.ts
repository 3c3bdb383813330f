/**
 * One turn of the firewall: the state, the time and the commands that gather. All records and refusals are made here, so
 * that none goes out without the other.
 *
 * @module
 */

import type { Outcome, RecordBody, VerdictRecord } from "../../audit/record.ts";
import type { Message } from "../jsonrpc/message.ts";
import type { Side } from "../jsonrpc/side.ts";
import { eraOf } from "../mcp/era.ts";
import { isTaskRequest, type PendingRequest } from "../mcp/session.ts";
import type { About, Command } from "./command.ts";
import type { Decision } from "./judge.ts";
import { type RefusalCause, refusalFrame } from "./refusal.ts";
import type { FirewallState } from "./state.ts";

/** One turn. */
export interface Turn {
  readonly state: FirewallState;
  readonly nowMs: number;
  readonly commands: Command[];
}

/** A message in hand: what it says, what to send on when it may pass, and how long it is. */
export interface Incoming<M extends Message = Message> {
  readonly side: Side;
  readonly message: M;
  readonly data: Uint8Array | string;
  readonly bytes: number;
  /** The message's own text, for cutting and editing. */
  readonly text: string;
}

/** The methods that may pass before the session's file is opened, so that a version probe leaves no trace. */
const PROBE_METHODS: ReadonlySet<string> = new Set(["initialize", "server/discover", "ping"]);

/** The other side. */
export function opposite(side: Side): Side {
  return side === "client" ? "server" : "client";
}

/** Writes a record; returns its sequence number. */
export function record(turn: Turn, body: RecordBody, method?: string): number {
  const { state } = turn;
  if (state.seq === 0) {
    const { server, version, command, learns, notes = [] } = state.options;
    const { hash: policy, mode } = state.judge;
    state.seq = 1;
    const open: RecordBody = { kind: "open", server, version, policy, command, mode: learns === true ? "learn" : mode };
    turn.commands.push({ kind: "record", seq: 1, opens: false, body: open });
    for (const note of notes) {
      turn.commands.push({ kind: "record", seq: ++state.seq, opens: false, body: { kind: "note", note } });
    }
  }
  state.seq++;
  const opens = body.kind !== "close" && body.kind !== "sandbox" &&
    !(method !== undefined && PROBE_METHODS.has(method));
  turn.commands.push({ kind: "record", seq: state.seq, opens, body });
  return state.seq;
}

/** Records the verdict on a message. */
export function recordVerdict(turn: Turn, incoming: Incoming, decision: Decision, extra: VerdictExtra = {}): number {
  const { message } = incoming;
  const method = message.kind === "response" ? extra.pending?.method : message.method;
  const body: VerdictRecord = {
    kind: "verdict",
    side: incoming.side,
    message: message.kind,
    method,
    tool: extra.tool ?? extra.pending?.tool,
    id: message.kind === "notification" ? undefined : plainId(message.id.source),
    verdict: decision.action === "allow" && decision.logs.length > 0 ? "log" : decision.action,
    rule: decision.rule,
    reason: decision.action === "allow" ? undefined : decision.reason,
    pointer: decision.pointer,
    condition: decision.condition,
    logs: decision.logs.length > 0 ? decision.logs : undefined,
    observed: decision.observed,
    args: extra.args,
    bytes: incoming.bytes,
  };
  return record(turn, body, method);
}

/** What a verdict record says beside the decision. */
export interface VerdictExtra {
  readonly tool?: string | undefined;
  readonly pending?: PendingRequest | undefined;
  readonly args?: VerdictRecord["args"];
}

/** Integer ids are kept; a string could hold anything. */
function plainId(source: string): string | undefined {
  return source.startsWith('"') ? undefined : source;
}

/** Records how a request ended. */
export function recordOutcome(
  turn: Turn,
  asker: Side,
  pending: PendingRequest,
  outcome: {
    readonly outcome: Outcome;
    readonly bytes: number;
    readonly decision?: Decision;
    readonly redacted?: true | undefined;
    readonly observed?: true;
  },
): number {
  const { decision } = outcome;
  if (turn.state.options.learns === true) {
    const what = { kind: "outcome", of: pending.recordSeq, outcome: outcome.outcome } as const;
    turn.commands.push({ kind: "observe", what });
  }
  return record(turn, {
    kind: "outcome",
    of: pending.recordSeq,
    side: asker,
    method: pending.method,
    tool: pending.tool,
    outcome: outcome.outcome,
    rule: decision?.action === "allow" ? undefined : decision?.rule,
    reason: decision?.action === "allow" ? undefined : decision?.reason,
    redacted: outcome.redacted,
    logs: decision !== undefined && decision.logs.length > 0 ? decision.logs : undefined,
    observed: decision?.observed,
    bytes: outcome.bytes,
    ms: Math.max(0, Math.round(turn.nowMs - pending.sentAtMs)),
  }, pending.method);
}

/** Sends a frame. */
export function send(turn: Turn, to: Side, data: Uint8Array | string, about: About): void {
  turn.commands.push({ kind: "send", to, data, about });
}

/** What a refusal says of a decision. */
type Refusal = Pick<Decision, "reason" | "rule" | "untrusted">;

/** Answers a refused request; says nothing where no answer is due. */
export function refuse(turn: Turn, about: About, decision: Refusal, seq: number): void {
  turn.state.refused++;
  const rule = decision.untrusted === true && !decision.rule.includes("/") ? "project/rule" : decision.rule;
  const cause: RefusalCause = { reason: decision.reason, rule, record: `${turn.state.options.sessionId}:${seq}` };
  const frame = refusalFrame(about, cause);
  if (frame !== undefined) send(turn, about.asker, frame, { ...about, kind: "response" });
}

/** A refusal by a built-in rule. */
export function denial(rule: string, reason: string): Decision {
  return { action: "deny", rule, reason, logs: [] };
}

/** Who and what a message is, for answers in its place. */
export function aboutMessage(incoming: Incoming, pending?: PendingRequest): About {
  const { message, side } = incoming;
  if (message.kind === "response") return aboutPending(opposite(side), pending, message.kind);
  const taskId = message.params?.["taskId"];
  return {
    kind: message.kind,
    asker: side,
    id: message.kind === "request" ? message.id : undefined,
    method: message.method,
    era: eraOf(message.method, message.params),
    wantsTask: isTaskRequest(message.params),
    taskId: typeof taskId === "string" ? taskId : undefined,
  };
}

/** The same for a request that is in flight. */
export function aboutPending(asker: Side, pending: PendingRequest | undefined, kind: About["kind"]): About {
  return {
    kind,
    asker,
    id: pending?.id,
    method: pending?.method ?? "",
    era: pending?.era ?? "legacy",
    wantsTask: pending?.wantsTask ?? false,
    taskId: pending?.taskId,
  };
}

/** Tells the person something once a session. */
export function tellOnce(turn: Turn, key: string, text: string): void {
  if (turn.state.said.has(key)) return;
  turn.state.said.add(key);
  turn.commands.push({ kind: "tell", text });
}
