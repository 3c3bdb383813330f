import { assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

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

Deno.test("status says what is in force for a server: policy, sandbox, learning, definitions, last session, failure", async () => {
  const wrapped = (await runIn(["wrap", "files"], world(TEXT))).files.get(CURSOR) ?? "";
  const home = "/home/ann/.sallyport";
  const plain = (await runIn(["status"], world(wrapped))).out();
  assertStringIncludes(plain, "    policy: pack:baseline\n    sandbox: off: it runs with your rights\n");
  assertStringIncludes(plain, "    definitions accepted: 0; last session: never\n");
  const files = {
    [CURSOR]: wrapped.replace('"--wrapped"', '"--sandbox", "--wrapped"'),
    "/etc/sallyport/policy.jsonc": policy({ default: "allow" }),
    [`${home}/sallyport.jsonc`]: policy({ mode: "observe", default: "allow" }),
    [`${home}/audit/2026/11/28/files-100203-0123456789ab.jsonl`]: "",
  };
  const full = await runIn(["status"], { files, workingFolder: "/home/ann/project" });
  const policies = `"/etc/sallyport/policy.jsonc", "${home}/sallyport.jsonc" (observe: refuses nothing)`;
  assertStringIncludes(full.out(), `    policy: ${policies}\n    sandbox: would not start: `);
  assertStringIncludes(full.out(), "last session: 2026-11-28\n");
  const learned = { ...files, [`${home}/learning.jsonc`]: '{"version":1,"servers":["files"]}' };
  const learning = (await runIn(["status"], { files: learned })).out();
  assertStringIncludes(learning, 'policy: "/etc/sallyport/policy.jsonc", pack:baseline\n');
  assertStringIncludes(learning, "LEARNING: only the pack baseline is enforced");
  const broken = await runIn(["status", "--json"], { files: { ...files, [`${home}/sallyport.jsonc`]: "{" } });
  assertStringIncludes(JSON.parse(broken.out())[0].facts.problem, "sallyport.jsonc");
});

Deno.test("status tells why a server did not start, until it does", async () => {
  const wrapped = (await runIn(["wrap", "files"], world(TEXT))).files.get(CURSOR) ?? "";
  const failing = { kind: "not-started", why: "no such program", hint: "Look" } as const;
  const server = ["--name", "files", "--no-project", "--", "npx", "-y", "server"];
  const failed = await runIn(server, { ...world(wrapped), end: failing });
  const files = Object.fromEntries(failed.files);
  const told = (await runIn(["status"], { files })).out();
  assertStringIncludes(told, '    did not start on 2026-11-30: "npx": no such program (PATH: "/usr/bin")\n');
  const started = await runIn(server, { files });
  const after = await runIn(["status"], { files: Object.fromEntries(started.files) });
  assertEquals(after.out().includes("did not start"), false);
});
