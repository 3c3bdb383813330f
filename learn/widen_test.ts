import { assertEquals } from "@std/assert";
import { PACKS } from "../packs/packs.ts";
import { call, session } from "./profile_fixture.ts";
import { learn } from "./proposal.ts";
import { slotsOf } from "./plan.ts";
import { widenUntilSeenPasses } from "./widen.ts";

Deno.test("a step that refuses what was seen is left for the next; nothing moves where all passes", async () => {
  const read = (file: string) => call("run", { command: `cat ${file}` });
  const learned = await learn([session("a", [read("/var/log/x"), read("b")]), session("b", [read("c")])], PACKS);
  const [slot] = learned.entries.flatMap(({ args }) => slotsOf(args));
  // The narrower steps keep to the project; the third is the one that knows any file.
  assertEquals(slot && learned.choices.rungOf(slot), 2);
  await widenUntilSeenPasses(learned);
  assertEquals(slot && learned.choices.rungOf(slot), 2);
});

Deno.test("what no step lets pass asks", async () => {
  const sql = (text: string) => call("sqlite_query", { sql: text });
  const calls = [sql("select a from b"), sql("delete from b")];
  const { entries, choices } = await learn([session("a", calls), session("b", calls)], PACKS);
  const [slot] = entries.flatMap(({ args }) => slotsOf(args));
  assertEquals(slot && choices.asksOutside(slot), true);
});
