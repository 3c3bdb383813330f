import assert from "node:assert/strict";
import { asksTool } from "./asks_tool.ts";
import { policyFixture } from "./policy_fixture.ts";

Deno.test("asksTool() goes by entries and by rules that name tools", async () => {
  const policy = await policyFixture({
    tools: { mail: "ask", echo: "allow", "rm_*": { args: {}, then: "ask" } },
    rules: [
      { name: "a", when: { tool: "delete_*" }, then: "ask" },
      { name: "b", when: { any: { equals: "x" } }, then: "ask" },
      { name: "c", when: { tool: "drop_*" }, then: "deny" },
    ],
  });
  const asked = ["mail", "rm_file", "delete_file", "echo", "drop_table", "other"].filter((tool) =>
    asksTool(policy, "s", tool)
  );
  assert.deepEqual(asked, ["mail", "rm_file", "delete_file"]);
});
