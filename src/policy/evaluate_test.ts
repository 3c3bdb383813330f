import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import fc from "fast-check";
import cases from "../../tests/cases/policy/evaluate.jsonc" with { type: "text" };
import { ExactNumber, type Json } from "../jsonrpc/json.ts";
import type { CompiledPolicy } from "./compiled_policy.ts";
import { JudgingTooLong, MAX_JUDGING_MS, newDeadline } from "./deadline.ts";
import { judge, judgeAll, judgeResponse } from "./evaluate.ts";
import { policyFixture } from "./policy_fixture.ts";
import { toSubject } from "./subject_fixture.ts";
import type { Subject } from "./subject.ts";

const TODAY = { today: "2026-11-30" };
const CASE_KEYS = ["name", "policy", "packs", "call", "message", "response", "request", "exact", "verdict", "logs"];

for (const row of parse(cases, [], { allowTrailingComma: true })) {
  Deno.test(`judge(): ${row.name}`, async () => {
    for (const key of Object.keys(row)) assert.ok(CASE_KEYS.includes(key), `unknown key ${key}`);
    const packs: Record<string, string> = {};
    for (const [name, pack] of Object.entries(row.packs ?? {})) packs[name] = JSON.stringify(pack);
    const policy = await policyFixture(row.policy, { packs });
    const subject = subjectOf(row);
    const verdict = row.response === undefined ? judge(policy, subject, TODAY) : judgeResponse(policy, subject, TODAY);
    const { action, rule, pointer } = verdict;
    const shown = [action, rule, rule.includes("/") ? pointer : undefined, verdict.observed && "observed"];
    assert.equal(shown.filter((part) => part !== undefined && part !== "").join(" "), row.verdict);
    assert.deepEqual(verdict.logs, row.logs ?? []);
  });
}

// deno-lint-ignore no-explicit-any -- a row of the table above.
function subjectOf(row: any): Subject {
  if (row.exact !== undefined) {
    const double = Number(row.exact);
    const n = String(double) === row.exact ? double : new ExactNumber(row.exact);
    return toSubject({ call: { tool: "t", args: { n } } }, "files");
  }
  const request = row.response === undefined
    ? undefined
    : row.request ?? { id: 1, method: "tools/call", params: { name: "t" } };
  return toSubject({ call: row.call, message: row.message, response: row.response, request }, "files");
}

function call(tool: string, args: Json): Subject {
  return toSubject({ call: { tool, args } }, "files");
}

Deno.test("judge() denies when something inside throws", async () => {
  const policy = await policyFixture({ default: "allow", mode: "observe" });
  const broken: CompiledPolicy = Object.create(policy, {
    tools: {
      get() {
        throw new Error("bug");
      },
    },
  });
  assert.deepEqual(judge(broken, call("t", {})), {
    action: "deny",
    rule: "error/internal",
    reason: "internal error",
    logs: [],
  });
});

Deno.test("judge() denies a value nested too deep to look at, and passes a flat one", async () => {
  const rules = [{ name: "r", when: { args: { "/a/b": { equals: 1 } } }, then: "deny" }];
  const policy = await policyFixture({ default: "allow", rules });
  let deep: Json = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  const subject: Subject = { ...call("t", {}), args: { a: deep }, content: { arguments: { a: deep } } };
  assert.equal(judge(policy, subject).action, "deny");
  assert.equal(judge(policy, call("t", { a: [1] })).action, "allow");
});

Deno.test("judge() denies a text too long for its expression, and passes what no keyword of it occurs in", async () => {
  const rules = [{ name: "wide", when: { any: { regex: "[A-Z][0-9][A-Z]" } }, then: "deny" }];
  const wide = await policyFixture({ default: "allow", rules });
  const keyed = await policyFixture({
    default: "allow",
    rules: [{ name: "keyed", when: { any: { regex: "AKIA[A-Z]+" } }, then: "deny" }],
  });
  const text = "word ".repeat(500_000);
  assert.equal(judge(wide, call("t", { text })).rule, "wide");
  assert.equal(judge(wide, call("t", { text: text.slice(0, 1000) })).action, "allow");
  assert.equal(judge(keyed, call("t", { text })).action, "allow");
  assert.equal(judge(keyed, call("t", { text: `${text} AKIA` })).rule, "keyed");
});

Deno.test("judge() refuses what takes too long, also under a policy that observes, and tells it from a fault", async () => {
  const rules = [{ name: "r", when: { any: { regex: "x{3}y" } }, then: "deny" }];
  for (const mode of ["enforce", "observe"]) {
    const policy = await policyFixture({
      mode,
      default: "allow",
      rules,
      responses: [{ name: "s", when: { secrets: true }, then: "log" }],
    });
    let looks = 0;
    const late = {
      checkTime: () => {
        if (++looks > 1) throw new JudgingTooLong();
      },
    };
    const long = "word ".repeat(10_000);
    const judged = judge(policy, call("t", { a: long, b: `${long}.`, c: `${long}!` }), late);
    assert.deepEqual([judged.action, judged.rule, judged.observed], ["deny", "error/time", undefined], mode);
    looks = 0;
    const texts = [long, `${long}.`].map((text) => ({ type: "text", text }));
    const response = { jsonrpc: "2.0", id: 1, result: { content: texts } };
    const answered = judgeResponse(
      policy,
      toSubject({ response, request: { id: 1, method: "tools/call", params: { name: "t" } } }, "files"),
      late,
    );
    assert.deepEqual([answered.action, answered.rule, answered.observed], ["deny", "error/time", undefined], mode);
  }
  const policy = await policyFixture({ default: "allow", rules });
  // The last thing that is looked at counts as well.
  let now = 0;
  const slow = { checkTime: newDeadline(() => now += MAX_JUDGING_MS / 2 + 1) };
  assert.equal(judge(policy, call("t", { a: `${"word ".repeat(5_000)} xxxy` }), slow).rule, "error/time");
  assert.equal(
    judge(policy, call("t", { a: "short" }), { checkTime: () => assert.fail("a short message needs no clock") }).action,
    "allow",
  );
});

