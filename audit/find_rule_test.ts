import { assertEquals } from "@std/assert";
import { findRule } from "./find_rule.ts";
import type { KeptPolicy } from "./kept_policy.ts";

const TEXT = `{
  "version": 1,
  "tools": {
    "echo": { "args": { "text": { "regex": "^{a" } } }
  },
  "rules": [
    { "name": "other", "when": { "tool": ["x"] }, "then": "deny" },
    {
      "name": "no-bad", // why
      "when": { "contains": ["bad}"] },
      "then": "deny"
    }
  ]
}
`;
const YAML =
  "version: 1\nrules:\n  - name: no-yaml\n    when:\n      tool: [x]\n    then: deny\n  - name: b\n    when: {}\n";

function kept(...texts: readonly [name: string, text: string][]): KeptPolicy {
  const parts = texts.map(([name, text]) => ({ kind: "file", name, text }) as const);
  return { global: { source: "x", hash: "", trust: "trusted", parts } };
}

Deno.test("findRule() finds a rule by its name and shows it whole, and nothing for a name that is not there", async () => {
  const policy = kept(["/h/sallyport.jsonc", TEXT]);
  const found = await findRule(policy, "no-bad");
  assertEquals([found?.file, found?.line], ["/h/sallyport.jsonc", 8]);
  assertEquals(found?.text, TEXT.split("\n").slice(7, 12).join("\n"));
  assertEquals(await findRule(policy, "no-ba"), undefined);
  assertEquals(await findRule(kept(["x.jsonc", "{"]), "no-bad"), undefined);
});

Deno.test("findRule() finds the entry of a tool for what its conditions refused", async () => {
  const policy = kept(["/h/sallyport.jsonc", TEXT]);
  assertEquals((await findRule(policy, "tool/condition", "echo"))?.line, 4);
  assertEquals(await findRule(policy, "tool/condition", "other"), undefined);
  assertEquals(await findRule(policy, "tool/ambiguous", "echo"), undefined);
});

Deno.test("findRule() shows a rule of a policy in YAML to where it ends", async () => {
  const found = await findRule(kept(["p.yaml", YAML]), "no-yaml");
  assertEquals(found?.line, 3);
  assertEquals(found?.text, YAML.split("\n").slice(2, 6).join("\n"));
});

Deno.test("findRule() looks into packs, the project's policy and what holds for one server", async () => {
  const pack = {
    kind: "pack",
    name: "core",
    text: '{"version":1,"rules":[{"name":"in-pack","when":{"tool":"x"},"then":"deny"}]}',
  } as const;
  const server = {
    kind: "file",
    name: "/p/s.jsonc",
    text: '{"version":1,"servers":{"a":{"rules":[{"name":"of-server","when":{"tool":"x"},"then":"deny"}]}}}',
  } as const;
  const part = (parts: readonly (typeof pack | typeof server)[]) => ({
    source: "x",
    hash: "",
    trust: "trusted",
    parts,
  });
  const policy = { global: part([pack]), project: part([server]) };
  assertEquals((await findRule(policy, "in-pack"))?.file, "pack:core");
  assertEquals((await findRule(policy, "of-server"))?.file, "/p/s.jsonc");
});
