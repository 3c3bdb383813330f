/**
 * What the audit log says: one record a line. `v` is 1; the fields of each kind are documented in docs/audit.md. Records
 * hold no argument values, only their shapes (see argument_shape.ts).
 *
 * @module
 */

import type { JsonObject } from "../src/jsonrpc/json.ts";
import type { Side } from "../src/jsonrpc/side.ts";

/** A session begins: written before the first record of any message. */
export interface OpenRecord {
  readonly kind: "open";
  readonly server: string;
  /** Sallyport's version. */
  readonly version: string;
  /** Hash of the policy in force with all it extends. */
  readonly policy: string;
  /** Hash of the resolved program and its arguments. */
  readonly command: string;
  readonly mode: "enforce" | "observe" | "learn";
}

/** A message was judged. */
export interface VerdictRecord {
  readonly kind: "verdict";
  readonly side: Side;
  readonly message: "request" | "notification" | "response" | "frame";
  readonly method?: string | undefined;
  readonly tool?: string | undefined;
  /** The request id where it is an integer. */
  readonly id?: string | undefined;
  readonly verdict: "allow" | "deny" | "ask" | "redact" | "log";
  readonly rule: string;
  readonly reason?: string | undefined;
  /** The argument whose condition did not hold, as a JSON pointer. */
  readonly pointer?: string | undefined;
  readonly condition?: string | undefined;
  /** Names of the `log` rules that matched. */
  readonly logs?: readonly string[] | undefined;
  /** Set where `mode` is `observe` and the message was passed on all the same. */
  readonly observed?: true | undefined;
  /** The arguments as they came; the log keeps their shapes. */
  readonly args?: JsonObject | undefined;
  readonly bytes: number;
}

/** How a request ended. */
export type Outcome = "result" | "tool-error" | "error" | "refused" | "cancelled" | "unanswered";

/** A request was answered, or will not be. */
export interface OutcomeRecord {
  readonly kind: "outcome";
  /** The sequence number of the request's verdict. */
  readonly of: number;
  readonly side: Side;
  readonly method: string;
  readonly tool?: string | undefined;
  readonly outcome: Outcome;
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
  /** Set where something was taken out of the answer. */
  readonly redacted?: true | undefined;
  readonly logs?: readonly string[] | undefined;
  readonly observed?: true | undefined;
  readonly bytes: number;
  /** Time from sending the request on to here. */
  readonly ms: number;
}

/** Evidence that a detector saw in a message; holds no word of it. */
export interface FindingRecord {
  readonly kind: "finding";
  /** The sequence number of the verdict on the request that was answered. */
  readonly of?: number | undefined;
  readonly side: Side;
  readonly method: string;
  readonly tool?: string | undefined;
  readonly detector: "secrets" | "hidden" | "injection";
  /** The detector's rule. */
  readonly rule: string;
  readonly confidence: "possible" | "likely" | "certain";
  readonly count: number;
  /** Where the first stands, as a JSON pointer; keys that are not the protocol's are written `*`. */
  readonly pointer: string;
}

/** A person was asked, and what came of it. */
export interface AskRecord {
  readonly kind: "ask";
  /** The sequence number of the verdict that asks. */
  readonly of: number;
  readonly side: Side;
  readonly method: string;
  readonly tool?: string | undefined;
  readonly rule: string;
  /** By the client's own form, in another terminal, or not at all. */
  readonly via: "elicitation" | "terminal" | "none";
  readonly answer: "allow" | "session" | "deny" | "timeout" | "cancelled" | "unavailable";
  /** How long the answer took. */
  readonly ms: number;
}

/** A definition is not the recorded one, and waits for a person. */
export interface DriftRecord {
  readonly kind: "drift";
  /** `tool`, `prompt`, `template` or `instructions`. */
  readonly definition: string;
  readonly name?: string | undefined;
  readonly rule: string;
  /** Hash of the recorded definition; absent where there is none. */
  readonly before?: string | undefined;
  readonly after: string;
}

/** A server with rights per call asked its Deno for something. Holds no word of what it asked for. */
export interface SandboxRecord {
  readonly kind: "sandbox";
  /** A refusal, or what one call was allowed in all by the time it ended. */
  readonly verdict: "allow" | "deny";
  /** The kind of permission, as Deno names it. */
  readonly permission: string;
  /** Why it was refused: `sandbox/no-call` and the like. */
  readonly rule?: string | undefined;
  /** The sequence number of the call's verdict; for a refusal only where one call alone was in flight. */
  readonly of?: number | undefined;
  readonly tool?: string | undefined;
  /** How many calls were in flight at a refusal. */
  readonly calls?: number | undefined;
  /** So many accesses, or refusals that are told together. */
  readonly count: number;
  /** How many of the accesses another call at the same time would have justified as well. */
  readonly shared?: number | undefined;
  /** What was refused, as `value`; the log keeps its shape. */
  readonly args?: JsonObject | undefined;
}

/** Something that is no verdict on a message, from a fixed list. */
export interface NoteRecord {
  readonly kind: "note";
  readonly note:
    | "policy-changed"
    | "policy-broken"
    | "tools-hidden"
    | "tools-listed"
    | "entries-refused"
    | "name-imitates"
    | "hints-overridden"
    | "many-approvals"
    | "records-lost"
    | "clock-back"
    | "sandboxed"
    | "sandboxed-per-call"
    | "walled"
    | "limited"
    | "sandbox-fallback";
  readonly count?: number | undefined;
  readonly policy?: string | undefined;
}

/** A session ended. */
export interface CloseRecord {
  readonly kind: "close";
  readonly exit: number;
  readonly messages: number;
  readonly refused: number;
}

/** What a record says, before it gets its place in the chain. */
export type RecordBody =
  | OpenRecord
  | VerdictRecord
  | OutcomeRecord
  | FindingRecord
  | AskRecord
  | DriftRecord
  | SandboxRecord
  | NoteRecord
  | CloseRecord;
