import { assertEquals, assertRejects } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call } from "./profile_fixture.ts";
import { toReplay } from "./replay_call.ts";
import { newReplayJudge } from "./replay_judge.ts";

const WORLD = { server: "s", packs: PACKS };

Deno.test("a policy with a problem is never judged by", async () => {
  await assertRejects(() => newReplayJudge('{"version":1,"toools":{}}', WORLD), TypeError, "Cannot load");
});

Deno.test("folders are the made-up ones, and files are taken for ordinary", async () => {
  const policy = { version: 1, tools: { t: { args: { p: { path: { under: "${PROJECT_DIR}" } } } } } };
  const judge = await newReplayJudge(JSON.stringify(policy), WORLD);
  const verdict = (p: string) => judge(toReplay(call("t", { p }))).action;
  assertEquals([verdict("${PROJECT_DIR}/a"), verdict("src/a"), verdict("${PROJECT_DIR}/../a")], [
    "allow",
    "allow",
    "deny",
  ]);
});
