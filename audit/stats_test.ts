import { assertEquals } from "@std/assert";
import type { LogRecord } from "./log_record.ts";
import { Stats } from "./stats.ts";

function statsOf(records: readonly Partial<LogRecord>[]) {
  const stats = new Stats();
  for (const [index, record] of records.entries()) {
    const whole = { kind: "verdict", session: "0123456789ab", seq: index, time: "2026-11-30T10:00:00.000Z", ...record };
    stats.add({ record: whole });
  }
  return stats.report();
}

Deno.test("Stats count what passed and what was refused, also in the answer", () => {
  const report = statsOf([
    { verdict: "allow", tool: "a", rule: "default/allow" },
    { kind: "outcome", outcome: "result", tool: "a", ms: 10 },
    { verdict: "allow", tool: "a" },
    { kind: "outcome", outcome: "refused", tool: "a", ms: 20, rule: "bad-answer" },
    { verdict: "deny", tool: "b", rule: "r" },
    { verdict: "deny", tool: "b", rule: "r", observed: true },
    { kind: "finding", detector: "secrets", rule: "aws-key" },
  ]);
  assertEquals(report.verdicts, [["allow", 2], ["deny", 1], ["deny, observed", 1]]);
  assertEquals(report.outcomes, [["refused", 1], ["result", 1]]);
  assertEquals(report.rules, [["r", 2], ["bad-answer", 1]]);
  assertEquals(report.findings, [["secrets: aws-key", 1]]);
  assertEquals(report.refusedTools, [["a", 1], ["b", 1]]);
  assertEquals(report.days, [{ day: "2026-11-30", passed: 3, refused: 1 }]);
  assertEquals(report.tools.map(({ tool, passed, refused, max }) => [tool, passed, refused, max]), [
    ["a", 2, 1, 10],
    ["b", 1, 1, 0],
  ]);
  assertEquals([report.latency.count, report.latency.max], [2, 20]);
});

Deno.test("Stats stay small whatever a server calls its tools", () => {
  const report = statsOf(Array.from({ length: 5000 }, (_, index) => ({ verdict: "allow", tool: `t${index}` })));
  assertEquals(report.tools.length, 2001);
  assertEquals(report.tools[0]?.tool, "(others)");
  assertEquals(report.tools[0]?.passed, 3000);
});
