import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const ASKS = [{ id: "a", text: "First?" }, { id: "b", text: "Second?" }, { id: "c", text: "Third?" }];

Deno.test("approve shows one question after the other; whatever is no clear yes is a no", async () => {
  const ran = await runIn(["approve"], { terminal: true, asks: ASKS, stdin: "allow\nyes\nsession\n" });
  assertEquals(ran.exit, 0);
  assertEquals(ran.answers, [["a", "allow"], ["b", "deny"], ["c", "session"]]);
  assertStringIncludes(ran.err(), "First?\n  (3 wait) allow, session or deny? ");
});

Deno.test("approve takes nothing that was typed before a question stood there", async () => {
  const ran = await runIn(["approve"], { terminal: true, stdin: "allow\n" });
  assertEquals([ran.exit, ran.answers], [0, []]);
});

Deno.test("approve wants a terminal and a home that can be written", async () => {
  const piped = await runIn(["approve"], { asks: ASKS, stdin: "allow\n" });
  assertEquals([piped.exit, piped.answers], [3, []]);
  const full = await runIn(["approve"], {
    terminal: true,
    asks: ASKS,
    stdin: "allow\n",
    writeProblem: "the disk is full",
  });
  assertEquals([full.exit, full.answers], [2, []]);
  assertEquals((await runIn(["approve", "all"], { terminal: true })).exit, 2);
});
