import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { checkedSandbox } from "./checked_sandbox.ts";
import { findInForce } from "./in_force.ts";
import { withCached } from "./testdata/cached_package.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const MODULE = "/home/ann/tools/server.js";

async function decide(
  imports: readonly string[] | undefined,
  world: FakeWorld = {},
  module = MODULE,
  read: string[] = [],
) {
  const files = {
    [module]: "",
    [`${HOME}/sallyport.jsonc`]: policy({ sandbox: { deno: { read }, fallback: "run" } }),
  };
  const folders = ["/data", "/home/ann/tools", HOME, ...world.folders ?? []];
  const { edge } = fakeEdge({ ...world, imports, files: { ...files, ...world.files }, folders });
  const where = {
    ...{ home: HOME, userHome: "/home/ann", project: undefined, config: undefined, server: "s" },
    command: ["node", module],
  };
  const { inForce } = await findInForce(edge, where);
  assert(inForce !== undefined);
  return await checkedSandbox(edge, { where, inForce, names: [], isAsked: false });
}

Deno.test("checkedSandbox() refuses a file that imports what it may not read, and never falls back", async () => {
  const cases: readonly [readonly string[] | undefined, FakeWorld?, string?, string[]?][] = [
    [undefined],
    [[MODULE, "/home/ann/.ssh/id_rsa"]],
    [[MODULE, "/home/ann/tools2/lib.js"]],
    [[MODULE, "/home/ann/tools/link.js"], {
      links: { "/home/ann/tools/link.js": "/home/ann/.ssh/id_rsa" },
      files: { "/home/ann/.ssh/id_rsa": "" },
    }],
    // Beside a server in the home lies everything.
    [["/home/ann/server.js", "/home/ann/.ssh/id_rsa"], {}, "/home/ann/server.js"],
    [[MODULE, `${HOME}/audit.key`], {}, MODULE, []],
  ];
  for (const [imports, world, module, read] of cases) {
    const decided = await decide(imports, world, module, read);
    assertEquals(decided.kind, "refused", JSON.stringify(imports));
  }
  const decided = await decide([MODULE, "/home/ann/.ssh/id_rsa"]);
  assert(decided.kind === "refused");
  assertStringIncludes(decided.why, 'its file imports "/home/ann/.ssh/id_rsa", which it may not read');
});

Deno.test("checkedSandbox() takes a file that imports what lies beside it or is permitted", async () => {
  for (const imports of [[MODULE], [MODULE, "/home/ann/tools/lib/a.js"]]) {
    assertEquals((await decide(imports)).kind, "on", JSON.stringify(imports));
  }
  assertEquals((await decide([MODULE, "/data/d.json"], {}, MODULE, ["/data"])).kind, "on");
  assertEquals((await decide(["/home/ann/server.js"], {}, "/home/ann/server.js")).kind, "on");
});

Deno.test("checkedSandbox() asks nothing for a package, whose imports Deno keeps in the cache", async () => {
  const world = withCached("@acme/files", "1.2.3", {
    files: { [`${HOME}/sallyport.jsonc`]: policy({ sandbox: { deno: {} } }) },
  });
  const { edge } = fakeEdge({ ...world, imports: undefined });
  const where = {
    ...{ home: HOME, userHome: "/home/ann", project: undefined, config: undefined, server: "s" },
    command: ["npx", "-y", "@acme/files@1.2.3"],
  };
  const { inForce } = await findInForce(edge, where);
  assert(inForce !== undefined);
  assertEquals((await checkedSandbox(edge, { where, inForce, names: [], isAsked: false })).kind, "on");
});
