import assert from "node:assert/strict";
import type { Json } from "../jsonrpc/json.ts";
import { judge } from "./evaluate.ts";
import { policyFixture } from "./policy_fixture.ts";
import type { Subject } from "./subject.ts";
import { toSubject } from "./subject_fixture.ts";

function call(args: Json, tool = "t"): Subject {
  return toSubject({ call: { tool, args } }, "files");
}

/** The action of a policy that allows by default and has this one rule. */
async function byRule(when: object, subject: Subject, then = "deny"): Promise<string> {
  const policy = await policyFixture({
    default: then === "allow" ? "deny" : "allow",
    rules: [{ name: "r", when, then }],
  });
  return judge(policy, subject).action;
}

/** A condition for every argument, arguments, and what a deny rule makes of them. */
const EVERY_ARGUMENT: readonly (readonly [object, Json, string])[] = [
  // Where there is no text, a condition on text has nothing to test.
  [{ regex: "b+" }, { x: {} }, "allow"],
  [{ regex: "b+" }, { x: [] }, "allow"],
  [{ regex: "b+" }, { x: [[], {}] }, "allow"],
  [{ regex: "b+" }, { x: [1, 2, null, true] }, "allow"],
  [{ regex: "b+" }, { x: 1 }, "allow"],
  [{ glob: "/p/*" }, { x: {} }, "allow"],
  [{ not: { regex: "^a" } }, { x: {} }, "allow"],
  [{ not: { regex: "^a" } }, { x: [1] }, "allow"],
  // Where there is text, it is tested: in values, in keys, at any depth.
  [{ regex: "b+" }, { x: ["abc"] }, "deny"],
  [{ regex: "b+" }, { x: { b: {} } }, "deny"],
  [{ regex: "b+" }, { x: [[], { k: ["b"] }] }, "deny"],
  [{ regex: "b+" }, { x: { a: {} } }, "allow"],
  [{ not: { regex: "^a" } }, { x: ["abc", "b"] }, "deny"],
  [{ not: { regex: "^a" } }, { x: ["abc"] }, "allow"],
  // A condition on numbers is not dodged by an array around the number, nor by a text that may be one.
  [{ range: [1, 5] }, { x: [3] }, "deny"],
  [{ range: [1, 5] }, { x: "3" }, "deny"],
  [{ range: [1, 5] }, { x: ["3"] }, "deny"],
  [{ range: [1, 5] }, { x: 6 }, "allow"],
  [{ range: [1, 5] }, { x: {} }, "allow"],
  [{ equals: 5 }, { x: [{ k: 5 }] }, "deny"],
  [{ equals: 5 }, { x: 6 }, "allow"],
  // What costs too much to find out is refused, whatever it looks like inside.
  [{ schema: { uniqueItems: true, type: "array" } }, { x: Array.from({ length: 3000 }, (_, index) => index) }, "deny"],
  [{ schema: { uniqueItems: true, type: "array" } }, { x: 5 }, "allow"],
];

for (const [condition, args, expected] of EVERY_ARGUMENT) {
  const shown = `${JSON.stringify(condition)} for each of ${JSON.stringify(args).slice(0, 60)}`;
  Deno.test(`compileWhen() to refuse: ${shown}: ${expected}`, async () => {
    assert.equal(await byRule({ args: { "*": condition } }, call(args)), expected);
  });
}

Deno.test("compileWhen() to refuse holds a condition that does not apply to a named argument, but no absent one", async () => {
  const when = { args: { path: { regex: "b+" } } };
  assert.equal(await byRule(when, call({ path: 5 })), "deny");
  assert.equal(await byRule(when, call({ path: ["b"] })), "deny");
  assert.equal(await byRule(when, call({ path: ["a"] })), "allow");
  assert.equal(await byRule(when, call({ other: 5 })), "allow");
  assert.equal(await byRule({ args: { path: { not: { regex: "b+" } } } }, call({})), "allow");
});

Deno.test("compileWhen() to admit wants every argument, and at least one", async () => {
  const when = { args: { "*": { regex: "^a" } } };
  assert.equal(await byRule(when, call({}), "allow"), "deny");
  assert.equal(await byRule(when, call({ x: "a", y: "b" }), "allow"), "deny");
  assert.equal(await byRule(when, call({ x: "a", y: {} }), "allow"), "deny");
  assert.equal(await byRule(when, call({ x: ["a"] }), "allow"), "deny");
  assert.equal(await byRule(when, call({ x: "a", y: "ab" }), "allow"), "allow");
});

Deno.test("compileWhen() compares names folded to refuse and as they are to admit", async () => {
  assert.equal(await byRule({ tool: "run_*" }, call({}, "RUN_command")), "deny");
  assert.equal(await byRule({ tool: "run_*" }, call({}, "dry_run_x")), "allow");
  assert.equal(await byRule({ tool: "run_*" }, call({}, "RUN_command"), "allow"), "deny");
  assert.equal(await byRule({ tool: "run_*" }, call({}, "run_command"), "allow"), "allow");
  assert.equal(await byRule({ args: { path: { equals: "x" } } }, call({ PATH: "x" })), "deny");
  assert.equal(await byRule({ args: { path: { equals: "x" } } }, call({ paths: "x" })), "allow");
  assert.equal(await byRule({ args: { path: { equals: "x" } } }, call({ PATH: "x" }), "allow"), "deny");
  assert.equal(await byRule({ args: { path: { equals: "x" } } }, call({ path: "x" }), "allow"), "allow");
});

Deno.test("compileWhen() wants all its keys at once", async () => {
  const when = { tool: "t", server: "files", side: "client", method: "tools/*", args: { a: { equals: 1 } } };
  assert.equal(await byRule(when, call({ a: 1 })), "deny");
  assert.equal(await byRule(when, call({ a: 2 })), "allow");
  for (const change of [{ tool: "u" }, { server: "other" }, { side: "server" }, { method: "resources/*" }]) {
    assert.equal(await byRule({ ...when, ...change }, call({ a: 1 })), "allow", JSON.stringify(change));
  }
});

Deno.test("compileWhen() has any look at every string and key, and hold for no message without", async () => {
  const when = { any: { regex: "secret" } };
  assert.equal(await byRule(when, call({ a: [{ "my secret": 1 }] })), "deny");
  assert.equal(await byRule(when, call({ a: [{ "my secre": 1 }] })), "allow");
  const bare = toSubject({ message: { id: 1, method: "ping" } }, "files");
  assert.equal(await byRule({ any: { not: { regex: "secret" } } }, bare), "allow");
  assert.equal(await byRule({ any: { not: { regex: "secret" } } }, call({})), "deny");
});

Deno.test("compileWhen() refuses a tool name only where there is one", async () => {
  const read = toSubject(
    { message: { id: 1, method: "resources/read", params: { uri: "x" } } },
    "files",
  );
  assert.equal(await byRule({ tool: "*" }, read), "allow");
  assert.equal(await byRule({ tool: "*" }, call({}, "a/b")), "deny");
});
