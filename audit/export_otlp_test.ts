import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { otlpBody } from "./export_otlp.ts";
import type { LogRecord } from "./log_record.ts";

function logRecord(record: Partial<LogRecord>) {
  const whole = { kind: "verdict", session: "0123456789ab", seq: 2, time: "2026-11-30T10:00:00.123Z", ...record };
  const body = JSON.parse(otlpBody([{ record: whole, server: "files" }], "1.2.3"));
  return body.resourceLogs[0].scopeLogs[0].logRecords[0];
}

Deno.test("otlpBody() says a denial as an error with its fields, and no argument", () => {
  const sent = logRecord({ verdict: "deny", rule: "r", tool: "\ud800", bytes: 5, observed: true, args: { a: {} } });
  assertEquals([sent.severityNumber, sent.timeUnixNano], [13, "1796032800123000000"]);
  assertEquals(logRecord({ verdict: "deny" }).severityNumber, 17);
  assertEquals(logRecord({ verdict: "allow" }).severityNumber, 9);
  assertEquals(sent.attributes, [
    { key: "sallyport.server", value: { stringValue: "files" } },
    { key: "sallyport.kind", value: { stringValue: "verdict" } },
    { key: "sallyport.session", value: { stringValue: "0123456789ab" } },
    { key: "sallyport.seq", value: { intValue: "2" } },
    { key: "sallyport.verdict", value: { stringValue: "deny" } },
    { key: "sallyport.rule", value: { stringValue: "r" } },
    { key: "sallyport.tool", value: { stringValue: "\ufffd" } },
    { key: "sallyport.bytes", value: { intValue: "5" } },
    { key: "sallyport.observed", value: { boolValue: true } },
  ]);
});

Deno.test("otlpBody() counts time as the calendar does", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
    assertEquals(logRecord({ time: new Date(ms).toISOString() }).timeUnixNano, `${ms}000000`);
  }));
});
