/**
 * What the proxy would do with one message: the case goes through the firewall itself, so that `check` cannot differ
 * from the real thing.
 *
 * @module
 */

import type { FindingRecord, OutcomeRecord, RecordBody } from "../../audit/record.ts";
import type { Judge } from "../firewall/judge.ts";
import type { Protection } from "../firewall/self_protection.ts";
import { type FirewallState, newFirewall } from "../firewall/state.ts";
import { step } from "../firewall/step.ts";
import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Side } from "../jsonrpc/side.ts";
import { METHODS } from "../mcp/method.ts";

/** The verdict on a case. */
export interface CaseVerdict {
  readonly verdict: "allow" | "deny" | "ask" | "redact" | "log";
  readonly rule: string;
  readonly reason: string;
  /** Evidence that detectors saw. */
  readonly findings: readonly CaseFinding[];
  readonly pointer?: string | undefined;
  readonly condition?: string | undefined;
}

/** What a detector saw, and how often. */
export type CaseFinding = Pick<FindingRecord, "detector" | "rule" | "confidence" | "count" | "pointer">;

/** A case that is none; `why` says what is wrong with it. */
export interface BadCase {
  readonly error: string;
}

/** What judging a case needs. */
export interface CaseContext {
  readonly judge: Judge;
  readonly protection: Protection;
  readonly server: string;
}

/** Judges `{"call": ...}`, `{"message": ...}`, `{"response": ..., "request"?: ...}` or a bare JSON-RPC message. */
export function judgeCase(value: Json, context: CaseContext): CaseVerdict | BadCase {
  if (!isJsonObject(value)) return { error: "a case is an object" };
  if ("jsonrpc" in value) return judgeMessage(value, undefined, context);
  if ("call" in value) return judgeCall(value["call"], context);
  if ("message" in value) return judgeMessage(value["message"], undefined, context);
  if ("response" in value) return judgeMessage(value["response"], value["request"], context);
  return { error: 'a case has "call", "message" or "response"' };
}

function judgeCall(call: Json | undefined, context: CaseContext): CaseVerdict | BadCase {
  if (!isJsonObject(call) || typeof call["tool"] !== "string") return { error: '"call" needs a "tool"' };
  const params = { name: call["tool"], arguments: call["args"] ?? {} };
  return judgeMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, undefined, context);
}

function judgeMessage(message: Json | undefined, request: Json | undefined, context: CaseContext) {
  if (message === undefined) return { error: "the message is missing" };
  const full = withVersion(message);
  const state = newState(context);
  if (isAnswer(full)) return judgeAnswer(state, full, request);
  return judgeText(state, sideOf(full), formatJson(full));
}

/** Cases may leave the envelope's constant out, and a request its id. */
function withVersion(message: Json): Json {
  if (!isJsonObject(message) || "jsonrpc" in message) return message;
  const { method } = message;
  const needsId = !("id" in message) && typeof method === "string" && !method.startsWith("notifications/");
  return { jsonrpc: "2.0", ...(needsId ? { id: 1 } : {}), ...message };
}

function isAnswer(message: Json): message is JsonObject {
  return isJsonObject(message) && !("method" in message) && ("result" in message || "error" in message);
}

/** What only a server sends is judged as the server's. */
function sideOf(message: Json): Side {
  const method = isJsonObject(message) ? message["method"] : undefined;
  return typeof method === "string" && METHODS.get(method)?.from === "server" ? "server" : "client";
}

const ID = { source: "1", key: "n1" } as const;

/** An answer needs its request in flight; without one it is judged as that of a tool call. */
function judgeAnswer(state: FirewallState, answer: JsonObject, request: Json | undefined): CaseVerdict | BadCase {
  const asked = withVersion(request ?? { method: "tools/call", params: { name: "tool", arguments: {} } });
  if (!isJsonObject(asked) || typeof asked["method"] !== "string") return { error: '"request" is no request' };
  const asker = sideOf(asked);
  const method = asked["method"];
  const params = asked["params"];
  const tool = isJsonObject(params) && typeof params["name"] === "string" ? params["name"] : undefined;
  state.session.pending[asker].set(ID.key, {
    id: ID,
    method,
    tool: method === "tools/call" ? tool : undefined,
    era: "legacy",
    progressKey: undefined,
    wantsTask: false,
    taskId: undefined,
    cursor: undefined,
    recordSeq: 0,
    sentAtMs: 0,
  });
  return judgeText(state, asker === "client" ? "server" : "client", formatJson({ ...answer, id: 1 }));
}

/** Judges the bytes of a frame as they would come from a side. */
export function judgeText(state: FirewallState, side: Side, text: string): CaseVerdict | BadCase {
  const bytes = new TextEncoder().encode(text);
  const commands = step(state, { kind: "frame", side, frame: { kind: "line", bytes }, nowMs: 0 });
  const bodies = commands.filter((command) => command.kind === "record").map(({ body }) => body);
  const judged = bodies.findLast((body) => body.kind === "verdict" || body.kind === "outcome");
  const findings = bodies.filter((body) => body.kind === "finding")
    .map(({ detector, rule, confidence, count, pointer }) => ({ detector, rule, confidence, count, pointer }));
  return judged === undefined ? { error: "the message was not judged" } : toVerdict(judged, findings);
}

function toVerdict(body: RecordBody, findings: readonly CaseFinding[]): CaseVerdict | BadCase {
  if (body.kind === "verdict") {
    const { verdict, rule, pointer, condition } = body;
    return { verdict, rule, reason: body.reason ?? "allowed", findings, pointer, condition };
  }
  if (body.kind !== "outcome") return { error: "the message was not judged" };
  const verdict = verdictOf(body);
  return {
    verdict,
    rule: body.rule ?? body.logs?.[0] ?? "default/allow",
    reason: body.reason ?? "allowed",
    findings,
  };
}

function verdictOf({ outcome, redacted, logs }: OutcomeRecord): CaseVerdict["verdict"] {
  if (outcome === "refused") return "deny";
  if (redacted === true) return "redact";
  return logs === undefined ? "allow" : "log";
}

/** A firewall in mid-session: the tools are taken as listed, so that no call waits. */
export function newState(context: CaseContext): FirewallState {
  const { server, judge, protection } = context;
  const state = newFirewall({
    server,
    sessionId: "check",
    version: "",
    command: "",
    judge,
    protection,
    newId: () => "check",
  });
  state.tools.complete = true;
  state.session.initialized = true;
  return state;
}
