import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { bytesText, describeRecord } from "./describe_record.ts";
import type { LogRecord } from "./log_record.ts";

const BASE = { session: "0123456789ab", seq: 2, time: "2026-11-30T10:00:00.000Z" };

function described(record: Partial<LogRecord>): string {
  const { label, weight, text } = describeRecord({ ...BASE, kind: "verdict", ...record });
  return `${weight} ${label}: ${text}`;
}

Deno.test("describeRecord() says refusals with their reason, rule and place", () => {
  const deny = { verdict: "deny", method: "tools/call", tool: "run", rule: "r", reason: "matched a deny rule" };
  assertEquals(
    described({ ...deny, pointer: "/a", condition: "regex" }),
    "bad deny: call of run: matched a deny rule (rule r), at /a, condition regex",
  );
  assertEquals(
    described({ ...deny, pointer: "" }),
    "bad deny: call of run: matched a deny rule (rule r), at the whole of it",
  );
  assertStringIncludes(described({ ...deny, observed: true }), "warning deny: ");
  assertStringIncludes(described({ ...deny, observed: true }), "; it passed, since the policy only observes");
  assertEquals(
    described({ verdict: "deny", message: "frame", side: "server", rule: "frame/syntax", reason: "x" }),
    "bad deny: a line that is no message from the server: x (rule frame/syntax)",
  );
});

Deno.test("describeRecord() says how requests ended", () => {
  const outcome = { kind: "outcome", method: "tools/call", tool: "t", ms: 5, bytes: 1500, of: 1 };
  assertEquals(
    described({ ...outcome, outcome: "result" }),
    "good result: call of t answered after 5 ms, 1.5 kB, asked in record 1",
  );
  assertEquals(
    described({ ...outcome, outcome: "unanswered", bytes: 0, reason: "server ended", rule: "session/server-ended" }),
    "warning unanswered: call of t never answered after 5 ms: server ended (rule session/server-ended), asked in record 1",
  );
  assertStringIncludes(described({ ...outcome, outcome: "refused" }), "bad refused: ");
  assertStringIncludes(
    described({ ...outcome, outcome: "result", redacted: true }),
    "something was taken out of the answer",
  );
});

Deno.test("describeRecord() says what a person answered, and which definition waits", () => {
  const ask = { kind: "ask", method: "tools/call", tool: "t", rule: "r", via: "terminal", ms: 5, of: 1 };
  assertEquals(
    described({ ...ask, answer: "allow" }),
    "good ask: call of t: a person approved it in a terminal after 5 ms (rule r), asked by record 1",
  );
  assertStringIncludes(described({ ...ask, answer: "timeout" }), "bad ask: call of t: nobody answered in time");
  assertStringIncludes(described({ ...ask, answer: "unavailable", via: "none" }), "nobody could be asked after");
  assertStringIncludes(described({ ...ask, answer: "maybe" }), "warning ask: call of t: maybe");
  const drift = { kind: "drift", definition: "tool", name: "t", before: "a".repeat(64), after: "b".repeat(64) };
  assertEquals(
    described({ ...drift, rule: "pin/changed" }),
    "bad drift: tool t is not what was recorded and waits: sallyport pins accept (rule pin/changed, aaaaaaaaaaaa -> bbbbbbbbbbbb)",
  );
  assertStringIncludes(described({ ...drift, rule: "pin/new" }), "is not accepted and waits");
});

Deno.test("describeRecord() says what a server asked its Deno for", () => {
  const deny = { kind: "sandbox", verdict: "deny", permission: "read", rule: "sandbox/no-call", count: 1 };
  assertEquals(
    described({ ...deny, calls: 1, tool: "t", of: 4 }),
    "bad sandbox: refused the server read during the call of t: no call in flight names it (rule sandbox/no-call)",
  );
  assertStringIncludes(described({ ...deny, calls: 0 }), "read with no call in flight: no call");
  assertStringIncludes(described({ ...deny, calls: 2, count: 3 }), "read 3 times during 2 calls at once: no call");
  for (
    const why of ["no-call", "not-in-set", "leads-out", "closed", "all-at-once", "never", "unclear", "slow", "many"]
  ) {
    assert(!described({ ...deny, rule: `sandbox/${why}` }).includes("it was refused"), why);
  }
  assertStringIncludes(described({ ...deny, rule: "sandbox/other" }), "it was refused (rule sandbox/other)");
  const allow = { kind: "sandbox", verdict: "allow", permission: "write", count: 1, of: 4 };
  assertEquals(
    described({ ...allow, tool: "t" }),
    "good sandbox: the server used write once for call of t, asked in record 4",
  );
  assertStringIncludes(
    described({ ...allow, count: 5, shared: 2 }),
    "write 5 times for a request that is no call, 2 of them for another call at the same time as well",
  );
});

Deno.test("describeRecord() says findings, notes, openings and ends", () => {
  assertEquals(
    described({
      kind: "finding",
      detector: "injection",
      rule: "ignore-previous",
      confidence: "likely",
      side: "server",
      tool: "t",
      pointer: "/a",
    }),
    "warning finding: likely: an order to the model (ignore-previous) in what the server sent for call of t at /a",
  );
  const notes = [
    "policy-changed",
    "policy-broken",
    "tools-hidden",
    "tools-listed",
    "entries-refused",
    "name-imitates",
    "sandboxed",
    "sandboxed-per-call",
    "walled",
    "sandbox-fallback",
    "hints-overridden",
    "many-approvals",
    "records-lost",
    "clock-back",
  ];
  for (const note of notes) {
    const text = described({ kind: "note", note, count: 3, policy: "abc" });
    assert(!text.includes(note), text);
  }
  assertStringIncludes(described({ kind: "note", note: "records-lost" }), "was gone and was begun anew");
  assertStringIncludes(
    described({ kind: "open", mode: "observe", server: "s" }),
    "warning open: session with server s begins",
  );
  assertStringIncludes(
    described({ kind: "close", exit: 1, messages: 2, refused: 1 }),
    "2 messages, 1 refused; the server's exit code was 1",
  );
});

Deno.test("describeRecord() says kinds that it does not know by their fields", () => {
  assertEquals(described({ kind: "weather", tool: "t", count: 2 }), "warning weather: tool t, count 2");
  assertEquals(described({ kind: "note", note: "other", count: 2 }), "plain note: other: 2");
});

Deno.test("describeRecord() lets no control or format character through, whatever a record holds", () => {
  const text = fc.string({ unit: "binary" });
  const keys = [
    "tool",
    "method",
    "rule",
    "reason",
    "pointer",
    "condition",
    "verdict",
    "outcome",
    "note",
    "detector",
    "server",
    "policy",
    "extra",
  ];
  const kind = fc.oneof(fc.constantFrom("open", "verdict", "outcome", "finding", "note", "close"), text);
  fc.assert(fc.property(kind, fc.dictionary(fc.constantFrom(...keys), text), (name, fields) => {
    const { label, text: said } = describeRecord({ ...BASE, ...fields, kind: name });
    assert(!/[\p{Cc}\p{Cf}]/u.test(label + said), label + said);
  }));
});

Deno.test("bytesText() uses a unit that reads well", () => {
  assertEquals([0, 999, 1000, 1_500_000].map(bytesText), ["0 B", "999 B", "1.0 kB", "1.5 MB"]);
});
