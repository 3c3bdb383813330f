import { assertEquals } from "@std/assert";
import { readFailures, setFailure, type StartFailure } from "./start_failures.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const FAILURE: StartFailure = { day: "2026-11-30", program: "npx", why: "the file does not exist", path: "/usr/bin" };

Deno.test("setFailure() keeps the last of each server until it starts", async () => {
  const { edge, files } = fakeEdge();
  await setFailure(edge, HOME, "a", undefined);
  assertEquals(files.size, 0, "nothing is written where there is nothing to say");
  await setFailure(edge, HOME, "a", FAILURE);
  await setFailure(edge, HOME, "__proto__", FAILURE);
  await setFailure(edge, HOME, "a", { ...FAILURE, why: "permission denied" });
  const known = await readFailures(edge, HOME);
  assertEquals([known.size, known.get("a")?.why, known.get("b")], [2, "permission denied", undefined]);
  await setFailure(edge, HOME, "a", undefined);
  assertEquals([...(await readFailures(edge, HOME)).keys()], ["__proto__"]);
});

Deno.test("readFailures() takes what is no such file for none", async () => {
  for (const text of ["", "[]", '{"failures":1}', '{"failures":{"a":{"day":1}}}', '{"failures":null}']) {
    const { edge } = fakeEdge({ files: { [`${HOME}/start-failures.json`]: text } });
    assertEquals((await readFailures(edge, HOME)).size, 0, text);
  }
});

Deno.test("setFailure() keeps the newest hundred servers", async () => {
  const { edge } = fakeEdge();
  for (let index = 0; index < 103; index++) await setFailure(edge, HOME, `s${index}`, FAILURE);
  const known = await readFailures(edge, HOME);
  assertEquals([known.size, known.has("s2"), known.has("s102")], [100, false, true]);
});
