import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../jsonrpc/json.ts";
import { judge } from "./evaluate.ts";
import { policyFixture } from "./policy_fixture.ts";
import { refusesTool } from "./refuses_tool.ts";
import { toSubject } from "./subject_fixture.ts";

async function refuses(body: object, tool?: string, today?: string): Promise<boolean> {
  return refusesTool(await policyFixture(body), "files", tool ?? "t", { today });
}

const deny = (when: object) => ({ name: "d", when, then: "deny" });

Deno.test("refusesTool() says yes where no call of the tool can pass", async () => {
  assert.equal(await refuses({ tools: { t: "deny" }, default: "allow" }), true);
  assert.equal(await refuses({ tools: { "*": "deny" }, default: "allow" }), true);
  assert.equal(await refuses({}), true);
  assert.equal(await refuses({ default: "allow", rules: [deny({ tool: "T*" })] }), true, "a deny rule folds names");
  assert.equal(await refuses({ tools: { t: "allow" }, rules: [deny({ tool: "t" })] }), true);
  assert.equal(await refuses({ tools: { t: "allow" }, methods: { "tools/call": "deny" } }), true);
  assert.equal(await refuses({ tools: { t: "allow" }, rules: [deny({ server: "files" })] }), true);
  const asks = { name: "q", when: { tool: "t" }, then: "ask" };
  assert.equal(await refuses({ rules: [asks, deny({ tool: "t" })] }), true, "a deny beats an ask");
});

Deno.test("refusesTool() never says yes for a tool that may pass with other arguments", async () => {
  const open: readonly object[] = [
    { tools: { t: "allow" } },
    { tools: { t: { args: { x: { equals: 1 } } } } },
    { tools: { t: { args: { x: { equals: 1 } }, required: ["x"] } } },
    { tools: { t: { args: { "*": { equals: 1 } } } } },
    { default: "allow", rules: [deny({ tool: "t", args: { x: { equals: 1 } } })] },
    { default: "allow", rules: [deny({ tool: "t", any: { regex: "secret" } })] },
    { default: "allow", rules: [deny({ tool: "t", args: { "*": { regex: "." } } })] },
    { rules: [{ name: "a", when: { tool: "t", args: { x: { equals: 1 } } }, then: "allow" }] },
    {
      default: "allow",
      rules: [{ name: "a", when: { tool: "t", args: { x: { equals: 1 } } }, then: "allow" }, deny({ tool: "t" })],
    },
    { rules: [{ name: "q", when: { tool: "t", args: { x: { equals: 1 } } }, then: "ask" }] },
    { tools: { t: "allow" }, methods: { "tools/call": { args: { x: { equals: 1 } }, required: ["x"] } } },
  ];
  for (const body of open) assert.equal(await refuses(body), false, JSON.stringify(body));
});

Deno.test("refusesTool() lets the exact entry count before a glob", async () => {
  assert.equal(await refuses({ tools: { "*": "deny", t: "allow" } }), false);
  assert.equal(await refuses({ tools: { "*": "allow", t: "deny" } }), true);
  assert.equal(await refuses({ tools: { "*": "allow", t: "deny" } }, "u"), false);
});

Deno.test("refusesTool() shows a tool that a person may approve, or that is only watched", async () => {
  assert.equal(await refuses({ tools: { t: "ask" } }), false);
  assert.equal(await refuses({ default: "ask" }), false);
  assert.equal(await refuses({ mode: "observe" }), false);
});

Deno.test("refusesTool() knows what is suppressed today", async () => {
  const body = { default: "allow", rules: [deny({ tool: "t" })], suppress: [{ rule: "d", until: "2026-12-01" }] };
  assert.equal(await refuses(body, "t", "2026-12-01"), false);
  assert.equal(await refuses(body, "t", "2026-12-02"), true);
});

const value = fc.constantFrom<Json>(1, "a", "b", null, ["a"], {});
const condition = fc.constantFrom({ equals: 1 }, { regex: "a" }, { not: { regex: "a" } }, { type: "string" });
const when = fc.oneof(
  fc.record({ tool: fc.constantFrom("t", "*", "u") }),
  fc.record({
    tool: fc.constantFrom("t", "*"),
    args: fc.dictionary(fc.constantFrom("x", "*"), condition, { minKeys: 1 }),
  }),
  fc.record({ any: condition }),
);
const rules = fc.array(fc.record({ when, then: fc.constantFrom("allow", "deny", "ask") }), { maxLength: 4 })
  .map((all) => all.map((rule, index) => ({ name: `r${index}`, ...rule })));
const entry = fc.oneof(
  fc.constantFrom("allow", "deny", "ask"),
  fc.record({ args: fc.dictionary(fc.constantFrom("x", "*"), condition), others: fc.boolean() }),
);
const body = fc.record({
  default: fc.constantFrom("allow", "deny", "ask"),
  rules,
  tools: fc.dictionary(fc.constantFrom("t", "*"), entry, { maxKeys: 2 }),
});

Deno.test("refusesTool() hides no tool of which some call passes, under any policy", async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.dictionary(fc.constantFrom("x", "y"), value), async (policyBody, args) => {
      const policy = await policyFixture(policyBody);
      const { action } = judge(policy, toSubject({ call: { tool: "t", args } }, "files"));
      if (action !== "deny") assert.equal(refusesTool(policy, "files", "t"), false);
    }),
    { numRuns: 300 },
  );
});

Deno.test("refusesTool() says no under observe, and yes again where the mode does not count", async () => {
  const body = { mode: "observe", tools: { t: "deny" } };
  assert.equal(await refuses(body), false);
  const untrusted = await policyFixture(body, { trustOf: () => "untrusted" });
  assert.equal(refusesTool(untrusted, "files", "t"), true);
});
