import assert from "node:assert/strict";
import { judge } from "./evaluate.ts";
import { MAX_REGEX_WORK, scanMessage } from "./keyword_gates.ts";
import type { Moment } from "./condition/condition.ts";
import type { Regex } from "./pattern/regex.ts";
import { policyFixture } from "./policy_fixture.ts";
import { candidateRules } from "./rule_set.ts";
import { toSubject } from "./suite.ts";

function call(text: string) {
  return toSubject({ call: { tool: "t", args: { text } }, expect: "deny" }, "files");
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

Deno.test("scanMessage() stops running expressions when the work is used up", async () => {
  const { gates } = await policyFixture({});
  const subject = call("");
  const scan: Moment = scanMessage(gates, subject);
  let runs = 0;
  const regex: Regex = { source: "x", keywords: undefined, weight: 1, test: () => ++runs < 0 };
  const text = "a".repeat(1024 * 1024);
  for (let index = 0; index < 1000; index++) scan.matches(regex, undefined, text);
  assert.equal(runs, MAX_REGEX_WORK / text.length);
  assert.equal(scan.matches(regex, undefined, text), "not-applicable");
});
