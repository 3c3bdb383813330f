import { assertEquals } from "@std/assert";
import { sealRecord } from "../audit/chain.ts";
import type { RecordBody } from "../audit/record.ts";
import { sessionsOfAudit } from "./read_audit.ts";

const OPEN: RecordBody = { kind: "open", server: "s", version: "1", policy: "p", command: "c", mode: "enforce" };

function audit(bodies: readonly RecordBody[]): string {
  return bodies.map((body, index) => {
    const head = { session: "x", seq: index + 1, time: "2026-11-30T10:00:00.000Z", previous: "0" };
    return `${sealRecord(head, body, new Uint8Array([1])).line}\n`;
  }).join("");
}

const CALL = {
  kind: "verdict",
  side: "client",
  message: "request",
  method: "tools/call",
  tool: "read",
  verdict: "allow",
  rule: "default/allow",
  bytes: 1,
} as const;
const RESULT = { kind: "outcome", side: "client", method: "tools/call", outcome: "result", bytes: 1, ms: 1 } as const;
const FINDING: RecordBody = {
  kind: "finding",
  side: "server",
  method: "tools/call",
  detector: "injection",
  rule: "r",
  confidence: "likely",
  count: 1,
  pointer: "",
};

Deno.test("what is no audit log is none", () => {
  assertEquals(sessionsOfAudit('{"kind":"session"}\n'), undefined);
  assertEquals(sessionsOfAudit("hello"), undefined);
});

Deno.test("calls are learned from once their result is there, and not after an injection", () => {
  const args = { path: "/srv/a", on: true };
  const [session] = sessionsOfAudit(audit([
    OPEN,
    { ...CALL, args: { path: "/srv/a" } },
    { ...RESULT, of: 2 },
    { ...CALL, args },
    { ...RESULT, of: 4 },
    CALL,
    { ...CALL, verdict: "deny" },
    FINDING,
    CALL,
    { ...RESULT, of: 9 },
    { kind: "close", exit: 0, messages: 1, refused: 0 },
  ])) ?? [];
  assertEquals(session?.calls.map(({ apart }) => apart), [
    undefined,
    "too large",
    "error",
    "refused",
    "after an injection",
  ]);
  const [first] = session?.calls ?? [];
  const path = first?.args?.t === "object" ? first.args.m["path"] : undefined;
  assertEquals(path?.t === "string" && [path.n, path.v, typeof path.h], [6, undefined, "string"]);
  assertEquals([session?.lost, session?.isFromAudit, session?.head.day], [0, true, "2026-11-30"]);
});
