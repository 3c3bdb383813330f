import { assertEquals } from "@std/assert";
import { cachedNames, denoCache, denoProgram } from "./deno_place.ts";
import { fakeEdge, type FakeWorld } from "./testdata/fake_edge.ts";

const COMPILED = { program: { kind: "compiled", path: "/usr/bin/sallyport" } } as const;

Deno.test("denoProgram() is the deno that runs us, or the first in absolute folders of PATH", () => {
  const find = (world: FakeWorld) => denoProgram(fakeEdge(world).edge);
  assertEquals(find({}), "/usr/bin/deno");
  assertEquals(find(COMPILED), undefined, "none is in PATH");
  const files = { "/opt/bin/deno": "", "/home/ann/project/deno": "" };
  assertEquals(find({ ...COMPILED, files, env: { PATH: ".::/usr/bin:/opt/bin/" } }), "/opt/bin/deno");
  assertEquals(find({ ...COMPILED, files, env: { PATH: ".:bin:" } }), undefined, "the working folder has no say");
});

Deno.test("denoCache() is where Deno's manual says, and an absolute path or nothing", () => {
  const find = (env: Record<string, string>, world: FakeWorld = {}) => denoCache(fakeEdge({ ...world, env }).edge);
  assertEquals(find({}), "/home/ann/.cache/deno");
  assertEquals(find({ DENO_DIR: "/srv/cache/" }), "/srv/cache");
  assertEquals(find({ DENO_DIR: "cache", XDG_CACHE_HOME: "/x" }), "/x/deno");
  assertEquals(find({ HOME: "" }), undefined);
  assertEquals(find({ LOCALAPPDATA: "C:\\L" }, { platform: "windows" }), "C:\\L/deno");
  assertEquals(find({}, { platform: "windows" }), undefined);
});

Deno.test("cachedNames() lists versions, none where there is no such package, nothing where nobody may look", () => {
  const place = "/c/npm/registry.npmjs.org/@acme/files";
  const files = { [`${place}/registry.json`]: "", [`${place}/1.2.3/package.json`]: "" };
  const { edge } = fakeEdge({ files });
  assertEquals(cachedNames(edge, "/c", "@acme/files")?.toSorted(), ["1.2.3", "registry.json"]);
  assertEquals(cachedNames(edge, "/c", "@acme/other"), []);
  assertEquals(cachedNames(edge, undefined, "@acme/files"), undefined);
  assertEquals(cachedNames(fakeEdge({ files, hidden: [place] }).edge, "/c", "@acme/files"), undefined);
});
