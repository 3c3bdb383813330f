import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileOf, sessionLines, textOf } from "../../audit/log_fixture.ts";
import type { VerdictRecord } from "../../audit/record.ts";
import { AUDIT_FOLDER, INSTALL_KEY } from "./testdata/audit_world.ts";
import { newSigner } from "../../audit/ledger_fixture.ts";
import { runIn } from "./testdata/fake_edge.ts";

const SESSION = "aaaaaaaaaaaa";
const REFUSED: VerdictRecord = {
  kind: "verdict",
  side: "client",
  message: "request",
  method: "tools/call",
  tool: "mail_*",
  verdict: "deny",
  rule: "default/deny",
  args: { to: "ann@example.com", n: 5 },
  bytes: 80,
};

async function allow(verdict: Partial<VerdictRecord>, ...flags: readonly string[]) {
  const lines = sessionLines(SESSION, [
    { kind: "open", server: "post", version: "1", policy: "p", command: "c", mode: "enforce" },
    { ...REFUSED, ...verdict },
  ]);
  const files = { [`${AUDIT_FOLDER}/${fileOf(SESSION)}`]: textOf(lines) };
  const world = { files, audit: { signer: await newSigner(), installKey: INSTALL_KEY } };
  return await runIn(["allow", "--from", `${SESSION}:2`, ...flags], world);
}

/** The lines of the change, as a policy. */
function changeIn(out: string): Record<string, unknown> {
  const lines = out.split("\n").filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  return JSON.parse(`{"version": 1, ${lines.join("\n")}}`);
}

async function verdictOf(policy: object, args: object): Promise<number> {
  const files = { "/home/ann/.sallyport/sallyport.jsonc": JSON.stringify(policy) };
  const input = JSON.stringify({ call: { tool: "mail_*", args } });
  return (await runIn(["check", "--input", input], { files })).exit;
}

Deno.test("allow shows a change that admits the call with any values, and no other arguments", async () => {
  const ran = await allow({});
  assertEquals(ran.exit, 0, ran.err());
  const policy = changeIn(ran.out());
  assertEquals(await verdictOf(policy, { to: "ann@example.com", n: 5 }), 0);
  assertEquals(await verdictOf(policy, { to: "eve@example.com", n: 6 }), 0);
  assertEquals(await verdictOf(policy, { to: "ann@example.com" }), 1);
  assertEquals(await verdictOf(policy, { to: "ann@example.com", n: 5, cc: "x" }), 1);
});

Deno.test("allow --args shows a change that admits these values alone, once they are proved", async () => {
  const args = { to: "ann@example.com", "@n": 5 };
  const unnamed = await allow({ args });
  assertEquals([unnamed.exit, unnamed.err().includes("odd name")], [2, true]);
  const ran = await allow({ args }, "--args", '{"to": "ann@example.com", "@n": 5}');
  assertEquals(ran.exit, 0, ran.err());
  const policy = changeIn(ran.out());
  assertEquals(await verdictOf(policy, { to: "ann@example.com", "@n": 5 }), 0);
  assertEquals(await verdictOf(policy, { to: "eve@example.com", "@n": 5 }), 1);
  for (const wrong of ['{"to": "eve@example.com", "@n": 5}', '{"to": "ann@example.com"}', "[]", "{"]) {
    const other = await allow({}, "--args", wrong);
    assertEquals([other.exit, other.out()], [2, ""], wrong);
  }
});

Deno.test("allow lifts a rule for the tool, for a month", async () => {
  const ran = await allow({ rule: "ssh-keys" });
  assertEquals(changeIn(ran.out())["suppress"], [{ rule: "ssh-keys", tool: "mail_\\*", until: "2026-12-28" }]);
});

Deno.test("allow says what else is to be done, and what no policy can allow", async () => {
  const cases: readonly (readonly [Partial<VerdictRecord>, number, string])[] = [
    [{ rule: "tool/definition" }, 0, "sallyport pins accept post mail_*"],
    [{ rule: "tool/condition", pointer: "/to", condition: "regex" }, 0, "says no at /to, condition regex"],
    [{ rule: "self/protected" }, 1, "No policy can allow that."],
    [{ rule: "frame/syntax" }, 1, "No change of a policy"],
    [{ rule: "default/deny", method: "resources/read", tool: undefined }, 0, '"resources/read"'],
  ];
  for (const [verdict, exit, wanted] of cases) {
    const ran = await allow(verdict);
    assertEquals(ran.exit, exit, ran.out());
    assertStringIncludes(ran.out(), wanted);
  }
});

Deno.test("allow wants the record of a refusal", async () => {
  assertEquals((await allow({ verdict: "allow" })).exit, 2);
  assertEquals((await runIn(["allow"])).exit, 2);
  assertEquals((await runIn(["allow", "--from", "x"])).exit, 2);
  assertEquals((await allow({}, "--from", `${SESSION}:9`)).exit, 2);
});
