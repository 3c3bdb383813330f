import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const FILE = "/home/ann/team.jsonc";

function lint(policy: object | string, ...flags: readonly string[]) {
  const text = typeof policy === "string" ? policy : JSON.stringify({ version: 1, ...policy });
  return runIn(["lint", FILE, ...flags], { files: { [FILE]: text }, workingFolder: "/home/ann/project" });
}

Deno.test("lint says findings with their place, a hint and a page, and exits 1", async () => {
  const ran = await lint('{\n  "version": 1,\n  "tools": { " a": "allow" }\n}\n');
  assertEquals(ran.exit, 1);
  assertEquals(
    ran.out(),
    `${FILE}:3:14: the name " a" has spaces or characters that do not show [odd-name]\n  Tools are called without them\n`,
  );
  const clean = await lint({ extends: ["baseline"], tools: { a: "allow" } });
  assertEquals([clean.exit, clean.out()], [0, ""], clean.out());
});

Deno.test("lint runs the policy's own tests", async () => {
  const tests = [
    { call: { tool: "a", args: {} }, expect: "deny" },
    { call: { tool: "a", args: {} }, expect: "allow" },
    { call: { tool: "a", args: {} }, expect: "allow", rule: "other" },
  ];
  const ran = await lint({ tools: { a: "allow" }, tests });
  assertEquals(ran.exit, 1);
  assertEquals(ran.out().match(/\[failing-test\]/g)?.length, 2, ran.out());
  assertStringIncludes(ran.out(), "test 1 expects deny and gets allow by rule tool/entry [failing-test]");
});

Deno.test("lint knows the rules of packs, and leaves packs alone", async () => {
  const ran = await lint({ extends: ["baseline"], suppress: [{ rule: "ssh-keys" }, { rule: "ssh-kes" }] });
  assertEquals(ran.out().match(/\[/g)?.length, 1, ran.out());
  assertStringIncludes(ran.out(), '"ssh-kes" [unknown-rule]');
});

Deno.test("lint prints JSON and SARIF", async () => {
  const policy = { mode: "observe", tools: { a: "allow" } };
  const json = await lint(policy, "--json");
  assertEquals(JSON.parse(json.out()).code, "observes-only");
  const sarif = JSON.parse((await lint(policy, "--sarif")).out());
  assertEquals(sarif.version, "2.1.0");
  const [result] = sarif.runs[0].results;
  assertEquals([result.ruleId, result.level], ["observes-only", "warning"]);
  assertEquals(result.locations[0].physicalLocation.artifactLocation.uri, FILE);
  assert(sarif.runs[0].tool.driver.rules.length > 10);
  const clean = JSON.parse((await lint({ tools: { a: "allow" } }, "--sarif")).out());
  assertEquals(clean.runs[0].results, []);
});

Deno.test("lint reads what a configuration of mcpwall comes to", async () => {
  const text = JSON.stringify({ version: 1, settings: { default_action: "allow" }, rules: [] });
  assertStringIncludes((await lint(text)).out(), "[allows-unknown]");
});

Deno.test("lint exits 2 for a policy with problems, and for one that is not there", async () => {
  assertEquals((await lint({ tols: {} })).exit, 2);
  assertEquals((await runIn(["lint", "gone.jsonc"])).exit, 2);
});
