import { assertEquals } from "@std/assert";
import { serverNeeds, type WrappedStart } from "./server_needs.ts";
import { withCached } from "./testdata/cached_package.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const GLOBAL = `${HOME}/sallyport.jsonc`;

async function needs(body: object, start: Partial<WrappedStart> = {}, world: FakeWorld = {}) {
  const { edge } = fakeEdge({ ...world, files: { [GLOBAL]: policy(body), ...world.files } });
  return await serverNeeds(edge, {
    home: HOME,
    userHome: "/home/ann",
    project: undefined,
    config: undefined,
    server: "files",
    command: ["npx", "-y", "@acme/files@1.2.3"],
    variables: [],
    isSandboxed: false,
    ...start,
  });
}

const DEFAULT_ENV = ["HOME", "SALLYPORT_HOME", "DENO_PERMISSION_BROKER_PATH", "OTEL_DENO", "LOGNAME", "PATH", "SHELL"];

Deno.test("serverNeeds() is the home and the machine's place where the policy wants nothing more", async () => {
  assertEquals(await needs({}), {
    read: [HOME, "/etc/sallyport"],
    write: [HOME],
    env: [...DEFAULT_ENV, "TERM", "USER"],
    run: ["npx", "kill"],
    net: [],
  });
  // A policy that cannot be read lets nothing start: no flag is made up for it.
  assertEquals((await needs({ nonsense: 1 })).run, ["npx", "kill"]);
});

Deno.test("serverNeeds() follows the policy's paths, files and variables, and no others", async () => {
  const folders = ["/data", "/home/ann/notes"];
  const files = { "/srv/team.jsonc": policy({}), "/home/ann/.sallyport/more.jsonc": policy({}) };
  const found = await needs(
    {
      extends: ["/srv/team.jsonc", "./more.jsonc"],
      environment: { pass: ["API_KEY"] },
      tools: {
        a: { args: { path: { path: { under: ["/data", "${HOME}/notes"] } } } },
        b: { args: { path: { path: { under: ["/gone"] } } } },
        c: { args: { q: { glob: "${env:PATTERN}/*" } } },
      },
    },
    {},
    { folders, files, env: { PATTERN: "x", OTHER: "y" } },
  );
  assertEquals(found.read, [HOME, "/etc/sallyport", "/srv/team.jsonc", "/data", "/home/ann/notes"]);
  assertEquals(found.env.includes("API_KEY") && found.env.includes("PATTERN"), true);
  assertEquals(found.env.includes("SHELL") || found.env.includes("OTHER"), false);
});

Deno.test("serverNeeds() has the Deno of a sandboxed server in place of its program, and the folders of its set", async () => {
  const world = withCached("@acme/files", "1.2.3", { folders: ["/data"] });
  const set = { deno: { read: ["/data"] } };
  const found = await needs({ sandbox: set }, {}, world);
  assertEquals([found.run, found.net], [["/usr/bin/deno", "kill"], []]);
  assertEquals(found.read.includes("/data"), true);
  assertEquals((await needs({ sandbox: { ...set, fallback: "run" } }, {}, world)).run, [
    "/usr/bin/deno",
    "npx",
    "kill",
  ]);
  assertEquals(
    (await needs({}, { isSandboxed: true, command: ["npx", "-y", "@acme/files@1.2.3", "/data"] }, world)).run,
    [
      ...["/usr/bin/deno", "kill"],
    ],
  );
  const machine = { "/etc/sallyport/policy.jsonc": policy({ default: "allow", sandbox: set }) };
  assertEquals((await needs({}, {}, { ...world, files: { ...world.files, ...machine } })).run[0], "/usr/bin/deno");
  assertEquals((await needs({ sandbox: { deno: { perCall: true } } }, {}, world)).net.length, 16);
});

Deno.test("serverNeeds() names no folder that lies in another", async () => {
  const folders = ["/data", "/data/a"];
  const found = await needs({}, { project: "/data", command: ["npx", "server", "/data/a", "/data"] }, { folders });
  assertEquals(found.read, [HOME, "/etc/sallyport", "/data"]);
});

Deno.test("serverNeeds() names prlimit in place of the program that it becomes", async () => {
  const limits = { sandbox: { limits: { openFiles: 64 } } };
  const files = { "/usr/bin/prlimit": "" };
  assertEquals((await needs(limits, {}, { files })).run, ["/usr/bin/prlimit", "kill"]);
  // Where it cannot be had nothing starts, and the flags are those without it.
  assertEquals((await needs(limits)).run, ["npx", "kill"]);
  assertEquals((await needs({}, {}, { files })).run, ["npx", "kill"]);
});
