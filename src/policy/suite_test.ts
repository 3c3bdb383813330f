import assert from "node:assert/strict";
import { policyFixture } from "./policy_fixture.ts";
import { measureBytes, runCase, toSubject } from "./suite.ts";

Deno.test("runCase() fails a case with another verdict or rule, and passes the right one", async () => {
  const policy = await policyFixture({ rules: [{ name: "r", when: { tool: "t" }, then: "deny" }] });
  const call = { tool: "t", args: {} };
  assert.equal(runCase(policy, { call, expect: "allow" }, "s").passed, false);
  assert.equal(runCase(policy, { call, expect: "deny", rule: "q" }, "s").passed, false);
  assert.equal(runCase(policy, { call, expect: "deny", rule: "r" }, "s").passed, true);
  assert.equal(runCase(policy, { call, expect: "deny" }, "s").passed, true);
});

Deno.test("runCase() calls an allow that was logged a log", async () => {
  const policy = await policyFixture({ default: "allow", rules: [{ name: "l", when: { tool: "t" }, then: "log" }] });
  const result = runCase(policy, { call: { tool: "t", args: {} }, expect: "log", rule: "l" }, "s");
  assert.equal(result.passed, true);
  assert.equal(runCase(policy, { call: { tool: "u", args: {} }, expect: "log" }, "s").passed, false);
});

Deno.test("toSubject() gives a response the tool of its request", () => {
  const request = { id: 1, method: "tools/call", params: { name: "t", arguments: { a: 1 } } };
  const subject = toSubject({ response: { id: 1, result: { x: 1 } }, request, expect: "deny" }, "s");
  assert.deepEqual([subject.kind, subject.side, subject.tool, subject.args], ["response", "server", "t", { a: 1 }]);
  assert.deepEqual(subject.content, { x: 1 });
});

Deno.test("measureBytes() measures what JSON.stringify would write", () => {
  for (const value of [{}, [], { a: [1, "é", null], b: { c: true } }, "x", [[], {}]]) {
    assert.equal(measureBytes(value), new TextEncoder().encode(JSON.stringify(value)).length, JSON.stringify(value));
  }
});
