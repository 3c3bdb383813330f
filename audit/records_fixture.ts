/**
 * A record of every kind with every field, for tests that hold formats together.
 *
 * @module
 */

import type {
  AskRecord,
  CloseRecord,
  DriftRecord,
  FindingRecord,
  NoteRecord,
  OpenRecord,
  OutcomeRecord,
  RecordBody,
  SandboxRecord,
  VerdictRecord,
} from "./record.ts";

const VERDICT: Required<VerdictRecord> = {
  kind: "verdict",
  side: "client",
  message: "request",
  method: "tools/call",
  tool: "t",
  id: "1",
  verdict: "log",
  rule: "r",
  reason: "matched a deny rule",
  pointer: "/a",
  condition: "regex",
  logs: ["l"],
  observed: true,
  args: { a: 1, b: { c: "x" } },
  bytes: 1,
};
const OUTCOME: Required<OutcomeRecord> = {
  kind: "outcome",
  of: 1,
  side: "server",
  method: "m",
  tool: "t",
  outcome: "result",
  rule: "r",
  reason: "x",
  redacted: true,
  logs: ["l"],
  observed: true,
  bytes: 1,
  ms: 2,
};
const FINDING: Required<FindingRecord> = {
  kind: "finding",
  of: 1,
  side: "server",
  method: "m",
  tool: "t",
  detector: "secrets",
  rule: "r",
  confidence: "likely",
  count: 2,
  pointer: "/a",
};
const ASK: Required<AskRecord> = {
  kind: "ask",
  of: 1,
  side: "client",
  method: "tools/call",
  tool: "t",
  rule: "r",
  via: "terminal",
  answer: "allow",
  ms: 2,
};
const DRIFT: Required<DriftRecord> = {
  kind: "drift",
  definition: "tool",
  name: "t",
  rule: "pin/changed",
  before: "a",
  after: "b",
};
const SANDBOX: Required<SandboxRecord> = {
  kind: "sandbox",
  verdict: "deny",
  permission: "read",
  rule: "sandbox/no-call",
  of: 1,
  tool: "t",
  calls: 1,
  count: 1,
  shared: 1,
  args: { value: "/a" },
};
const NOTE: Required<NoteRecord> = { kind: "note", note: "records-lost", count: 1, policy: "p" };
const OPEN: OpenRecord = { kind: "open", server: "s", version: "1", policy: "p", command: "c", mode: "enforce" };
const CLOSE: CloseRecord = { kind: "close", exit: 0, messages: 1, refused: 0 };

/** One of each kind. */
export const RECORDS: readonly RecordBody[] = [VERDICT, OUTCOME, FINDING, ASK, DRIFT, SANDBOX, NOTE, OPEN, CLOSE];
