import { UNDO_BY_HAND } from "../clients/wrapping.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const CURSOR = "/home/ann/.cursor/mcp.json";
const GOOSE = "/home/ann/.config/goose/config.yaml";
const POLICY = "/home/ann/.sallyport/sallyport.jsonc";
const FILES = {
  [CURSOR]: '{"mcpServers":{"files":{"command":"npx","args":["-y","server"]}}}',
  [GOOSE]: "extensions:\n  mem:\n    type: stdio\n    cmd: uvx\n    args: [mem]\n",
};

function world(more: Partial<FakeWorld> = {}): FakeWorld {
  return { files: FILES, workingFolder: "/home/ann/project", ...more };
}

Deno.test("init --yes wraps every server and writes the profile's policy, once", async () => {
  const ran = await runIn(["init", "--yes", "--profile", "company-laptop"], world());
  assertEquals(ran.exit, 0, ran.err());
  assertStringIncludes(ran.files.get(CURSOR) ?? "", `"--wrapped", "cursor${UNDO_BY_HAND}"`);
  assertStringIncludes(ran.files.get(GOOSE) ?? "", `"--wrapped", "goose${UNDO_BY_HAND}", "--", "uvx", "mem"`);
  assertStringIncludes(ran.files.get(POLICY) ?? "", '"extends": ["company-laptop"]');
  assertStringIncludes(ran.err(), "sallyport unwrap --all");
  const again = await runIn(["init", "--yes"], world({ files: Object.fromEntries(ran.files) }));
  assertEquals(again.exit, 1);
  assertEquals(Object.fromEntries(again.files), Object.fromEntries(ran.files));
});

Deno.test("init asks which, shows each whole command, and takes none for an answer", async () => {
  const chosen = await runIn(["init"], world({ terminal: true, answer: "2" }));
  assertEquals(chosen.exit, 0);
  assertStringIncludes(chosen.err(), "Cursor: files");
  assertStringIncludes(chosen.err(), "npx -y server");
  assertEquals(chosen.files.get(CURSOR), FILES[CURSOR]);
  assertStringIncludes(chosen.files.get(GOOSE) ?? "", "--wrapped");
  const none = await runIn(["init"], world({ terminal: true, answer: "none" }));
  assertEquals([none.exit, Object.fromEntries(none.files)], [1, FILES]);
  const piped = await runIn(["init"], world());
  assertEquals([piped.exit, Object.fromEntries(piped.files)], [3, FILES]);
});

Deno.test("init keeps a policy that is there, changes nothing when dry, and says when there is nothing", async () => {
  const kept = await runIn(["init", "--yes"], world({ files: { ...FILES, [POLICY]: "{}" } }));
  assertEquals(kept.files.get(POLICY), "{}");
  const dry = await runIn(["init", "--dry-run"], world());
  assertEquals([dry.exit, Object.fromEntries(dry.files)], [0, FILES]);
  assertStringIncludes(dry.out(), "+ /usr/bin/deno run");
  assertEquals((await runIn(["init", "--yes"], world({ files: {} }))).exit, 1);
  assertEquals((await runIn(["init", "--profile", "loose"], world())).exit, 2);
});

Deno.test("init --profile strict writes an allow list", async () => {
  const ran = await runIn(["init", "--yes", "--profile", "strict"], world());
  assertEquals((ran.files.get(POLICY) ?? "").includes("default"), false);
});
