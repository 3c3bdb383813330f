import assert from "node:assert/strict";
import { judge } from "./evaluate.ts";
import { scanMessage } from "./message_scan.ts";
import { policyFixture } from "./policy_fixture.ts";
import { candidateRules } from "./rule_set.ts";
import { toSubject } from "./subject_fixture.ts";

function call(text: string) {
  return toSubject({ call: { tool: "t", args: { text } } }, "files");
}

function policyOf(count: number) {
  const rules = Array.from({ length: count }, (_, index) => ({
    name: `r${index}`,
    when: { any: { regex: `secret_${index}_[a-z]{4}` } },
    then: "deny",
  }));
  return policyFixture({ default: "allow", rules });
}

Deno.test("candidateRules() looks at as few of a thousand rules as of ten", async () => {
  for (const count of [10, 100, 1000]) {
    const { rules, gates } = await policyOf(count);
    const looked = (text: string) => candidateRules(rules, call(text), scanMessage(gates, call(text))).length;
    assert.equal(looked("nothing of interest ".repeat(50)), 0);
    assert.equal(looked("here is secret_7_ and more"), 1);
  }
});

Deno.test("judge() finds the one rule of a thousand that matches", async () => {
  const policy = await policyOf(1000);
  assert.equal(judge(policy, call(`${"x ".repeat(1000)}SECRET_999_abcd`)).action, "allow");
  assert.equal(judge(policy, call(`${"x ".repeat(1000)}secret_999_abcd`)).rule, "r999");
  assert.equal(judge(policy, call(`${"x ".repeat(1000)}secret_999_ab`)).action, "allow");
});
