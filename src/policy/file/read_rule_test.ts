import assert from "node:assert/strict";
import { problemsOf, testFaults, testLoads } from "./file_fixture.ts";
import { MAX_RULES } from "./read_rule.ts";

const rule = (more: object) => ({ rules: [{ name: "r", when: { tool: "t" }, then: "deny", ...more }] });
const response = (more: object) => ({ responses: [{ name: "r", when: { bytesOver: 1 }, then: "deny", ...more }] });

testFaults([
  [rule({ name: "R" }), "bad-name"],
  [rule({ name: "a_b" }), "bad-name"],
  [rule({ name: "" }), "wrong-value"],
  [rule({ then: "block" }), 'wrong-value "then" of rule "r"'],
  [rule({ then: "redact" }), 'wrong-value "then" of rule "r"'],
  [rule({ when: {} }), 'no-effect rule "r": "when" is empty'],
  [rule({ when: { bytesOver: 1 } }), "unknown-field"],
  [rule({ when: { contains: "x" } }), "unknown-field"],
  [rule({ when: { side: "both" } }), "wrong-value"],
  [rule({ when: { tool: [] } }), "no-effect"],
  [rule({ when: { tool: "a[" } }), "bad-pattern"],
  [rule({ when: { args: {} } }), "no-effect"],
  [rule({ when: { args: { "/a~2": {} } } }), "wrong-value"],
  [rule({ when: { args: { x: {}, "/x": {} } } }), "duplicate-field"],
  [rule({ when: { any: {} } }), "no-effect"],
  [rule({ whne: 1 }), 'unknown-field rule "r": "whne" is not a field'],
  [{ rules: [{ when: { tool: "t" }, then: "deny" }] }, 'missing-field item 1 of rules: "name" is missing'],
  [{ rules: ["r"] }, "wrong-type item 1 of rules"],
  [{ rules: {} }, "wrong-type rules"],
  [response({ then: "redact" }), 'no-effect rule "r"'],
  [response({ then: "ask" }), "wrong-value"],
  [response({ when: { secrets: 1, tool: "t" } }), "wrong-type"],
  [response({ when: { bytesOver: -1 } }), "wrong-value"],
  [response({ when: "all" }), "wrong-type"],
]);
testLoads([
  rule({ name: "a-1" }),
  rule({ name: "a".repeat(40) }),
  rule({ when: { tool: "" } }),
  rule({ when: { args: { x: {} } } }),
  rule({ when: { side: "server", method: ["a", "b/*"] } }),
  response({ when: { contains: ["x"], any: { regex: "a" } }, then: "log" }),
  response({ when: { bytesOver: 0 } }),
]);

Deno.test("a list of rules is bounded", async () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `r${n}`, when: { tool: "t" }, then: "deny" }));
  assert.deepEqual(await problemsOf({ rules: rules(MAX_RULES) }), []);
  assert.match((await problemsOf({ rules: rules(MAX_RULES + 1) }))[0] ?? "", /too-large/);
});
