import { assertEquals } from "@std/assert";
import { logRefusal, logUse, newAccessLog, takeRecords } from "./access_log.ts";

const ONE = { id: "1", recordSeq: 4, tool: "t" };
const TWO = { id: "2", recordSeq: 6, tool: undefined };

Deno.test("logRefusal() names the call where one alone is in flight, and never what was asked but as an argument", () => {
  const log = newAccessLog();
  const refused = { permission: "read", value: "/a\ud800", why: "no-call" };
  assertEquals(logRefusal(log, { ...refused, calls: [ONE] }, 0), {
    kind: "sandbox",
    verdict: "deny",
    permission: "read",
    rule: "sandbox/no-call",
    of: 4,
    tool: "t",
    calls: 1,
    count: 1,
    args: { value: "/a\ufffd" },
  });
  const both = logRefusal(log, { ...refused, permission: "/etc/passwd", value: undefined, calls: [ONE, TWO] }, 0);
  assertEquals([both?.of, both?.tool, both?.calls, both?.permission, both?.args], [
    ...[undefined, undefined, 2, "unknown", undefined],
  ]);
  assertEquals(logRefusal(log, { ...refused, calls: [] }, 0)?.calls, 0);
});

Deno.test("logRefusal() gives twenty records a second, and the rest as one number for each kind", () => {
  const log = newAccessLog();
  const refuse = (nowMs: number) =>
    logRefusal(log, { permission: "read", value: "/a", why: "no-call", calls: [] }, nowMs);
  const records = Array.from({ length: 1_000 }, () => refuse(1_500)).filter((record) => record !== undefined);
  assertEquals(records.length, 20);
  const over = { inFlight: () => false };
  assertEquals(takeRecords(log, { ...over, nowMs: 1_900 }), []);
  assertEquals(takeRecords(log, { ...over, nowMs: 2_000 }), [
    { kind: "sandbox", verdict: "deny", permission: "read", rule: "sandbox/many", count: 980 },
  ]);
  assertEquals(takeRecords(log, { ...over, nowMs: 3_000 }), []);
  assertEquals(refuse(3_000)?.count, 1);
});

Deno.test("takeRecords() sums up a call once it is over, with what another call would have justified", () => {
  const log = newAccessLog();
  for (let index = 0; index < 5; index++) logUse(log, { permission: "read", calls: [ONE] });
  logUse(log, { permission: "read", calls: [ONE, TWO] });
  logUse(log, { permission: "write", calls: [ONE] });
  assertEquals(takeRecords(log, { inFlight: () => true, nowMs: 0 }), []);
  const sum = { kind: "sandbox", verdict: "allow" } as const;
  assertEquals(takeRecords(log, { inFlight: ({ id }) => id === "2", nowMs: 0 }), [
    { ...sum, permission: "read", of: 4, tool: "t", count: 6, shared: 1 },
    { ...sum, permission: "write", of: 4, tool: "t", count: 1, shared: undefined },
  ]);
  assertEquals(takeRecords(log, { inFlight: () => false, nowMs: 0 }), [
    { ...sum, permission: "read", of: 6, tool: undefined, count: 1, shared: 1 },
  ]);
});
