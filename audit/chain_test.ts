import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical.ts";
import { FIRST_PREVIOUS, sealRecord } from "./chain.ts";
import type { RecordBody } from "./record.ts";

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
