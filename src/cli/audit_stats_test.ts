import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Ranking } from "../../audit/stats.ts";
import { statsText } from "./audit_stats.ts";
import { auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit stats says what was decided in numbers, with names escaped", async () => {
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "stats"], world);
  assertEquals(ran.exit, 0);
  for (
    const part of [
      "10 records of 2 sessions.\n",
      "Verdicts on messages\n  2  deny\n  1  allow\n",
      "Rules that refused\n  1  default/deny\n  1  ssh-keys\n",
      "  1  secrets: aws-key\n",
      "  \\u{1b}[31m=evil       0        1",
    ]
  ) assertStringIncludes(ran.out(), part);
});

Deno.test("audit stats of nothing says so, and --json prints one object", async () => {
  assertStringIncludes((await runIn(["audit", "stats"])).out(), "0 records of 0 sessions.\nNo request was answered.\n");
  const { world } = await auditWorld();
  const report = JSON.parse((await runIn(["audit", "stats", "--json", "--server", "files"], world)).out());
  assertEquals([report.records, report.sessions], [7, 1]);
});

Deno.test("audit stats shows the ten most, and says how many more there are", () => {
  const many: Ranking = Array.from({ length: 12 }, (_, index) => [`r${index}`, 100 - index] as const);
  const none = { count: 0, p50: 0, p95: 0, max: 0 };
  const report = {
    records: 1,
    sessions: 1,
    verdicts: many,
    outcomes: [],
    rules: [],
    findings: [],
    days: [],
    tools: [],
    refusedTools: [],
    latency: none,
  };
  const text = statsText(report);
  assertStringIncludes(text, "  100  r0\n   99  r1\n");
  assertStringIncludes(text, "  and 2 more\n");
  assertEquals(text.includes("r10"), false);
});
