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