Deno.test("judgeAll() takes the strictest of the two policies", async () => {
  const open = await policyFixture({ default: "allow" });
  const closed = await policyFixture({});
  const subject = call("t", {});
  assert.equal(judgeAll({ global: open, project: closed }, subject).action, "deny");
  assert.equal(judgeAll({ global: closed, project: open }, subject).action, "deny");
  assert.equal(judgeAll({ global: open, project: open }, subject).action, "allow");
});

Deno.test("judgeAll() lets an untrusted project only tighten (W-10)", async () => {
  const trustOf = () => "untrusted" as const;
  const open = await policyFixture({ default: "allow", rules: [{ name: "g", when: { tool: "g" }, then: "deny" }] });
  const project = await policyFixture({
    mode: "observe",
    tools: { a: { args: { x: { equals: 1 } } }, d: "deny", k: "ask", g: "allow" },
    rules: [
      { name: "shield", when: { tool: "p" }, then: "allow" },
      { name: "p", when: { tool: "p" }, then: "deny" },
      { name: "l", when: { tool: "l" }, then: "log" },
    ],
    suppress: [{ rule: "g" }, { rule: "p" }],
    servers: { files: { tools: { d: "allow" } } },
  }, { trustOf });
  const judged = (tool: string, args: Json = {}) => {
    const { action, logs, observed } = judgeAll({ global: open, project }, call(tool, args));
    return [action, ...logs, ...(observed ? ["observed"] : [])].join(" ");
  };
  assert.equal(judged("g"), "deny");
  assert.equal(judged("a", { x: 2 }), "deny");
  assert.equal(judged("a", { x: 1 }), "allow");
  assert.equal(judged("d"), "deny");
  assert.equal(judged("k"), "ask");
  assert.equal(judged("p"), "deny");
  assert.equal(judged("l"), "allow");
  assert.equal(judged("unnamed"), "allow");
});

const jsonValue = fc.jsonValue().map((value) => value as Json);
const leaf = fc.oneof(
  fc.record({ regex: fc.constantFrom("a+b", "x|y", "[a-z]{3}", "^$", "(?i)ssh") }),
  fc.record({ glob: fc.constantFrom("*", "a*", "*b*", "/p/**", "[a-c]?") }),
  fc.record({ equals: jsonValue }),
  fc.record({ type: fc.constantFrom("string", "integer", "array", "object") }),
  fc.record({ range: fc.constant([0, 10]) }),
  fc.record({ length: fc.constant([1, null]) }),
);
const { condition } = fc.letrec<{ condition: object }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ not: tie("condition") }),
    fc.record({ each: tie("condition") }),
    fc.record({ keys: tie("condition") }),
    fc.record({ anyOf: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("condition"), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const argumentKey = fc.constantFrom("a", "path", "*", "/a/b", "/a/0");
const when = fc.oneof(
  fc.record({ any: condition }),
  fc.record({ args: fc.dictionary(argumentKey, condition, { minKeys: 1, maxKeys: 2 }) }),
  fc.record({ tool: fc.constantFrom("*", "t", "u*"), args: fc.dictionary(argumentKey, condition, { minKeys: 1 }) }),
);
const anyRule = fc.record({ when, then: fc.constantFrom("allow", "deny", "ask", "log") });
const anyPolicy = fc.record({
  default: fc.constantFrom("allow", "deny", "ask"),
  rules: fc.array(anyRule, { maxLength: 4 }),
  tools: fc.dictionary(
    fc.constantFrom("t", "*", "u"),
    fc.oneof(fc.constantFrom("allow", "deny", "ask"), fc.record({ args: fc.dictionary(argumentKey, condition) })),
    { maxKeys: 2 },
  ),
});
const anyArgs = fc.dictionary(fc.constantFrom("a", "A", "path", "b"), fc.oneof(jsonValue, fc.constant("aab/.ssh")));

// deno-lint-ignore no-explicit-any -- a policy body as generated above.
const named = (body: any) => ({
  ...body,
  rules: body.rules.map((rule: object, index: number) => ({ name: `r${index}`, ...rule })),
});

Deno.test("judge() gives a verdict on any message under any policy", async () => {
  await fc.assert(
    fc.asyncProperty(anyPolicy, anyArgs, async (body, args) => {
      const verdict = judge(await policyFixture(named(body)), call("t", args as Json));
      assert.ok(["allow", "deny", "ask"].includes(verdict.action));
      assert.notEqual(verdict.rule, "error/internal");
    }),
    { numRuns: 150 },
  );
});

Deno.test("judge() never lets more through when a deny rule is added", async () => {
  const severity = { allow: 0, ask: 1, deny: 2 };
  await fc.assert(
    fc.asyncProperty(anyPolicy, when, fc.nat(), anyArgs, async (body, added, at, args) => {
      const rules = body.rules.toSpliced(at % (body.rules.length + 1), 0, { when: added, then: "deny" });
      const before = judge(await policyFixture(named(body)), call("t", args as Json));
      const after = judge(await policyFixture(named({ ...body, rules })), call("t", args as Json));
      assert.ok(severity[after.action] >= severity[before.action]);
    }),
    { numRuns: 150 },
  );
});
