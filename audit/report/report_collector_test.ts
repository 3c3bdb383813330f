import { assert, assertEquals } from "@std/assert";
import { ReportCollector } from "./report_collector.ts";
import { dataOf, loggedOf } from "./report_fixture.ts";

Deno.test("ReportCollector keeps a row for what was refused, asked, redacted or found, and none for what passed", () => {
  const { rows, total } = dataOf([
    { verdict: "allow", tool: "a" },
    { kind: "outcome", outcome: "result", tool: "a", ms: 3 },
    { verdict: "log", tool: "a", logs: ["l"] },
    { kind: "note", note: "tools-listed" },
    { verdict: "deny", tool: "b", seq: 2 },
    { verdict: "ask", tool: "c", seq: 3 },
    { kind: "ask", answer: "allow", tool: "c", seq: 4 },
    { kind: "outcome", outcome: "refused", tool: "d", seq: 5 },
    { kind: "outcome", outcome: "result", redacted: true, tool: "d", seq: 6 },
    { kind: "finding", detector: "secrets", rule: "r", seq: 7 },
    { kind: "drift", definition: "tool", name: "t", seq: 8 },
    { kind: "note", note: "records-lost", seq: 9 },
    { kind: "sandbox", verdict: "allow", permission: "read", count: 3 },
    { kind: "sandbox", verdict: "deny", permission: "read", rule: "sandbox/no-call", seq: 10 },
  ]);
  assertEquals(rows.count, 9);
  assertEquals(rows.rows.map(({ name, label }) => `${name.split(":")[1]} ${label}`), [
    ...["2 deny", "3 ask", "4 ask", "5 refused", "6 redacted", "7 finding", "8 drift", "9 note", "10 sandbox"],
  ]);
  assertEquals(total, { passed: 2, flagged: 2, refused: 2 });
});

Deno.test("ReportCollector counts by tool, by server and by what persons answered", () => {
  const data = dataOf([
    { verdict: "deny", tool: "b" },
    { verdict: "allow", tool: "b" },
    { verdict: "allow", method: "tools/list" },
    ...["allow", "session", "deny", "timeout", "unavailable", "odd"].map((answer) => ({
      kind: "ask",
      tool: "c",
      answer,
    })),
  ], "web");
  assertEquals(data.tools, [["b", { passed: 1, flagged: 0, refused: 1 }]]);
  assertEquals(data.servers, [["web", { passed: 2, flagged: 0, refused: 1 }]]);
  assertEquals(data.approvals, [["c", { approved: 2, refused: 1, unanswered: 3 }]]);
});

Deno.test("ReportCollector keeps the ten slowest answers, and names the request of each", () => {
  const times = [5, 900, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11];
  const { slowest } = dataOf([
    ...times.map((ms, index) => ({ kind: "outcome", outcome: "result", tool: "a", ms, of: index + 1 })),
    { kind: "outcome", outcome: "unanswered", tool: "a", ms: 60_000 },
    { kind: "outcome", outcome: "result", tool: "a", ms: NaN },
  ]);
  assertEquals(slowest.map(({ ms }) => ms), [900, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  assertEquals(slowest[0]?.name, "0123456789ab:2");
});

Deno.test("ReportCollector keeps the latest 2000 rows, and no more names or longer ones, whatever the log has", () => {
  const collector = new ReportCollector();
  const long = "x".repeat(10_000);
  for (let seq = 0; seq < 4500; seq++) {
    const name = `${seq}${long}`;
    collector.add(
      loggedOf({ verdict: "deny", tool: name, rule: name, reason: name, logs: Array(50).fill(name), seq }, name),
    );
    collector.add(loggedOf({ kind: "drift", name, seq }));
    collector.add(loggedOf({ kind: "ask", tool: name, answer: name }));
  }
  const data = collector.report();
  assertEquals([data.rows.rows.length, data.rows.count], [2000, 13_500]);
  assertEquals(data.rows.rows.at(-2)?.name, "0123456789ab:4499");
  assertEquals([data.drift.rows.length, data.drift.count], [50, 4500]);
  assertEquals([data.tools.length, data.servers.length, data.approvals.length], [1001, 1001, 1001]);
  assert(JSON.stringify(data).length < 5_000_000, `${JSON.stringify(data).length}`);
});
