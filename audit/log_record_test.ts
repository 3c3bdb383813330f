import { assertEquals } from "@std/assert";
import { readLogRecord } from "./log_record.ts";

const BASE = { kind: "verdict", session: "0123456789ab", seq: 2, time: "2026-11-30T10:00:00.000Z" };

Deno.test("readLogRecord() reads no record from what is none", () => {
  for (const text of ["", "{}", "[]", "null", '"x"', "{", JSON.stringify({ ...BASE, seq: "2" })]) {
    assertEquals(readLogRecord(text), undefined, text);
  }
  assertEquals(readLogRecord(JSON.stringify({ ...BASE, time: "\u001b[2J" })), undefined);
  assertEquals(readLogRecord(JSON.stringify(BASE)), BASE);
});

Deno.test("readLogRecord() leaves out what is not of its type, and keeps the rest", () => {
  const read = readLogRecord(
    JSON.stringify({ ...BASE, tool: { a: 1 }, ms: "5", observed: 1, logs: [1], args: [], rule: "r", bytes: 7 }),
  );
  assertEquals(read, { ...BASE, rule: "r", bytes: 7 });
});
