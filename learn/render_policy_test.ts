import { assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";
import { renderPolicy } from "./render_policy.ts";

Deno.test("a policy denies by default, extends the baseline, has no entry for what is skipped, and no rule name twice", async () => {
  const calls = (["a-b", "a_b", "other"] as const).map((tool) => call(tool, { list: [{ x: 1 }] }));
  const { entries, choices } = await learn([session("a", [...calls, ...calls]), session("b", calls)], PACKS);
  for (const entry of entries) if (entry.name === "other") choices.setVerdict(entry, "skip");
  const policy = renderPolicy(entries, choices);
  assertEquals([policy.default, policy.extends, Object.keys(policy.tools)], ["deny", ["baseline"], ["a-b", "a_b"]]);
  assertEquals(policy.rules.map(({ name }) => name), ["deny-a-b-1", "deny-a-b-1-2"]);
});
