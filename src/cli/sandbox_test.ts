import { assertEquals, assertStringIncludes } from "@std/assert";
import { withCached } from "./testdata/cached_package.ts";
import { type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const TRY = ["sandbox", "try", "--", "npx", "-y", "@acme/files@1.2.3", "/data"];
const FAILS = {
  works: false,
  why: "it ended before it answered initialize",
  tools: 0,
  audit: "",
  lines: ["[files] boom"],
};

function cached(world: FakeWorld = {}): FakeWorld {
  return withCached("@acme/files", "1.2.3", { folders: ["/data"], ...world });
}

Deno.test("sandbox wants to know what to do with which server", async () => {
  for (const words of [["sandbox"], ["sandbox", "look", "--", "npx"], ["sandbox", "try"], ["sandbox", "try", "--"]]) {
    assertEquals((await runIn(words)).exit, 2, words.join(" "));
  }
  assertEquals((await runIn(["sandbox", "fetch", "--json", "--", "npx", "a"])).exit, 2);
  assertEquals((await runIn(TRY, cached({ env: { DENO_PERMISSION_BROKER_PATH: "/b" } }))).exit, 2);
});

Deno.test("sandbox try says why a server cannot run under Deno, and starts nothing", async () => {
  const docker = await runIn(["sandbox", "try", "--", "docker", "run", "x"]);
  assertEquals([docker.exit, docker.out(), docker.trials.length], [3, "", 0]);
  assertStringIncludes(docker.err(), "Cannot run this server under Deno: a container cannot run under Deno");
  const missing = await runIn(["sandbox", "try", "--json", "--", "npx", "-y", "@acme/files@1.2.3"]);
  assertEquals(missing.exit, 3);
  assertEquals(JSON.parse(missing.out()), { works: false, why: "@acme/files@1.2.3 is not in Deno's cache" });
  assertStringIncludes(missing.err(), "hint: Fetch it once");
  const fallback = { [GLOBAL]: policy({ sandbox: { fallback: "run" } }) };
  assertEquals(
    (await runIn(["sandbox", "try", "--", "uvx", "x"], { files: fallback })).exit,
    3,
    "a trial falls back to nothing",
  );
  const faulty = { [GLOBAL]: policy({ sandbox: { deno: { read: ["a"] } } }) };
  assertEquals((await runIn(TRY, cached({ files: faulty }))).exit, 2);
  assertEquals((await runIn(TRY, cached({ files: { [GLOBAL]: "{" } }))).exit, 2);
});

Deno.test("sandbox try says what a server asked for, and that it works or why not", async () => {
  const audit = ["read /data/x", "read /etc/passwd", "env HOME"].map((each) => {
    const [permission, value] = each.split(" ");
    return JSON.stringify({ permission, value });
  }).join("\n");
  const works = await runIn(
    TRY,
    cached({ trial: { works: true, why: "", tools: 3, audit, lines: ["[files] hello"] } }),
  );
  assertEquals([works.exit, works.err()], [0, ""]);
  assertEquals(
    works.out(),
    "module: npm:@acme/files@1.2.3\npermissions: read /data; no write, net, env, run, sys, ffi\nworks: yes, 3 tools\n" +
      "asked for: read /data/x\nasked for: read /etc/passwd (not in the set)\n" +
      "asked for: env HOME (not in the set: it looks as if it were not set)\n",
  );
  const fails = await runIn(TRY, cached({ trial: FAILS }));
  assertEquals([fails.exit, fails.err()], [1, "[files] boom\n"]);
  assertStringIncludes(fails.out(), "works: no: it ended before it answered initialize\nasked for: nothing\n");
  const json = await runIn([...TRY.slice(0, 2), "--json", ...TRY.slice(2)], cached({ trial: FAILS }));
  assertEquals(JSON.parse(json.out()).why, FAILS.why);
});

Deno.test("sandbox try says what a broker refused without a call", async () => {
  const sandbox = { deno: { perCall: true, read: ["/data"], env: ["TOKEN"], startup: { env: ["LANG"] } } };
  const audit = [["read", "/data/a"], ["env", "LANG"], ["env", null], ["sys", "hostname"]]
    .map(([permission, value]) => JSON.stringify({ permission, value })).join("\n");
  const refused = [
    { permission: "read", value: "/data/a", rule: "sandbox/no-call" },
    { permission: "env", value: undefined, rule: "sandbox/all-at-once" },
  ];
  const files = { "/home/ann/.sallyport/sallyport.jsonc": policy({ sandbox }) };
  const world = cached({ files, trial: { works: true, why: "", tools: 1, audit, refused, lines: [] } });
  const tried = await runIn(["sandbox", "try", "--pass-env", "TOKEN,OTHER", ...TRY.slice(2)], {
    ...world,
    env: { ...world.env, TOKEN: "t", OTHER: "o" },
  });
  assertStringIncludes(
    tried.out(),
    "asked for: read /data/a (refused without a call; what it needs so belongs in startup)\n",
  );
  assertStringIncludes(tried.out(), "asked for: env LANG\n");
  assertStringIncludes(tried.out(), "asked for: env (all) (refused: sandbox/all-at-once)\n");
  assertStringIncludes(tried.out(), "asked for: sys hostname\n");
  assertEquals([tried.trials[0]?.environment["TOKEN"], tried.trials[0]?.environment["OTHER"]], ["t", undefined]);
  assertEquals(tried.trials[0]?.broker?.sockets.length, 16);
});

Deno.test("sandbox try gives the server the variables that pass, and no other", async () => {
  const env = { TOKEN: "t", OTHER: "o" };
  const { trials } = await runIn(["sandbox", "try", "--pass-env", "TOKEN", ...TRY.slice(2)], cached({ env }));
  assertEquals(trials[0]?.environment["TOKEN"], "t");
  assertEquals(trials[0]?.environment["OTHER"], undefined);
  assertEquals(trials[0]?.program, "/usr/bin/deno");
});

Deno.test("sandbox fetch fetches packages, says why not, and has nothing to do for files", async () => {
  const fetched = await runIn(["sandbox", "fetch", "--", "npx", "-y", "@acme/files@1.2.3", "/data"]);
  assertEquals([fetched.exit, fetched.out()], [0, "fetched: npm:@acme/files@1.2.3\n"]);
  assertEquals(fetched.fetches, [{
    deno: "/usr/bin/deno",
    module: "npm:@acme/files@1.2.3",
    cache: "/home/ann/.cache/deno",
    folder: "/home/ann/.sallyport",
  }]);
  const failed = await runIn(["sandbox", "fetch", "--", "npx", "files"], { fetchProblem: "no such package" });
  assertEquals(failed.exit, 1);
  assertStringIncludes(failed.err(), "Cannot fetch npm:files: no such package");
  assertEquals((await runIn(["sandbox", "fetch", "--", "uvx", "x"])).exit, 3);
  const file = await runIn(["sandbox", "fetch", "--", "node", "a.js"]);
  assertEquals([file.exit, file.fetches.length], [0, 0]);
  const compiled = { program: { kind: "compiled", path: "/usr/bin/sallyport" } } as const;
  assertEquals((await runIn(["sandbox", "fetch", "--", "npx", "files"], compiled)).exit, 3);
});
