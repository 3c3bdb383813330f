import { assertEquals } from "@std/assert";
import { learningPath, parseLearning, readLearning, setLearning } from "./learning.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

Deno.test("a list that is none is never read as names", async () => {
  for (const text of ["", "[]", '{"servers":["a"]}', '{"version":1,"servers":"a"}', '{"version":1,"servers":[1]}']) {
    assertEquals(await parseLearning(text), { ok: false, why: "it is no list of servers" });
  }
  assertEquals(await parseLearning('// x\n{"version":1,"servers":["a"]}'), { ok: true, servers: ["a"] });
});

Deno.test("which servers are recorded goes with the list, and ends with it", async () => {
  const bad = '{"version":1,"servers":["a"],"recorded":"a"}';
  assertEquals(await parseLearning(bad), { ok: false, why: "it is no list of servers" });
  const fake = fakeEdge();
  await setLearning(fake.edge, HOME, { server: "a", learns: true, records: true });
  await setLearning(fake.edge, HOME, { server: "b", learns: true });
  assertEquals(await readLearning(fake.edge, HOME), { ok: true, servers: ["a", "b"], recorded: ["a"] });
  await setLearning(fake.edge, HOME, { server: "a", learns: true });
  assertEquals(await readLearning(fake.edge, HOME), { ok: true, servers: ["a", "b"] });
});

Deno.test("setLearning() puts names on the list and takes them off, and leaves a broken list alone", async () => {
  const fake = fakeEdge();
  assertEquals(await readLearning(fake.edge, HOME), { ok: true, servers: [] });
  for (const server of ["b", "a", "b"]) await setLearning(fake.edge, HOME, { server, learns: true });
  assertEquals(await readLearning(fake.edge, HOME), { ok: true, servers: ["a", "b"] });
  await setLearning(fake.edge, HOME, { server: "a", learns: false });
  assertEquals(await readLearning(fake.edge, HOME), { ok: true, servers: ["b"] });
  const broken = fakeEdge({ files: { [learningPath(HOME)]: "{" } });
  assertEquals(await setLearning(broken.edge, HOME, { server: "a", learns: true }), "it is no list of servers");
  assertEquals(broken.files.get(learningPath(HOME)), "{");
});
