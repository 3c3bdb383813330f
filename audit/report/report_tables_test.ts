import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Ranking } from "../stats.ts";
import { dataOf } from "./report_fixture.ts";
import { approvalTable, rankingTable, recordTable, slowestTable, tallyTable } from "./report_tables.ts";

Deno.test("rankingTable() shows the twenty most with bars of their share, and says how many more there are", () => {
  const many: Ranking = Array.from({ length: 22 }, (_, index) => [`r${index}`, 200 - index] as const);
  const { text } = rankingTable(many, { what: "rule", none: "None." });
  assertStringIncludes(text, "And 2 more.");
  assertStringIncludes(text, 'width="100"');
  assertStringIncludes(text, 'width="99.5"');
  assertEquals([text.includes("r19<"), text.includes("r20<")], [true, false]);
  assertEquals(rankingTable(many.slice(0, 20), { what: "rule", none: "None." }).text.includes("more."), false);
  assertEquals(rankingTable([], { what: "rule", none: "None." }).text, '<p class="quiet">None.</p>');
});

Deno.test("tallyTable() has three numbers and the times of a tool", () => {
  const { tools, stats } = dataOf([
    { verdict: "deny", tool: "b" },
    { verdict: "allow", tool: "b" },
    { kind: "outcome", outcome: "result", tool: "b", ms: 1 },
  ]);
  const { text } = tallyTable(tools, "tool", stats);
  assertStringIncludes(text, '<code>b</code></th><td class="number">1</td>');
  assertStringIncludes(text, "1 / 1 ms");
  assertEquals(tallyTable(tools, "server").text.includes(" ms"), false);
  assertEquals(tallyTable([], "tool").text, '<p class="quiet">There is none.</p>');
});

Deno.test("the other tables say in a sentence that there is nothing", () => {
  const { approvals, slowest, drift } = dataOf([]);
  assertStringIncludes(approvalTable(approvals).text, "Nobody was asked.");
  assertStringIncludes(slowestTable(slowest).text, "No request was answered.");
  assertStringIncludes(recordTable(drift, { id: "x", none: "No drift." }).text, "No drift.");
});

Deno.test("recordTable() has the newest first", () => {
  const { rows } = dataOf([{ verdict: "deny", seq: 1 }, { verdict: "deny", seq: 2 }]);
  const { text } = recordTable(rows, { id: "rows", none: "" });
  assertEquals([...text.matchAll(/ab:(\d)/g)].map((found) => found[1]), ["2", "1"]);
});
