import { assertEquals, assertStringIncludes } from "@std/assert";
import { parse } from "@std/jsonc";
import { PACKS } from "../packs/packs.ts";
import { applyReview } from "./apply_review.ts";
import { Choices } from "./choices.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";

const OLD = `{
  // Mine, and to stay.
  "version": 1,
  "extends": ["baseline"], /* here too */
  "tools": {
    "own": "ask", // a person's
    "read": "deny"
  },
  "rules": [
    { "name": "ask-read-1", "when": { "tool": "read", "args": { "path": {} } }, "then": "ask" },
    { "name": "mine", "when": { "tool": "read", "any": { "contains": "x" } }, "then": "deny" } // keep
  ]
}
`;

Deno.test("only reviewed entries and their rules change; comments and a person's own rules stay", async () => {
  const one = call("read", { list: [{ a: 1 }] });
  const { entries, choices } = await learn([session("a", [one, one]), session("b", [one])], PACKS);
  const { text, changes } = applyReview(OLD, entries, { choices });
  for (const kept of ["// Mine, and to stay.", "/* here too */", "// a person's", "// keep"]) {
    assertStringIncludes(text, kept);
  }
  const policy = parse(text) as { tools: Record<string, unknown>; rules: { name: string }[] };
  assertEquals([policy.tools["own"], typeof policy.tools["read"]], ["ask", "object"]);
  assertEquals(policy.rules.map(({ name }) => name), ["mine", "deny-read-1"]);
  assertEquals(changes[0], '~ tools "read"');
  const again = applyReview(text, entries, { choices });
  assertEquals(again.changes.filter((line) => !line.startsWith("+ rule")), []);
  assertEquals(parse(again.text), policy as unknown as ReturnType<typeof parse>);
});

Deno.test("what is skipped is left as it is, and a policy without tools gets them", async () => {
  const one = call("read", { a: 1 });
  const { entries, choices } = await learn([session("a", [one, one]), session("b", [one])], PACKS);
  assertStringIncludes(applyReview('{"version":1}', entries, { choices }).text, '"oneOf"');
  for (const entry of entries) choices.setVerdict(entry, "skip");
  assertEquals(applyReview(OLD, entries, { choices }), { text: OLD, changes: [] });
});

Deno.test("an accepted permission set goes in where there is none, and never in place of a person's own", () => {
  const choices = new Choices();
  const sandbox = { read: ["${PROJECT_DIR}"] };
  const own = '{"version":1,"sandbox":{"fallback":"run"}}';
  assertEquals(applyReview(own, [], { choices, sandbox }), { text: own, changes: [] });
  const { text, changes } = applyReview('{"version":1}', [], { choices, sandbox });
  assertEquals(JSON.parse(text), { version: 1, sandbox: { deno: sandbox } });
  assertEquals(changes[0], "+ sandbox");
  assertEquals(applyReview('{"version":1}', [], { choices }).changes, []);
});
