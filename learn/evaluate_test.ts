import { assert, assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { evaluate } from "./evaluate.ts";
import { call, session } from "./profile_fixture.ts";

Deno.test("one session cannot be split; what a fold never saw is broken, and said", async () => {
  const one = call("read", { path: "${PROJECT_DIR}/a" });
  assertEquals(await evaluate([session("a", [one])], { packs: PACKS }), undefined);
  const sessions = ["a", "b", "c"].map((name) => session(name, [one, one, one]));
  const same = await evaluate(sessions, { packs: PACKS });
  assertEquals([same?.refused.hits, same?.asked.hits, same?.refused.of, same?.broken], [0, 0, 9, []]);
  const odd = await evaluate([...sessions, session("d", [call("other", {})])], { packs: PACKS });
  assertEquals(odd?.broken.map(({ what, rule }) => [what, rule]), [["other", "default/deny"]]);
});

Deno.test("an ask counts apart from a refusal, and an attack that passes is shown", async () => {
  const words = (text: string) => call("note", { text });
  const sessions = ["a", "b", "c", "d"].map((name) => session(name, [words(`${name} 1`), words(`${name} 2`)]));
  const thin = await evaluate([...sessions.slice(0, 2)], { packs: PACKS, folds: 2 });
  assertEquals([thin?.refused.hits, thin?.asked.hits], [0, 4]);
  const found = await evaluate(sessions, { packs: PACKS });
  assert(found !== undefined && found.passed.length === found.admitted.hits && found.admitted.of > 100);
});
