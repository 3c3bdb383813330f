import assert from "node:assert/strict";
import { policyFixture } from "./policy_fixture.ts";
import { toSubject } from "./subject_fixture.ts";
import { isSuppressed } from "./suppress.ts";

async function suppressed(suppression: object, today?: string, tool = "list_commits"): Promise<boolean> {
  const policy = await policyFixture({ suppress: [{ rule: "r", ...suppression }] });
  return isSuppressed(policy, "r", toSubject({ call: { tool, args: {} } }, "files"), today);
}

Deno.test("isSuppressed() ends with the day, and without a day knows of none", async () => {
  assert.equal(await suppressed({ until: "2026-11-30" }, "2026-12-01"), false);
  assert.equal(await suppressed({ until: "2026-11-30" }), false);
  assert.equal(await suppressed({ until: "2026-11-30" }, "2026-11-30"), true);
  assert.equal(await suppressed({}), true);
});

Deno.test("isSuppressed() holds for the tool and server that are named, as they are written", async () => {
  assert.equal(await suppressed({ tool: "list_tags" }), false);
  assert.equal(await suppressed({ tool: "LIST_commits" }), false);
  assert.equal(await suppressed({ tool: ["x", "list_*"] }), true);
  assert.equal(await suppressed({ server: "other" }), false);
  assert.equal(await suppressed({ server: "f*", tool: "list_commits" }), true);
});

Deno.test("isSuppressed() needs a tool where one is named, and the rule's own name", async () => {
  const policy = await policyFixture({ suppress: [{ rule: "r", tool: "*" }] });
  const ping = toSubject({ message: { id: 1, method: "ping" } }, "files");
  assert.equal(isSuppressed(policy, "r", ping, undefined), false);
  assert.equal(
    isSuppressed(policy, "q", toSubject({ call: { tool: "t", args: {} } }, "s"), undefined),
    false,
  );
});

Deno.test("isSuppressed() takes nothing from a policy that is not trusted", async () => {
  const policy = await policyFixture({ suppress: [{ rule: "r" }] }, { trustOf: () => "untrusted" });
  const call = toSubject({ call: { tool: "t", args: {} } }, "files");
  assert.equal(isSuppressed(policy, "r", call, "2026-11-30"), false);
  assert.equal(isSuppressed({ ...policy, trust: "trusted" }, "r", call, "2026-11-30"), true);
});
