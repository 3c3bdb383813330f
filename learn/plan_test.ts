import { assertEquals } from "@std/assert";
import { loadCommandParser } from "../src/guards/shell.ts";
import { planOf, slotsOf } from "./plan.ts";
import { profileOf } from "./profile.ts";
import { call, session } from "./profile_fixture.ts";

const READERS = { shell: await loadCommandParser(), sql: undefined };

Deno.test("planOf() has a ladder for each type at each place, and marks what is thin and what is always there", () => {
  const calls = [call("t", { list: ["a", 1], deep: { "a/b": true } }), call("t", { list: [] })];
  const [use] = profileOf([session("a", calls), session("b", [call("t", { list: [null] })])]).values();
  const plan = use && planOf(use, READERS);
  assertEquals([plan?.isThin, plan?.calls, plan?.sessions, plan?.days], [false, 3, 2, ["2026-11-30"]]);
  assertEquals(plan && slotsOf(plan.args).map(({ id }) => id), [
    "t /list/* text",
    "t /list/* number",
    "t /list/* null",
    "t /deep/a~1b boolean",
  ]);
  const members = [...plan?.args.members ?? []].map(([name, { isRequired, isThin }]) => [name, isRequired, isThin]);
  assertEquals(members, [["list", true, false], ["deep", false, true]]);
});
