import { assertEquals, assertStringIncludes } from "@std/assert";
import { keptPolicyText } from "../../audit/kept_policy.ts";
import { sha256Hex } from "../hash/sha256.ts";
import { closureHash } from "../policy/closure.ts";
import { AUDIT_FOLDER, auditWorld, FIRST } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

const TEXT = `{
  "version": 1,
  "rules": [
    { "name": "ssh-keys", "when": { "tool": "run" }, "then": "deny" }
  ]
}
`;
const PARTS = [{ kind: "file", name: "/home/ann/.sallyport/sallyport.jsonc", text: TEXT }] as const;
const PART = { source: PARTS[0].name, hash: closureHash(PARTS), trust: "trusted", parts: PARTS };
const HASH = sha256Hex(`${PART.hash}  `);
const KEPT = `${AUDIT_FOLDER}/policies/${HASH}.jsonc`;

async function explained(
  name: string,
  more: Readonly<Record<string, string>> = { [KEPT]: keptPolicyText({ global: PART }) },
) {
  const { world } = await auditWorld(HASH, more);
  return await runIn(["audit", "explain", name], world);
}

Deno.test("audit explain wants the name of a record that is there", async () => {
  assertEquals((await explained("x")).exit, 2);
  assertEquals((await explained(`${FIRST}:99`)).exit, 1);
  assertEquals((await explained("ffffffffffff:1")).exit, 1);
  assertEquals((await runIn(["audit", "explain"])).exit, 2);
});

Deno.test("audit explain says why a call was refused, and shows the rule as it was", async () => {
  const ran = await explained(`${FIRST}:5`);
  assertEquals(ran.exit, 0);
  assertEquals(
    ran.out(),
    `Record ${FIRST}:5, 2026-11-30 10:00:04.000 UTC, server files

deny: call of run: matched a deny rule (rule ssh-keys), at /cmd, condition regex
It was a request of the client, 80 B long.

Its arguments, of which the log keeps no more:
  cmd: string of 10 characters
  n: number

In force was /home/ann/.sallyport/sallyport.jsonc, hash ${HASH.slice(0, 12)}.
It stands in /home/ann/.sallyport/sallyport.jsonc, line 4:

    { "name": "ssh-keys", "when": { "tool": "run" }, "then": "deny" }
`,
  );
});

Deno.test("audit explain shows what belongs to a record: the call, what was found, how it ended", async () => {
  const out = (await explained(`${FIRST}:3`)).out();
  assertStringIncludes(out, `  ${FIRST}:2  allow: call of read (rule default/allow)\n`);
  assertStringIncludes(out, `  ${FIRST}:4  redacted: call of read answered after 12 ms, 1.5 kB`);
  assertStringIncludes((await explained(`${FIRST}:2`)).out(), "and the policy allows what it does not know.\n");
});

Deno.test("audit explain does not use a policy text that was changed or is not there", async () => {
  const changed = keptPolicyText({ global: PART }).replace("ssh-keys", "ssh-keyz");
  assertStringIncludes((await explained(`${FIRST}:5`, { [KEPT]: changed })).out(), "was changed, and is not used");
  assertStringIncludes((await explained(`${FIRST}:5`, {})).out(), "its text is not kept here");
});
