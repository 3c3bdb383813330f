import { assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { parse } from "@std/jsonc";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn, policyOf } from "./proposal.ts";
import { format, proposalText } from "./proposal_text.ts";

Deno.test("the text says the evidence of each entry, and is the policy", async () => {
  const calls = [call("read", { path: "${PROJECT_DIR}/a" }), call("rare", { "odd\nname": 1 })];
  const proposal = await learn([
    session("a", [...calls, calls[0] ?? call("read", {})]),
    session("b", calls.slice(0, 1)),
  ], PACKS);
  const text = proposalText(proposal, { tests: [], notes: ["A note."] });
  assertStringIncludes(text, "// 3 calls in 2 sessions on 2026-11-30.");
  assertStringIncludes(text, "// 1 call in 1 session on 2026-11-30: too few, so it asks.");
  assertStringIncludes(text, "// (an oddly named argument): whole numbers from 1 to 2");
  assertStringIncludes(text, "// A note.");
  const { definitions, ...policy } = parse(text) as Record<string, unknown>;
  const { methods: _methods, rules: _rules, ...expected } = JSON.parse(JSON.stringify(policyOf(proposal)));
  assertEquals(policy, { ...expected });
  assertEquals(definitions, { pin: "first-use" });
});

Deno.test("no comment holds a value, whatever was seen", async () => {
  const odd = "*/ } evil // \n";
  const proposal = await learn([session("a", [call(odd, { [odd]: odd }), call("t", { note: odd })])], PACKS);
  const text = proposalText(proposal, { tests: [], notes: [] });
  const comments = text.split("\n").filter((line) => line.trim().startsWith("//")).join("\n");
  assertEquals(comments.includes("evil"), false);
});

Deno.test("format() is JSON, on lines that are not too long where that can be", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    assertEquals(JSON.stringify(JSON.parse(format(value))), JSON.stringify(value));
  }));
  assertEquals(format({ a: [1, "x,y:{z}"] }), '{ "a": [1, "x,y:{z}"] }');
});

Deno.test("a recorded session gives a permission set, one with an injection in it gives none", async () => {
  const uses = [{ permission: "read", value: "${PROJECT_DIR}/a", count: 2, isStartup: false }] as const;
  const recorded = { uses, lost: 0, wholesale: [] };
  const read = call("read", { path: "${PROJECT_DIR}/a" });
  const textFor = async (calls: readonly ReturnType<typeof call>[], isRecorded = true) => {
    const one = { ...session("a", calls), ...(isRecorded ? { recorded } : {}) };
    return proposalText(await learn([one], PACKS), { tests: [], notes: [] });
  };
  for (
    const text of [await textFor([read, { ...read, apart: "after an injection" }]), await textFor([read], false)]
  ) assertEquals(text.includes("sandbox"), false);
  const { sandbox } = parse(await textFor([read])) as Record<string, unknown>;
  assertEquals(sandbox, { deno: { read: ["${PROJECT_DIR}/a"] } });
  assertStringIncludes(await textFor([read]), "in 1 recorded session.");
});
