import { assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const CURSOR = "/home/ann/.cursor/mcp.json";
const HOME = "/home/ann/.sallyport";
const TEXT = '{"mcpServers":{"files":{"command":"npx","args":["-y","server"]}}}';

async function installed(): Promise<FakeWorld> {
  const wrapped = await runIn(["wrap", "files"], { files: { [CURSOR]: TEXT }, workingFolder: "/home/ann/project" });
  const files = {
    ...Object.fromEntries(wrapped.files),
    [`${HOME}/sallyport.jsonc`]: '{"version":1}',
    [`${HOME}/observations/files-1/day.jsonl`]: "{}",
    [`${HOME}/audit/2026/11/30/a.jsonl`]: "{}",
    [`${HOME}/audit.key`]: "key",
  };
  return { files, workingFolder: "/home/ann/project" };
}

Deno.test("uninstall unwraps, removes the home, and keeps the log", async () => {
  const ran = await runIn(["uninstall", "--yes"], await installed());
  assertEquals(ran.exit, 0, ran.err());
  assertEquals(ran.files.get(CURSOR), TEXT);
  assertStringIncludes(ran.err(), "completions");
  const left = [...ran.files.keys()].filter((path) => path.startsWith(HOME)).toSorted();
  assertEquals(left, [`${HOME}/audit.key`, `${HOME}/audit/2026/11/30/a.jsonl`]);
});

Deno.test("uninstall --purge removes the log, too", async () => {
  const ran = await runIn(["uninstall", "--yes", "--purge"], await installed());
  assertEquals(ran.exit, 0, ran.err());
  assertEquals([...ran.files.keys()].filter((path) => path.startsWith(HOME)), []);
});

Deno.test("uninstall asks a person, and changes nothing without the word", async () => {
  const world = await installed();
  assertEquals((await runIn(["uninstall"], world)).exit, 3);
  const no = await runIn(["uninstall"], { ...world, terminal: true, answer: "yes" });
  assertEquals([no.exit, no.files.size], [1, Object.keys(world.files ?? {}).length]);
  assertEquals((await runIn(["uninstall"], { ...world, terminal: true, answer: "uninstall" })).exit, 0);
});

Deno.test("uninstall removes nothing while a server cannot be unwrapped or a file cannot be read", async () => {
  const world = await installed();
  const broken = await runIn(["uninstall", "--yes"], {
    ...world,
    files: { ...world.files, "/home/ann/.claude.json": "{" },
  });
  assertEquals(broken.exit, 2);
  assertEquals(broken.files.has(`${HOME}/sallyport.jsonc`), true);
  assertStringIncludes(broken.err(), "Nothing was removed");
});
