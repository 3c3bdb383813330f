import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { withCached } from "./testdata/cached_package.ts";
import { type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";

async function line(what: string, world: FakeWorld = {}): Promise<string | undefined> {
  const ran = await runIn(["doctor"], world);
  return ran.out().split("\n").find((each) => each.slice(5).startsWith(`${what}: `));
}

Deno.test("doctor has an audit log that cannot be written for a finding", async () => {
  const ran = await runIn(["doctor"], { auditProblem: "the disk is full" });
  assertEquals(ran.exit, 1);
  assertStringIncludes(ran.out(), "BAD  audit: /home/ann/.sallyport/audit cannot be written: the disk is full\n");
  assertEquals((await runIn(["doctor"])).exit, 0);
  assertEquals(await line("audit"), "ok   audit: /home/ann/.sallyport/audit can be written");
});

Deno.test("doctor has a policy that refuses nothing for a finding", async () => {
  const observing = { files: { [GLOBAL]: policy({ mode: "observe" }) } };
  assertEquals((await runIn(["doctor"], observing)).exit, 1);
  assertEquals(await line("policy", observing), `BAD  policy: ${GLOBAL} (observe: nothing is refused)`);
  assertEquals(await line("policy", { files: { [GLOBAL]: policy({}) } }), `ok   policy: ${GLOBAL}`);
  assertEquals(await line("policy"), "ok   policy: pack:baseline");
});

Deno.test("doctor shows what is wrong with a policy, and what is on besides", async () => {
  const ran = await runIn(["doctor"], { files: { [GLOBAL]: '{"version":1,"x":1}' } });
  assertEquals(ran.exit, 2);
  assertStringIncludes(ran.out(), "BAD  policy: cannot be read; no server would start\n");
  assertStringIncludes(ran.err(), `${GLOBAL}:1:14: `);
  assertStringIncludes(ran.out(), "audit: ");
});

Deno.test("doctor says whether the project's policy counts", async () => {
  const files = { [PROJECT]: policy({}) };
  assertEquals(
    await line("project policy", { files }),
    `note project policy: ${PROJECT} (not trusted: only what it denies or asks counts)`,
  );
  const trusted = await runIn(["trust"], { files, terminal: true, answer: "trust" });
  const after = await line("project policy", { files: Object.fromEntries(trusted.files) });
  assertEquals(after, `ok   project policy: ${PROJECT} (trusted)`);
  assertEquals(await line("project policy"), undefined);
});

Deno.test("doctor notes each permission that is wider than what was named", async () => {
  const world = { unlimited: ["read", "net"] };
  assertEquals(await line("permission read", world), "note permission read: everything is permitted");
  assertEquals(await line("permission net", world), "note permission net: everything is permitted");
  assertEquals(await line("permission write", world), "ok   permission write: only what was named");
  assertEquals(await line("permission ffi", world), "ok   permission ffi: nothing");
  const compiled = { ...world, program: { kind: "compiled", path: "/usr/bin/sallyport" } } as const;
  assertEquals(await line("permission read", compiled), "ok   permission read: everything is permitted");
  assertStringIncludes(await line("program", compiled) ?? "", "compiled binary /usr/bin/sallyport");
});

Deno.test("doctor says of a server what would really be on", async () => {
  const of = async (words: readonly string[], world: FakeWorld = {}) => {
    const ran = await runIn(["doctor", ...words], world);
    return { exit: ran.exit, line: ran.out().split("\n").find((each) => each.slice(5).startsWith("sandbox: ")) ?? "" };
  };
  assert((await of([])).line.startsWith("note sandbox: not sandboxed: servers run with your rights"));
  const npx = ["--", "npx", "-y", "@acme/files@1.2.3"];
  assertEquals((await of(npx)).line, 'note sandbox: not sandboxed: server "files" runs with your rights');
  const missing = await of(["--sandbox", ...npx]);
  assertEquals(missing.exit, 1);
  assertStringIncludes(missing.line, 'BAD  sandbox: not sandboxed: server "files" would not start: @acme/files@1.2.3');
  const there = await of(["--sandbox", "--name", "f", ...npx], withCached("@acme/files", "1.2.3"));
  assertEquals(there.exit, 0);
  assertStringIncludes(
    there.line,
    'ok   sandbox: sandboxed: server "f" runs under Deno as npm:@acme/files@1.2.3: no read',
  );
  const fallback = { files: { [GLOBAL]: policy({ sandbox: { deno: {}, fallback: "run" } }) } };
  assertEquals(
    (await of([], fallback)).line,
    "note sandbox: asked for; whether a server can be run so: sallyport doctor -- CMD",
  );
  const fell = await of(["--", "uvx", "x"], fallback);
  assertEquals(fell.exit, 1);
  assertStringIncludes(fell.line, "runs with your rights, as sandbox.fallback says: a Python program");
});

Deno.test("doctor says where a project is not one", async () => {
  assertStringIncludes(
    await line("project", { workingFolder: "/home/ann" }) ?? "",
    "none: the working folder is too wide",
  );
  assertEquals(await line("project"), "ok   project: /home/ann/project");
});

Deno.test("doctor --json prints findings and problems as one object", async () => {
  const { findings, problems } = JSON.parse((await runIn(["doctor", "--json"])).out());
  assertEquals(problems, []);
  assert(findings.every(({ state }: { state: string }) => ["ok", "note", "bad"].includes(state)));
  const broken = await runIn(["doctor", "--json"], { files: { [GLOBAL]: '{"version":1,"x":1}' } });
  assertEquals(JSON.parse(broken.out()).problems[0].code, "unknown-field");
});

Deno.test("doctor looks no further in an environment that turns Deno against it", async () => {
  const ran = await runIn(["doctor"], { env: { DENO_PERMISSION_BROKER_PATH: "/b" } });
  assertEquals([ran.exit, ran.out()], [2, ""]);
});
