import { assertEquals } from "@std/assert";
import { SarifWriter } from "./export_sarif.ts";
import type { LogRecord } from "./log_record.ts";

function sarifOf(records: readonly Partial<LogRecord>[]) {
  const writer = new SarifWriter("1.2.3");
  const results = records.map((record, index) => {
    const whole = { kind: "verdict", session: "0123456789ab", seq: index, time: "2026-11-30T10:00:00.000Z", ...record };
    return writer.result({ record: whole, line: "", server: "files", file: "2026/11/30/a b.jsonl", number: index + 1 });
  });
  return JSON.parse(`${writer.begin()}${results.join("")}${writer.end()}`);
}

Deno.test("SarifWriter leaves out what passed", () => {
  const { runs: [run], version } = sarifOf([{ verdict: "allow" }, { verdict: "log" }, {
    kind: "outcome",
    outcome: "result",
  }]);
  assertEquals([version, run.results, run.tool.driver.rules], ["2.1.0", [], []]);
});

Deno.test("SarifWriter has denials, refused answers, redactions and findings as results", () => {
  const { runs: [run] } = sarifOf([
    { verdict: "deny", rule: "ssh-keys", tool: "read", method: "tools/call" },
    { verdict: "deny", rule: "ssh-keys", observed: true },
    { kind: "outcome", outcome: "refused", rule: "r" },
    { kind: "outcome", outcome: "result", redacted: true, rule: "r" },
    { kind: "finding", detector: "secrets", rule: "aws-key", confidence: "certain" },
    { kind: "finding", detector: "hidden", rule: "zero-width", confidence: "likely" },
  ]);
  assertEquals(run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]), [
    ["ssh-keys", "error"],
    ["ssh-keys", "warning"],
    ["r", "error"],
    ["r", "warning"],
    ["secrets/aws-key", "error"],
    ["hidden/zero-width", "warning"],
  ]);
  const [first] = run.results;
  assertEquals(first.locations[0].physicalLocation, {
    artifactLocation: { uri: "2026/11/30/a%20b.jsonl", uriBaseId: "AUDIT" },
    region: { startLine: 1 },
  });
  assertEquals(first.locations[0].logicalLocations[0].fullyQualifiedName, "files/read");
  assertEquals(first.partialFingerprints, { "sallyportRecord/v1": "0123456789ab:0" });
  assertEquals(run.tool.driver.rules.map(({ id }: { id: string }) => id), [
    "hidden/zero-width",
    "r",
    "secrets/aws-key",
    "ssh-keys",
  ]);
});
