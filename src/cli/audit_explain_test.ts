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

Deno.test("audit explain says that a record does not tell the policy, and shows what is kept in clear", async () => {
  const { world } = await auditWorld();
  assertStringIncludes(
    (await runIn(["audit", "explain", `${FIRST}:5`], world)).out(),
    "does not say which policy was in force",
  );
  const session = "dddddddddddd";
  const record = {
    ...{
      kind: "verdict",
      session,
      seq: 1,
      time: "2026-11-30T10:00:00.000Z",
      verdict: "allow",
      tool: "t",
      message: "request",
    },
    args: {
      a: { type: "string", length: 1, value: "\u001b" },
      b: { type: "array", length: 2, inside: { "/0": 1 } },
      c: null,
      "+": 7,
    },
  };
  const files = { [`${AUDIT_FOLDER}/2026/11/30/x-100000-${session}.jsonl`]: `${JSON.stringify(record)}\n` };
  const out = (await runIn(["audit", "explain", `${session}:1`], { files })).out();
  assertStringIncludes(
    out,
    '  a: string of 1 characters, in clear "\\u001b"\n  b: array of 2 members, in it {"/0":1}\n  c: ?\n  +: 7 more\n',
  );
});

Deno.test("audit explain names the project's policy where it was in force too", async () => {
  const hash = sha256Hex(`${PART.hash} ${PART.hash} untrusted`);
  const text = keptPolicyText({ global: PART, project: { ...PART, source: "/p/sallyport.jsonc", trust: "untrusted" } });
  const { world } = await auditWorld(hash, { [`${AUDIT_FOLDER}/policies/${hash}.jsonc`]: text });
  const out = (await runIn(["audit", "explain", `${FIRST}:2`], world)).out();
  assertStringIncludes(out, ", and /p/sallyport.jsonc of the project (untrusted), hash ");
});
