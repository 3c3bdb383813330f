import assert from "node:assert/strict";
import type { CompiledPolicy } from "./compiled_policy.ts";
import { findEntry } from "./compile_entry.ts";
import { type FixtureOptions, loadFixture } from "./policy_fixture.ts";

const pack = (body: object) => ({ packs: { p: JSON.stringify({ version: 1, ...body }) } });

async function compiled(body: object, options: FixtureOptions = {}): Promise<CompiledPolicy> {
  const { policy, problems } = await loadFixture(JSON.stringify({ version: 1, ...body }), options);
  assert.deepEqual(problems, []);
  assert.ok(policy !== undefined);
  return policy;
}

const action = (policy: CompiledPolicy, tool: string) => findEntry(policy.tools, tool)?.action;

Deno.test("your entry replaces a pack's whole entry of that key, and no other", async () => {
  const theirs = pack({ tools: { a: { args: {} }, "*": "deny" } });
  const policy = await compiled({ extends: ["p"], tools: { a: "ask" } }, theirs);
  assert.equal(action(policy, "a"), "ask");
  assert.equal(action(policy, "b"), "deny");
});

Deno.test("a server's part counts first, for its name and command alone", async () => {
  const body = { tools: { a: "deny" }, servers: { files: { command: ["node", "server.js"], tools: { a: "allow" } } } };
  assert.equal(action(await compiled(body), "a"), "allow");
  for (const command of [["node", "other.js"], ["node"], ["node", "server.js", "x"], []]) {
    assert.equal(action(await compiled(body, { command }), "a"), "deny", command.join(" "));
  }
  assert.equal(action(await compiled(body, { server: "other" }), "a"), "deny");
  const anyCommand = { ...body, servers: { files: { tools: { a: "allow" } } } };
  assert.equal(action(await compiled(anyCommand, { command: ["x"] }), "a"), "allow");
});

Deno.test("a pack's default, mode and suppress open nothing; its limits hold where you set none", async () => {
  const theirs = pack({ default: "allow", mode: "observe", suppress: [{ rule: "r" }], limits: { inFlight: 3 } });
  const policy = await compiled({ extends: ["p"] }, theirs);
  assert.deepEqual([policy.default, policy.mode, policy.suppress.size], ["deny", "enforce", 0]);
  assert.equal(policy.limits.inFlight, 3);
  const mine = await compiled({ extends: ["p"], limits: { inFlight: 5 }, suppress: [{ rule: "r" }] }, theirs);
  assert.deepEqual([mine.limits.inFlight, mine.suppress.get("r")?.length], [5, 1]);
});

Deno.test("a server's default counts for it alone", async () => {
  const body = { default: "deny", servers: { files: { default: "allow" } } };
  assert.equal((await compiled(body)).default, "allow");
  assert.equal((await compiled(body, { server: "other" })).default, "deny");
});

Deno.test("faults of patterns are found for every server, each once, at its place", async () => {
  const condition = { args: { x: { regex: "(" } } };
  const body = { version: 1, tools: { a: condition }, servers: { other: { tools: { b: condition } } } };
  const { policy, problems } = await loadFixture(JSON.stringify(body, undefined, 1));
  assert.equal(policy, undefined);
  assert.deepEqual(problems.map(({ code }) => code), ["bad-pattern", "bad-pattern"]);
  assert.notEqual(problems[0]?.line, problems[1]?.line);
});

Deno.test("the tests of a policy are its own, not those of what it extends", async () => {
  const tests = [{ call: { tool: "a", args: {} }, expect: "deny" }];
  assert.equal((await compiled({ extends: ["p"] }, pack({ tests }))).tests.length, 0);
  assert.equal((await compiled({ tests })).tests.length, 1);
});
