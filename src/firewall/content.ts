/**
 * What a message says, judged: passed, refused, or with strings taken out. What comes out of a redaction is judged again,
 * so that nothing passes that was not judged as it is sent.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type JsonObject } from "../jsonrpc/json.ts";
import { type Message, parseFrame } from "../jsonrpc/message.ts";
import type { FindingSummary } from "../policy/detector.ts";
import { editStrings, type Root } from "./edit_strings.ts";
import { type Decision, MAX_DEPTH } from "./judge.ts";
import { REASONS } from "./reason.ts";
import { denial, type Incoming, record, type Turn } from "./turn.ts";

/** A message as it may be sent on, and the decision about it. */
export interface Settled<M extends Message> {
  readonly decision: Decision;
  readonly incoming: Incoming<M>;
  /** How many entries of a list were taken out. */
  readonly lost?: number | undefined;
}

/** Whether a message with this decision goes on; with a redaction it is the edited one. */
export function mayPass({ action, observed }: Decision): boolean {
  return action === "allow" || action === "redact" || observed === true;
}

/** Whether a decision took something out. */
export function isRedacted({ action, observed }: Decision): true | undefined {
  return action === "redact" && observed !== true ? true : undefined;
}

/** Two policies may each take out something, and what is left is looked at once more. */
const MAX_ROUNDS = 3;

/** Judges a message and takes out what is to be redacted. `judge` is asked for each version of the message. */
export function settleContent<M extends Message>(
  incoming: Incoming<M>,
  judge: (incoming: Incoming<M>) => Decision,
): Settled<M> {
  let current = incoming;
  let redaction: Decision | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const decision = judge(current);
    // What most messages are: nothing to take out, nothing taken out before.
    if (decision.action === "allow" && redaction === undefined) return { decision, incoming: current };
    const findings = joined(redaction?.findings, decision.findings);
    if (decision.action !== "redact" || decision.observed === true) {
      const settled = decision.action === "allow" && redaction !== undefined ? redaction : decision;
      return { decision: { ...settled, findings }, incoming: current };
    }
    redaction = { ...(redaction ?? decision), findings };
    const edited = redacted(current, decision);
    if (edited === undefined) break;
    current = edited;
  }
  const refusal = { ...redaction ?? denial("error/internal", REASONS.internal), action: "deny" } as const;
  return { decision: { ...refusal, reason: REASONS.redaction }, incoming };
}

function joined(
  first: readonly FindingSummary[] | undefined,
  second: readonly FindingSummary[] | undefined,
): readonly FindingSummary[] | undefined {
  return first === undefined ? second : [...first, ...second ?? []];
}

function redacted<M extends Message>(incoming: Incoming<M>, { edits }: Decision): Incoming<M> | undefined {
  if (edits === undefined) return undefined;
  const text = editStrings(incoming.text, edits, { root: rootOf(incoming.message), maxDepth: MAX_DEPTH });
  return text === undefined ? undefined : readAgain(incoming, text);
}

/** The message that an edited text holds; nothing where it is another kind of message, or none. */
export function readAgain<M extends Message>({ side, message }: Incoming<M>, text: string): Incoming<M> | undefined {
  const data = new TextEncoder().encode(text);
  const parsed = parseFrame(data, MAX_DEPTH);
  if (parsed.kind !== "message" || parsed.message.kind !== message.kind) return undefined;
  return { side, message: parsed.message as M, data, bytes: data.length, text };
}

function rootOf(message: Message): Root {
  if (message.kind !== "response") return "params";
  return message.result === undefined ? "error" : "result";
}

/** Records what detectors saw; no word of the message is in it. */
export function recordFindings(turn: Turn, incoming: Incoming, decision: Decision, about: FindingContext): void {
  for (const finding of decision.findings ?? []) {
    record(turn, {
      kind: "finding",
      of: about.of,
      side: incoming.side,
      method: about.method,
      tool: about.tool,
      detector: finding.kind,
      rule: finding.rule,
      confidence: finding.confidence,
      count: finding.count,
      pointer: plainPointer(finding.pointer),
    }, about.method);
  }
}

/** Which message findings are of. */
export interface FindingContext {
  /** The record of the request that was answered. */
  readonly of?: number | undefined;
  readonly method: string;
  readonly tool?: string | undefined;
}

/** The protocol's own words; any other key of a message could be anything, a secret among them. */
const POINTER_WORDS: ReadonlySet<string> = new Set(
  (
    "content contents structuredContent text messages message data uri blob resource tools prompts resources " +
    "resourceTemplates name title description inputSchema outputSchema properties annotations instructions _meta error " +
    "arguments params result inputRequests systemPrompt requestedSchema serverInfo role type mimeType"
  ).split(" "),
);

function plainPointer(pointer: string): string {
  return pointer.split("/").map((step) => /^\d{0,6}$/.test(step) || POINTER_WORDS.has(step) ? step : "*").join("/");
}

/** The member of a list result that has the entries, by method. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
  ["resources/templates/list", "resourceTemplates"],
]);

/** The key of the entries in the answer to a list request; nothing for other methods. */
export function listKey(method: string): string | undefined {
  return LISTS.get(method);
}

/** Which entries of a list may stay when each is judged by itself: one that is refused does not take the others along. */
export function judgeEntries(
  result: JsonObject,
  key: string,
  judge: (entry: JsonObject) => Decision,
): readonly Decision[] | undefined {
  const entries = result[key];
  if (!isJsonArray(entries)) return undefined;
  return entries.map((entry) =>
    isJsonObject(entry) ? judge(entry) : denial("session/malformed-entry", REASONS["malformed-answer"])
  );
}
