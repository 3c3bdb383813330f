import { assertEquals, assertStringIncludes } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn, policyOf } from "./proposal.ts";
import { Review } from "./review.ts";

async function begun() {
  const calls = [call("read", { path: "${PROJECT_DIR}/src/a" }), call("bad\u001bc", { n: 5 })];
  const proposal = await learn([session("a", [...calls, ...calls]), session("b", calls)], PACKS);
  return { proposal, review: new Review(proposal.entries, proposal.choices) };
}

Deno.test("what is not a key changes nothing, and nothing of a message drives the terminal", async () => {
  const { review } = await begun();
  for (const line of ["", "x", "yes", "w 9", "n 1", "accept"]) assertEquals(review.take(line), "asking");
  assertStringIncludes(review.screen(), "[1/2] tool read: allow. 3 calls in 2 sessions");
  review.take("a");
  assertEquals(review.screen().includes("\u001b"), false);
});

Deno.test("keys accept, widen, narrow, ask, deny, skip, go back and quit", async () => {
  const { review, proposal } = await begun();
  review.take("w 1");
  assertStringIncludes(review.screen(), "/path: paths in one folder");
  assertStringIncludes(JSON.stringify(policyOf(proposal).tools["read"]), '"under"');
  review.take("n");
  assertStringIncludes(JSON.stringify(policyOf(proposal).tools["read"]), '"oneOf"');
  review.take("k");
  review.take("b");
  assertStringIncludes(review.screen(), "tool read: ask");
  review.take("d");
  assertEquals(review.take("s"), "done");
  assertEquals(JSON.stringify(policyOf(proposal).tools), '{"read":"deny"}');
  assertEquals((await begun()).review.take("q"), "quit");
  assertEquals(new Review([], proposal.choices).state, "done");
});

Deno.test("a permission set is the last question: nothing but an a takes it", async () => {
  const { proposal } = await begun();
  const talk = () => new Review(proposal.entries, proposal.choices, '"sandbox": {}');
  for (const [key, isTaken] of [["s", false], ["a", true]] as const) {
    const review = talk();
    for (const line of ["a", "a"]) assertEquals(review.take(line), "asking");
    assertStringIncludes(review.screen(), "[3/3] the Deno permissions that the server used");
    for (const line of ["", "k", "d", "yes"]) assertEquals([review.take(line), review.takesSandbox], ["asking", false]);
    assertEquals([review.take("b"), review.screen().startsWith("[2/3]")], ["asking", true]);
    review.take("a");
    assertEquals([review.take(key), review.takesSandbox], ["done", isTaken]);
  }
  const quit = talk();
  for (const line of ["a", "a", "q"]) quit.take(line);
  assertEquals([quit.state, quit.takesSandbox], ["quit", false]);
  assertEquals(new Review([], proposal.choices).state, "done");
  assertEquals(new Review([], proposal.choices, '"sandbox": {}').state, "asking");
});
