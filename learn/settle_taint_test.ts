import { assertEquals } from "@std/assert";
import type { CallLine, Fact } from "./observation.ts";
import { session } from "./profile_fixture.ts";
import { settleTaint } from "./settle_taint.ts";

function line(value: Partial<Fact & { t: "string" }>, more: Partial<CallLine> = {}): CallLine {
  const fact: Fact = { t: "string", n: 1, s: "word", ...value };
  return {
    kind: "call",
    side: "client",
    method: "tools/call",
    tool: "t",
    args: { t: "array", n: 1, i: [fact] },
    ...more,
  };
}

const tainted = (sessions: Parameters<typeof settleTaint>[0]) =>
  settleTaint(sessions).map(({ calls }) => calls.map(({ args }) => JSON.stringify(args).includes("taint")));

Deno.test("a value stays tainted unless the client had it by itself in an earlier session", () => {
  const theirs = line({ v: "x", taint: "read" });
  assertEquals(tainted([session("1", [theirs]), session("2", [line({ v: "x" })])]), [[true], [false]]);
  assertEquals(tainted([session("1", [line({ v: "x" }), theirs])]), [[false, true]]);
  const poisoned = line({ v: "x" }, { apart: "after an injection" });
  assertEquals(tainted([session("1", [poisoned]), session("2", [theirs])]), [[false], [true]]);
  assertEquals(tainted([session("1", [line({ v: "x" })]), session("2", [theirs])]), [[false], [false]]);
  const hashed = [session("1", [line({ h: "k" })]), session("2", [line({ h: "k", taint: "read" })])];
  assertEquals(tainted(hashed), [[false], [false]]);
});

Deno.test("earlier is by day and time, not by the order of files", () => {
  const [late, early] = [session("late", [line({ v: "x" })]), session("early", [line({ v: "x", taint: "read" })])];
  const at = (each: typeof late, time: string) => ({ ...each, head: { ...each.head, time } });
  assertEquals(tainted([at(late, "12:00:00"), at(early, "11:00:00")]), [[true], [false]]);
});
