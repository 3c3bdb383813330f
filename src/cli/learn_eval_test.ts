import { assertEquals, assertStringIncludes } from "@std/assert";
import { call, session } from "../../learn/profile_fixture.ts";
import { evaluationLines } from "./learn_eval.ts";
import { runIn } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

function world(names: readonly string[]) {
  const files = Object.fromEntries(names.map((name) => {
    const calls = [call("read", { path: "${PROJECT_DIR}/a" }), call(`only-${name}`, { note: "a\u001b b" })];
    const lines = [session(name, [], "files").head, ...calls, { kind: "end", calls: 2, lost: 0 }];
    return [`${HOME}/observations/files-c/${name}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join("")];
  }));
  return { files };
}

Deno.test("eval wants two sessions and a number of folds", async () => {
  assertEquals((await runIn(["learn", "eval"], world(["a"]))).exit, 1);
  for (const folds of ["1", "x", "1000"]) {
    assertEquals((await runIn(["learn", "eval", "--folds", folds], world(["a", "b"]))).exit, 2);
  }
});

Deno.test("eval shows each call that is broken, as text that drives no terminal, or all of it as JSON", async () => {
  const ran = await runIn(["learn", "eval"], world(["a", "b", "c"]));
  assertEquals(ran.exit, 0);
  assertStringIncludes(ran.out(), "breaks 1 x only-a");
  assertEquals(ran.out().includes("\u001b"), false);
  const json = JSON.parse((await runIn(["learn", "eval", "--json"], world(["a", "b", "c"]))).out());
  assertEquals([json.server, json.folds, json.refused.hits], ["files", 3, 3]);
});

Deno.test("evaluationLines() says that nothing is known where nothing is", () => {
  assertStringIncludes(evaluationLines(undefined).join(), "is not known");
});
