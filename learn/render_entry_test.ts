import { assert, assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";
import { renderEntry } from "./render_entry.ts";

async function planned(args: object) {
  const { entries, choices } = await learn([
    session("a", [call("t", args), call("t", args)]),
    session("b", [call("t", args)]),
  ], PACKS);
  const [entry] = entries;
  assert(entry !== undefined);
  return { entry, choices };
}

Deno.test("what is denied is denied whatever was seen", async () => {
  const made = await planned({ a: 1 });
  made.choices.setVerdict(made.entry, "deny");
  assertEquals(renderEntry(made.entry, made.choices), { entry: "deny", rules: [] });
});

Deno.test("names that a policy reads as something else are written as pointers; objects are looked into", async () => {
  const made = await planned({ "*": 1, "@path": 2, "/x": 3, deep: { on: true } });
  assertEquals(JSON.parse(JSON.stringify(renderEntry(made.entry, made.choices).entry)), {
    args: {
      "/*": { oneOf: [1] },
      "/@path": { oneOf: [2] },
      "/~1x": { oneOf: [3] },
      "/deep/on": { equals: true },
    },
    required: ["/*", "/@path", "/~1x", "deep", "/deep/on"],
  });
});

Deno.test("a list of objects is bounded by a schema, and a rule denies what does not show in it", async () => {
  const made = await planned({ list: [{ a: "x", n: 1 }] });
  const { rules } = renderEntry(made.entry, made.choices);
  assertEquals(rules, [{ name: "deny-t-1", when: { tool: "t", any: { hidden: true } }, then: "deny" }]);
});
