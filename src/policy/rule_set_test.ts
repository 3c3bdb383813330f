import assert from "node:assert/strict";
import { scanMessage } from "./message_scan.ts";
import { policyFixture } from "./policy_fixture.ts";
import { candidateRules } from "./rule_set.ts";
import { toSubject } from "./subject_fixture.ts";

const RULES = [
  { name: "always", when: { tool: "t*" }, then: "log" },
  { name: "keyed", when: { any: { regex: "secret" } }, then: "log" },
  { name: "other", when: { tool: "u" }, then: "log" },
  { name: "last", when: { any: { regex: "token" }, tool: "t" }, then: "deny" },
];

async function candidates(calls: readonly (readonly [string, object])[]): Promise<string[][]> {
  const { rules, gates } = await policyFixture({ rules: RULES });
  return calls.map(([tool, args]) => {
    const subject = toSubject({ call: { tool, args: { ...args } } }, "files");
    return candidateRules(rules, subject, scanMessage(gates, subject)).map(({ name }) => name);
  });
}

Deno.test("candidateRules() leaves out what cannot match, and keeps the order of the policy", async () => {
  assert.deepEqual(
    await candidates([["t", {}], ["t", { x: "a token" }], ["t", { x: "Token of a SECRET" }], ["u", { token: 1 }], [
      "v",
      {},
    ]]),
    [["always"], ["always", "last"], ["always", "keyed", "last"], ["other"], []],
  );
});

Deno.test("candidateRules() remembers by the pair of method and tool, not by the message", async () => {
  const calls = [["t", { x: "token" }], ["t", {}], ["t", { x: "token" }]] as const;
  assert.deepEqual(await candidates(calls), [["always", "last"], ["always"], ["always", "last"]]);
});

Deno.test("candidateRules() stays right, and small, under any number of made-up names", async () => {
  const { rules, gates } = await policyFixture({ rules: RULES });
  const names = [...Array.from({ length: 1000 }, (_, index) => `x${index}`), "t".repeat(5000), "t", "u"];
  for (const tool of names) {
    const subject = toSubject({ call: { tool, args: {} } }, "files");
    const found = candidateRules(rules, subject, scanMessage(gates, subject)).map(({ name }) => name);
    assert.deepEqual(found, tool.startsWith("t") ? ["always"] : tool === "u" ? ["other"] : []);
    assert.ok(rules.selections.size <= 256);
  }
});

Deno.test("candidateRules() of no rules are none", async () => {
  const { rules, gates } = await policyFixture({});
  const subject = toSubject({ call: { tool: "t", args: {} } }, "files");
  assert.deepEqual(candidateRules(rules, subject, scanMessage(gates, subject)), []);
});
