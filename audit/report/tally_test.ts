import { assertEquals } from "@std/assert";
import type { LogRecord } from "../log_record.ts";
import { addTo, newTally, tallyKindOf } from "./tally.ts";

function kindOf(record: Partial<LogRecord>) {
  return tallyKindOf({ kind: "verdict", session: "s", seq: 1, time: "2026-11-30T10:00:00.000Z", ...record });
}

Deno.test("tallyKindOf() tells what was refused from what was flagged and what passed", () => {
  assertEquals(kindOf({ verdict: "deny" }), "refused");
  assertEquals(kindOf({ verdict: "deny", observed: true }), "flagged");
  assertEquals(kindOf({ verdict: "ask" }), "flagged");
  assertEquals(kindOf({ verdict: "redact" }), "flagged");
  assertEquals(kindOf({ verdict: "allow" }), "passed");
  assertEquals(kindOf({ verdict: "log" }), "passed");
  assertEquals(kindOf({ kind: "outcome", outcome: "refused" }), "refused");
  assertEquals(kindOf({ kind: "outcome", outcome: "refused", observed: true }), "flagged");
  assertEquals(kindOf({ kind: "outcome", outcome: "result", redacted: true }), "flagged");
  assertEquals(kindOf({ kind: "outcome", outcome: "result" }), undefined);
  assertEquals(kindOf({ kind: "note", note: "records-lost" }), undefined);
});

Deno.test("tallyKindOf() takes a verdict that it does not know for a refusal", () => {
  assertEquals(kindOf({ verdict: "allowed" }), "refused");
  assertEquals(kindOf({}), "refused");
});

Deno.test("addTo() adds each number", () => {
  const sum = newTally();
  addTo(sum, { passed: 1, flagged: 2, refused: 3 });
  addTo(sum, { passed: 10, flagged: 20, refused: 30 });
  assertEquals(sum, { passed: 11, flagged: 22, refused: 33 });
});
