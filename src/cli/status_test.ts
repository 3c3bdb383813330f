import { assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const CURSOR = "/home/ann/.cursor/mcp.json";
const TEXT =
  '{"mcpServers":{"files":{"command":"npx","args":["-y","server"]},"web":{"url":"https://mcp.example.com/"}}}';

function world(text: string): FakeWorld {
  return { files: { [CURSOR]: text }, workingFolder: "/home/ann/project" };
}

Deno.test("status says what stands in front of each server, and whether its flags are as they would be now", async () => {
  const open = await runIn(["status"], world(TEXT));
  assertEquals(open.exit, 1);
  assertStringIncludes(open.out(), "files: NOT behind Sallyport");
  assertStringIncludes(open.out(), "web: not covered yet");
  const wrapped = (await runIn(["wrap", "files"], world(TEXT))).files.get(CURSOR) ?? "";
  const good = await runIn(["status", "--json"], world(wrapped));
  assertEquals([good.exit, JSON.parse(good.out())[0].state], [0, "wrapped"]);
  const stale = await runIn(["status"], world(wrapped.replace("--allow-run=npx,kill", "--allow-run=npx")));
  assertEquals(stale.exit, 0);
  assertStringIncludes(stale.out(), "sallyport wrap --refresh");
  assertEquals((await runIn(["status"], {})).out(), "No client's file names a server.\n");
});

Deno.test("status and wrap --check do not take another program that has the mark for Sallyport", async () => {
  const wrapped = (await runIn(["wrap", "files"], world(TEXT))).files.get(CURSOR) ?? "";
  for (const [from, to] of [["/usr/bin/deno", "/tmp/deno"], ['"run"', '"eval"']] as const) {
    const foreign = wrapped.replace(from, to);
    assertEquals(foreign === wrapped, false);
    const ran = await runIn(["status"], world(foreign));
    assertEquals(ran.exit, 1);
    assertStringIncludes(ran.out(), "files: NOT behind this Sallyport");
    assertEquals((await runIn(["wrap", "--check"], world(foreign))).exit, 1);
    const again = await runIn(["wrap", "--refresh"], world(foreign));
    assertEquals([again.exit, again.files.get(CURSOR)], [0, wrapped]);
  }
});
