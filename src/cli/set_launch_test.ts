import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { NO_PERMISSIONS } from "../sandbox/permission_set.ts";
import { findInForce, type Surroundings } from "./in_force.ts";
import { launchWithSet } from "./set_launch.ts";
import { withCached } from "./testdata/cached_package.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const COMMAND = ["npx", "-y", "@acme/files@1.2.3", "/data", "-A"];

async function launched(world: FakeWorld = {}, command = COMMAND, names: readonly string[] = []) {
  const { edge } = fakeEdge(withCached("@acme/files", "1.2.3", world));
  const where: Surroundings = {
    home: HOME,
    userHome: "/home/ann",
    project: "/home/ann/project",
    config: undefined,
    server: "files",
    command,
  };
  const { inForce } = await findInForce(edge, where);
  assert(inForce !== undefined);
  return launchWithSet(edge, {
    where,
    inForce,
    names,
    set: { ...NO_PERMISSIONS, read: ["/"] },
    flags: ["--allow-net"],
  });
}

Deno.test("what cannot run under Deno, or would change its Deno, is refused", async () => {
  assertEquals((await launched({ platform: "windows" })).ok, false);
  assertEquals((await launched({}, ["docker", "run", "x"])).ok, false);
  assertEquals((await launched({}, ["npx", "-y", "@acme/other@1.2.3"])).ok, false);
  assertEquals((await launched({ env: { NODE_OPTIONS: "--x" } }, COMMAND, ["NODE_OPTIONS"])).ok, false);
  assertEquals((await launched({ env: { NODE_OPTION: "--x" } }, COMMAND, ["NODE_OPTION"])).ok, true);
  assertEquals((await launched({ program: { kind: "compiled", path: "/usr/bin/sallyport" } })).ok, false);
});

Deno.test("Sallyport's home stays closed, and the policy and Deno's cache unwritten", async () => {
  const made = await launched({ files: { [`${HOME}/sallyport.jsonc`]: policy({}) } });
  assert(made.ok);
  const flags = made.args.join("\n");
  assertStringIncludes(flags, `--deny-read=${HOME}`);
  const [unwritten = ""] = /--deny-write=.*/.exec(flags) ?? [];
  for (const place of [HOME, "/home/ann/.cache/deno", `${HOME}/sallyport.jsonc`]) {
    assertStringIncludes(unwritten, place);
  }
});

Deno.test("the server's own arguments stand apart, behind the module", async () => {
  const made = await launched();
  assert(made.ok);
  assertEquals([made.args.at(-1), made.serverArgs], ["npm:@acme/files@1.2.3", ["/data", "-A"]]);
  assert(made.args.includes("--allow-read=/") && made.args.includes("--allow-net"));
  assertEquals(made.environment["DENO_DIR"], "/home/ann/.cache/deno");
});
