import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { newScanner } from "../src/detect/scan.ts";
import { canonicalJson } from "./canonical.ts";
import { FIRST_PREVIOUS, sealRecord } from "./chain.ts";
import { clearArguments } from "./clear_arguments.ts";
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

const KEY = new Uint8Array(32);
const PLACE = { session: "s", seq: 1, time: "2026-01-01T00:00:00.000Z", previous: FIRST_PREVIOUS };
const BODY: RecordBody = {
  kind: "verdict",
  side: "client",
  message: "request",
  method: "tools/call",
  tool: "t",
  verdict: "deny",
  rule: "r",
  args: { password: "hunter2-very-secret" },
  bytes: 5,
};

Deno.test("sealRecord() writes canonical JSON whose hash covers everything but itself", () => {
  const { line, hash } = sealRecord(PLACE, BODY, KEY);
  const value = JSON.parse(line);
  assertEquals(canonicalJson(value), line);
  assertEquals([value.v, value.hash, value.prev], [1, hash, FIRST_PREVIOUS]);
  const { hash: _, ...rest } = value;
  assertEquals(createHash("sha256").update(canonicalJson(rest)).digest("hex"), hash);
});

Deno.test("sealRecord() keeps no argument value", () => {
  const { line } = sealRecord(PLACE, BODY, KEY);
  assert(!line.includes("hunter2"));
  assert(line.includes('"password":{'));
});

Deno.test("sealRecord() keeps what is named in clear, of a call that passed, and nothing of one that did not", () => {
  const clear = clearArguments(["t/path", "t/options/mode"], newScanner());
  const args = { path: "/a", options: { mode: "fast", other: "hidden-word" }, rest: "hidden-word" };
  const lineOf = (more: Partial<VerdictRecord>) =>
    sealRecord(PLACE, { ...BODY, args, verdict: "allow", ...more } as RecordBody, KEY, clear).line;
  const line = lineOf({});
  assertEquals(canonicalJson(JSON.parse(line)), line);
  const kept = JSON.parse(line).args;
  assertEquals([kept.path.value, kept.options.inside, kept.rest.value], ["/a", { "/mode": "fast" }, undefined]);
  assert(!line.includes("hidden-word"));
  assert(lineOf({ verdict: "log" }).includes('"value":"/a"'));
  for (const more of [{ verdict: "deny" }, { verdict: "ask" }, { observed: true }, { tool: "u" }] as const) {
    const without = lineOf(more);
    assert(!without.includes('"value"') && !without.includes('"inside"'), without);
  }
});

Deno.test("sealRecord() makes another hash of any other place or body", () => {
  const { hash } = sealRecord(PLACE, BODY, KEY);
  assertNotEquals(sealRecord({ ...PLACE, seq: 2 }, BODY, KEY).hash, hash);
  assertNotEquals(sealRecord({ ...PLACE, previous: hash }, BODY, KEY).hash, hash);
  assertNotEquals(sealRecord(PLACE, { ...BODY, bytes: 6 }, KEY).hash, hash);
});

Deno.test("sealRecord() cuts what a message makes long", () => {
  const { line } = sealRecord(PLACE, { ...BODY, tool: "x".repeat(10_000) }, KEY);
  assert(line.length < 1000);
});

Deno.test("sealRecord() writes every field of every kind of record", () => {
  const verdict: Required<VerdictRecord> = {
    kind: "verdict",
    side: "client",
    message: "request",
    method: "m",
    tool: "t",
    id: "1",
    verdict: "log",
    rule: "r",
    reason: "x",
    pointer: "/a",
    condition: "regex",
    logs: ["l"],
    observed: true,
    args: { a: 1 },
    bytes: 1,
  };
  const outcome: Required<OutcomeRecord> = {
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
  const finding: Required<FindingRecord> = {
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
  const ask: Required<AskRecord> = {
    kind: "ask",
    of: 1,
    side: "client",
    method: "m",
    tool: "t",
    rule: "r",
    via: "terminal",
    answer: "session",
    ms: 5,
  };
  const drift: Required<DriftRecord> = {
    kind: "drift",
    definition: "tool",
    name: "n",
    rule: "pin/changed",
    before: "1:a",
    after: "1:b",
  };
  const bareSandbox: SandboxRecord = { kind: "sandbox", verdict: "allow", permission: "read", count: 2 };
  const sandbox: Required<SandboxRecord> = {
    ...bareSandbox,
    verdict: "deny",
    rule: "sandbox/no-call",
    of: 3,
    tool: "t",
    calls: 1,
    shared: 1,
    args: { value: "/a" },
  };
  const note: Required<NoteRecord> = { kind: "note", note: "records-lost", count: 1, policy: "p" };
  const open: OpenRecord = { kind: "open", server: "s", version: "1", policy: "p", command: "c", mode: "enforce" };
  const close: CloseRecord = { kind: "close", exit: 0, messages: 1, refused: 0 };
  for (const body of [verdict, outcome, finding, ask, drift, sandbox, bareSandbox, note, open, close]) {
    const { line, hash } = sealRecord(PLACE, body, KEY);
    const value = JSON.parse(line);
    assertEquals(canonicalJson(value), line);
    const { hash: _, ...rest } = value;
    assertEquals(createHash("sha256").update(canonicalJson(rest)).digest("hex"), hash);
    for (const field of Object.keys(body)) assert(field in value, `${body.kind}.${field}`);
  }
});
