import { assertEquals } from "@std/assert";
import { profileOf } from "./profile.ts";
import { assertLinear } from "../src/guards/scaling_fixture.ts";
import { call, session } from "./profile_fixture.ts";

Deno.test("profileOf() learns nothing from what is apart", () => {
  const apart = ["refused", "error", "after an injection", "too large"] as const;
  const calls = apart.map((why) => call("read", { path: "/etc/passwd" }, { apart: why }));
  assertEquals(profileOf([session("a", calls)]).size, 0);
});

Deno.test("profileOf() counts values by session, in lists and objects too", () => {
  const sessions = [
    session("a", [call("t", { list: ["x", 1], deep: { on: true } }), call("t", { list: [] })]),
    session("b", [call("t", { list: ["x"] })]),
  ];
  const use = profileOf(sessions).get("t");
  const list = use?.args.objects?.members.get("list");
  assertEquals([use?.calls, use?.sessions.size, list?.arrays?.maxLength], [3, 2, 2]);
  assertEquals(list?.arrays?.items.strings?.values.get("x")?.sessions, new Set(["a", "b"]));
  const on = use?.args.objects?.members.get("deep")?.objects?.members.get("on");
  assertEquals([...on?.booleans.keys() ?? []], [true]);
});

Deno.test("profileOf() leaves _meta out of other methods, and keeps it where it is an argument of a tool", () => {
  const read = call("x", { uri: "demo://a", _meta: { token: 1 } }, { method: "resources/read", tool: undefined });
  const names = [...profileOf([session("a", [read, call("t", { _meta: 1 })])]).values()]
    .map(({ args }) => [...args.objects?.members.keys() ?? []]);
  assertEquals(names, [["uri"], ["_meta"]]);
});

Deno.test("profileOf() costs as much as there are calls, also where every value is another", () => {
  const made = new Map<number, Parameters<typeof profileOf>[0]>();
  const sessions = (count: number) => {
    const known = made.get(count) ??
      [session("a", Array.from({ length: count }, (_, index) => call("t", { path: `/p/${index}`, n: index })))];
    made.set(count, known);
    return known;
  };
  assertLinear("profileOf", 1000, (count) => void profileOf(sessions(count)));
});
