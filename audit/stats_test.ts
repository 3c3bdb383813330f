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

Deno.test("Stats count a request that was asked about by its answer, once", () => {
  const asked = (tool: string, answer: string) => [
    { verdict: "ask", tool, rule: "mails" },
    { kind: "ask", answer, tool, rule: "mails" },
  ];
  const answers = ["allow", "session", "deny", "timeout", "cancelled", "unavailable", "unheard-of"];
  const report = statsOf(answers.flatMap((answer) => asked(answer, answer)));
  assertEquals(report.days, [{ day: "2026-11-30", passed: 2, refused: 5 }]);
  assertEquals(report.tools.filter(({ passed }) => passed === 1).map(({ tool }) => tool), ["allow", "session"]);
  assertEquals(report.refusedTools.length, 5);
  assertEquals(report.rules, [["mails", 5]]);
  assertEquals(report.verdicts, [["ask", 7]]);
  // One that waits for its answer is neither.
  assertEquals(
    statsOf([{ verdict: "ask", tool: "a", rule: "r" }]).tools.map(({ passed, refused }) => [passed, refused]),
    [
      [0, 0],
    ],
  );
  // Where the policy only observes nobody is asked: it passed.
  assertEquals(statsOf([{ verdict: "ask", tool: "a", observed: true }]).tools[0]?.passed, 1);
});

Deno.test("Stats stay small whatever a server calls its tools", () => {
  const report = statsOf(Array.from({ length: 5000 }, (_, index) => ({ verdict: "allow", tool: `t${index}` })));
  assertEquals(report.tools.length, 2001);
  assertEquals(report.tools[0]?.tool, "(others)");
  assertEquals(report.tools[0]?.passed, 3000);
});
