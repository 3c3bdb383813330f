import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const FILE = "/home/ann/.sallyport/observations/a-1/2026-11-30-s.jsonl";
const HEAD = '{"kind":"session","v":1,"session":"s","server":"a","command":"c","day":"2026-11-30"}\n';
const CALL = '{"kind":"call","side":"client","method":"tools/call","tool":"read"}\n';

Deno.test("learn show counts what there is, and says what cannot be read and what to do", async () => {
  const good = await runIn(["learn", "show"], { files: { [FILE]: `${HEAD}${CALL}` } });
  assertEquals(good.exit, 0);
  assertStringIncludes(good.out(), "1 calls in 1 sessions on 2026-11-30");
  assertStringIncludes(good.out(), "without an end: 1");
  const json = await runIn(["learn", "show", "--json"], { files: { [FILE]: `${HEAD}${CALL}` } });
  assertEquals(JSON.parse(json.out()).servers[0].uses[0].what, "read");
  const bad = await runIn(["learn", "show"], { files: { [FILE]: `${HEAD}{"kind` } });
  assertEquals(bad.exit, 1);
  assertStringIncludes(bad.err(), `${FILE}:2: the last line is half written`);
  assertStringIncludes((await runIn(["learn", "show"])).out(), "nothing is observed yet");
});
