import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Edge } from "./edge.ts";
import { findInForce } from "./in_force.ts";
import { limitedLaunch, limitsSentence, serverLimits } from "./server_limits.ts";
import { fakeEdge, type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const MACHINE = "/etc/sallyport/policy.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";
const PRLIMIT = { "/usr/bin/prlimit": "" };

function policy(limits: object): string {
  return JSON.stringify({ version: 1, default: "allow", sandbox: { limits } });
}

async function limitsOf(
  world: FakeWorld,
  { sandbox = "off", more = {} }: { readonly sandbox?: "on" | "off"; readonly more?: Partial<Edge> } = {},
) {
  const edge = { ...fakeEdge(world).edge, ...more };
  const { inForce, problems } = await findInForce(edge, {
    home: "/home/ann/.sallyport",
    userHome: "/home/ann",
    project: "/home/ann/project",
    config: undefined,
    server: "files",
    command: ["x"],
  });
  assert(inForce !== undefined, JSON.stringify(problems));
  return serverLimits(edge, inForce, { kind: sandbox });
}

Deno.test("serverLimits() is none without limits, and the strictest of all policies with", async () => {
  assertEquals((await limitsOf({})).kind, "none");
  const files = {
    ...PRLIMIT,
    [MACHINE]: policy({ memoryMb: 512 }),
    [GLOBAL]: policy({ memoryMb: 2048, openFiles: 128 }),
    [PROJECT]: policy({ memoryMb: 64, openFiles: 32 }),
  };
  const found = await limitsOf({ files });
  assert(found.kind === "on");
  assertEquals(found.text, "512 MiB of memory, 128 open files for each of its processes");
  assertEquals(limitedLaunch({ program: "npx", args: ["-y", "s"] }, found), {
    program: "/usr/bin/prlimit",
    args: ["--core=0", "--data=536870912", "--nofile=128", "--", "npx", "-y", "s"],
  });
  assertStringIncludes(limitsSentence("files", found) ?? "", 'limited: server "files" gets 512 MiB');
});

Deno.test("serverLimits() refuses where they cannot be kept: other systems, no prlimit, too little for Deno", async () => {
  const files = { ...PRLIMIT, [GLOBAL]: policy({ memoryMb: 512 }) };
  assertEquals((await limitsOf({ files })).kind, "on");
  const rows = [
    await limitsOf({ files }, { more: { isMac: true } }),
    await limitsOf({ files }, { more: { platform: "windows" } }),
    await limitsOf({ files: { [GLOBAL]: policy({ memoryMb: 512 }) } }),
    await limitsOf({ files }, { sandbox: "on" }),
  ];
  assertEquals(rows.map(({ kind }) => kind), ["refused", "refused", "refused", "refused"]);
  const enough = { ...PRLIMIT, [GLOBAL]: policy({ memoryMb: 1024 }) };
  assertEquals((await limitsOf({ files: enough }, { sandbox: "on" })).kind, "on");
});

Deno.test("a proxy does not start a server whose limits cannot be kept", async () => {
  const files = { [GLOBAL]: policy({ openFiles: 64 }) };
  const refused = await runIn(["--", "npx", "server"], { files });
  assertEquals([refused.exit, refused.plans.length], [3, 0]);
  assertStringIncludes(refused.err(), "Refusing to start without limits: there is no prlimit");
  const started = await runIn(["--", "npx", "server"], { files: { ...files, ...PRLIMIT } });
  assertEquals(started.plans[0]?.program, "/usr/bin/prlimit");
  assertEquals(started.plans[0]?.notes, ["limited"]);
});
