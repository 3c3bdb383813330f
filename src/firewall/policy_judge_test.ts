import { assertEquals } from "@std/assert";
import type { CompiledPolicy, Trust } from "../policy/compiled_policy.ts";
import { policyFixture } from "../policy/policy_fixture.ts";
import { toSubject } from "../policy/subject_fixture.ts";
import type { Judge } from "./judge.ts";
import { DEFAULT_LIMITS, policyJudge } from "./policy_judge.ts";

function judgeOf(global: CompiledPolicy, project?: CompiledPolicy, today = "2026-11-30"): Judge {
  return policyJudge({ policies: { global, project }, server: "files", hash: "h", today: () => today });
}

function project(body: object, trust: Trust): Promise<CompiledPolicy> {
  return policyFixture(body, { trustOf: () => trust });
}

function call(tool: string) {
  return toSubject({ call: { tool, args: {} } }, "files");
}

Deno.test("policyJudge() lets a project deny, trusted or not, and never allow what the person denies", async () => {
  const global = await policyFixture({ tools: { a: "allow", b: "allow", c: "deny" } });
  for (const trust of ["trusted", "untrusted"] as const) {
    const judge = judgeOf(global, await project({ tools: { a: "allow", b: "deny", c: "allow" } }, trust));
    assertEquals(["a", "b", "c"].map((tool) => judge.message(call(tool)).action), ["allow", "deny", "deny"], trust);
  }
});

Deno.test("policyJudge() takes the smallest limits, those of a project only where it is trusted", async () => {
  const global = await policyFixture({ limits: { inFlight: 5, callSeconds: 10 } });
  const limits = { inFlight: 3, callSeconds: 20, messageBytes: 2000 };
  assertEquals(judgeOf(global, await project({ limits }, "untrusted")).limits, {
    ...DEFAULT_LIMITS,
    inFlight: 5,
    callSeconds: 10,
  });
  assertEquals(judgeOf(global, await project({ limits }, "trusted")).limits, {
    messageBytes: 2000,
    callsPerMinute: Infinity,
    callSeconds: 10,
    askSeconds: 120,
    inFlight: 3,
  });
  assertEquals(judgeOf(await policyFixture({})).limits, DEFAULT_LIMITS);
});

Deno.test("policyJudge() hides a tool that no call can reach, and shows one that some call may", async () => {
  const body = { tools: { erase: "deny", echo: { args: { x: { equals: 1 } } }, mail: "ask" } };
  const judge = judgeOf(await policyFixture(body));
  assertEquals(["erase", "unnamed", "echo", "mail"].map((tool) => judge.hidesTool(tool)), [true, true, false, false]);
  const shows = judgeOf(await policyFixture({ ...body, definitions: { hideDenied: false } }));
  assertEquals(["erase", "unnamed"].map((tool) => shows.hidesTool(tool)), [false, false]);
});

Deno.test("policyJudge() hides what either policy refuses; an untrusted one has no say in whether to hide", async () => {
  const global = await policyFixture({ default: "allow" });
  const body = { tools: { erase: "deny" }, definitions: { hideDenied: false } };
  assertEquals(judgeOf(global, await project(body, "untrusted")).hidesTool("erase"), true);
  assertEquals(judgeOf(global, await project(body, "untrusted")).hidesTool("echo"), false);
});

Deno.test("policyJudge() hides nothing while it only observes", async () => {
  const judge = judgeOf(
    await policyFixture({ mode: "observe", rules: [{ name: "r", when: { tool: "t" }, then: "deny" }] }),
  );
  assertEquals([judge.mode, judge.hidesTool("t"), judge.hidesTool("unnamed")], ["observe", false, false]);
  assertEquals(judge.message(call("t")).observed, true);
});

Deno.test("policyJudge() knows the day: a suppression ends", async () => {
  const global = await policyFixture({
    default: "allow",
    rules: [{ name: "r", when: { tool: "t" }, then: "deny" }],
    suppress: [{ rule: "r", until: "2026-11-30" }],
  });
  assertEquals(judgeOf(global).message(call("t")).action, "allow");
  assertEquals(judgeOf(global, undefined, "2026-12-01").message(call("t")).action, "deny");
  assertEquals(judgeOf(global).hidesTool("t"), false);
  assertEquals(judgeOf(global, undefined, "2026-12-01").hidesTool("t"), true);
});

Deno.test("policyJudge() lets an answer through that is only logged, and names the rules", async () => {
  const responses = [
    { name: "seen", when: { contains: "XX" }, then: "log" },
    { name: "bad", when: { contains: "YY" }, then: "deny" },
  ];
  const judge = judgeOf(await policyFixture({ responses }));
  const answer = (text: string) =>
    judge.answer(
      toSubject(
        { response: { id: 1, result: { text } }, request: { id: 1, method: "tools/call" } },
        "files",
      ),
    );
  assertEquals([answer("XX").action, answer("XX").logs], ["allow", ["seen"]]);
  assertEquals(answer("XX and YY").action, "deny");
  assertEquals(answer("text").logs, []);
});
