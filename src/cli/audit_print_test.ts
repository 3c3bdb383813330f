import { assertEquals } from "@std/assert";
import { RecordPrinter } from "./audit_print.ts";

const RECORD = { kind: "verdict", session: "0123456789ab", seq: 2, time: "2026-11-30T10:00:00.123Z", verdict: "deny" };
const LOGGED = { record: RECORD, line: "", server: "files\u001b", file: "", number: 1 };

Deno.test("RecordPrinter aligns columns, and names a day once", () => {
  const printer = new RecordPrinter({ isColourful: false });
  const line = "10:00:00.123  deny         files\\u{1b}     a message: no reason given  [0123456789ab:2]\n";
  assertEquals(printer.print(LOGGED), `2026-11-30\n${line}`);
  assertEquals(printer.print(LOGGED), line);
});

Deno.test("RecordPrinter uses colour where it may", () => {
  const text = new RecordPrinter({ isColourful: true }).print(LOGGED);
  assertEquals(text.includes("\u001b[31mdeny"), true);
});
