import { assertEquals } from "@std/assert";
import { call, session } from "./profile_fixture.ts";
import { replayable, subjectOf, toReplay } from "./replay_call.ts";

Deno.test("what is apart is not replayed, and calls alike are one", () => {
  const one = call("t", { a: "${PROJECT_DIR}/x" });
  const found = replayable([session("a", [one, one, { ...one, apart: "error" }]), session("b", [call("t", {})])]);
  assertEquals(found.map(({ count, args }) => [count, JSON.stringify(args)]), [
    [2, '{"a":"/sallyport/home/project/x"}'],
    [1, "{}"],
  ]);
});

Deno.test("a value that is not kept is made up, of its length and form", () => {
  const line = call("t", {}, {
    args: {
      t: "object",
      m: {
        word: { t: "string", n: 5, s: "word", h: "x" },
        text: { t: "string", n: 15, s: "text", h: "x" },
        big: { t: "number" },
      },
    },
  });
  const { args } = toReplay(line);
  assertEquals(JSON.stringify(args), '{"word":"wwwww","text":"some words\\nsome","big":9007199254740991}');
});

Deno.test("calls alike are tainted only where all of them are", () => {
  const tainted = call("t", {}, {
    args: { t: "object", m: { "a/b": { t: "string", n: 1, s: "word", v: "x", taint: "r" } } },
  });
  assertEquals(toReplay(tainted).tainted, ["/a~1b"]);
  assertEquals(replayable([session("a", [tainted, call("t", { "a/b": "x" })])]).map((each) => each.tainted), [[]]);
});

Deno.test("subjectOf() puts the arguments where a policy looks for them", () => {
  const subject = subjectOf(toReplay(call("t", { a: 1 })), "s");
  assertEquals([subject.tool, JSON.stringify(subject.args), JSON.stringify(subject.content)], [
    "t",
    '{"a":1}',
    '{"name":"t","arguments":{"a":1}}',
  ]);
});
