import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Subject } from "../policy/subject.ts";
import type { PolicyChange } from "./edge.ts";
import { nameOf } from "./proxy.ts";
import { withCached } from "./testdata/cached_package.ts";
import { type FakeWorld, policy, type Ran, runIn } from "./testdata/fake_edge.ts";

const SERVER = ["--", "npx", "-y", "@acme/server-files@1.2.3", "/data"];
const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";

/** A start that must be refused: nothing on stdout, no server. */
async function refused(args: readonly string[], world: FakeWorld = {}, exit = 2): Promise<string> {
  const ran = await runIn(args, world);
  assertEquals(ran.exit, exit, ran.err());
  assertEquals(ran.plans, []);
  assertEquals(ran.out(), "");
  return ran.err();
}

/** A start that must succeed. */
async function started(args: readonly string[], world: FakeWorld = {}): Promise<Ran> {
  const ran = await runIn(args, world);
  assertEquals(ran.plans.length, 1, ran.err());
  assertEquals(ran.out(), "", "stdout is the protocol's");
  return ran;
}

function planOf(ran: Ran) {
  const [plan] = ran.plans;
  assert(plan !== undefined);
  return plan;
}

function call(tool: string): Subject {
  return {
    side: "client",
    kind: "request",
    server: "s",
    method: "tools/call",
    tool,
    args: {},
    content: { name: tool, arguments: {} },
    bytes: 10,
    isKnown: true,
  };
}

Deno.test("proxy wants a command behind --", async () => {
  assertStringIncludes(await refused(["proxy"]), "sallyport: error: No server command\n");
  assertStringIncludes(await refused(["proxy", "--"]), "No server command behind --");
  assertStringIncludes(await refused(["proxy", "--", ""]), "No server command behind --");
  assertEquals((await started(["proxy", "--", "cat"])).exit, 0);
});

Deno.test("proxy takes no flag of its own from behind --", async () => {
  const plan = planOf(await started(["--name", "a", "--", "srv", "--name", "b", "-c", "x", "--help", "--", "y"]));
  assertEquals(plan.server, "a");
  assertEquals(plan.args, ["--name", "b", "-c", "x", "--help", "--", "y"]);
});

Deno.test("proxy refuses flags it does not know", async () => {
  assertStringIncludes(await refused(["--nam", "x", ...SERVER]), 'Unknown flag "--nam"');
  assertStringIncludes(await refused(["proxy", "word", ...SERVER]), 'Unexpected word "word"');
  assertStringIncludes(await refused(["--log-level", "loud", ...SERVER]), 'Unknown log level "loud"');
  assertEquals(planOf(await started(["--log-level", "info", ...SERVER])).logLevel, "info");
  assertEquals(planOf(await started(SERVER)).logLevel, "warn");
});

Deno.test("proxy refuses a name that could drive a terminal or fill a record", async () => {
  const hint = "Use --name NAME";
  assertStringIncludes(await refused(["--name", "a\u001b[2J", ...SERVER]), hint);
  assertStringIncludes(await refused(["--name", "a\u202eb", ...SERVER]), hint);
  assertStringIncludes(await refused(["--name", "n".repeat(101), ...SERVER]), hint);
  assertEquals(planOf(await started(["--name", "n".repeat(100), ...SERVER])).server, "n".repeat(100));
});

Deno.test("nameOf() names a server by its package or program", () => {
  const name = (...[program = "", ...args]: readonly string[]) => nameOf({ program, args });
  assertEquals(name("npx", "-y", "@acme/server-files@1.2.3", "/data"), "server-files");
  assertEquals(name("npx", "server-files@latest"), "server-files");
  assertEquals(name("deno", "run", "-A", "npm:@acme/files@2"), "files");
  assertEquals(name("deno", "run", "jsr:@acme/files"), "files");
  assertEquals(name("node", "/opt/srv/dist/index.js"), "index");
  assertEquals(name("/usr/local/bin/my-server"), "my-server");
  assertEquals(name("C:\\srv\\Files.exe"), "Files");
  assertEquals(name("npx.cmd", "files"), "files");
  assertEquals(name("python3", "-m", "server.py"), "server");
  assertEquals(name("srv/"), "srv");
  assertEquals(name("npx", "-y"), "npx");
  assertEquals(name("x\u001b\u202e"), "x");
  assertEquals(name("\u001b"), "server");
  assertEquals(name("a".repeat(300)).length, 100);
});

Deno.test("proxy refuses an environment that turns Deno against it", async () => {
  const broker = await refused(SERVER, { env: { DENO_PERMISSION_BROKER_PATH: "/tmp/b" } });
  assertStringIncludes(broker, "Refusing to start: DENO_PERMISSION_BROKER_PATH is set");
  assertStringIncludes(await refused(SERVER, { env: { OTEL_DENO: "true" } }), "Refusing to start: OTEL_DENO is set");
  await started(SERVER, { env: { OTEL_DENO: "" } });
});

Deno.test("proxy refuses a home inside the project, also by a link, and no home at all", async () => {
  const inside = "is inside the project";
  assertStringIncludes(await refused(SERVER, { env: { SALLYPORT_HOME: "/home/ann/project/.sallyport" } }), inside);
  const linked = { env: { SALLYPORT_HOME: "/srv/sp" }, folders: ["/home/ann/project/h"] };
  assertStringIncludes(await refused(SERVER, { ...linked, links: { "/srv/sp": "/home/ann/project/h" } }), inside);
  await started(SERVER, { env: { SALLYPORT_HOME: "/home/ann/project-home" } });
  assertStringIncludes(await refused(SERVER, { env: { HOME: "" } }), "neither SALLYPORT_HOME nor HOME is set");
});

const FLAGS: readonly (readonly [string, string])[] = [
  ["read /home/ann/.sallyport", "--allow-read=/home/ann/.sallyport"],
  ["write /home/ann/.sallyport", "--allow-write=/home/ann/.sallyport"],
  ["read /home/ann/project", "--allow-read=/home/ann/project"],
  ["read /etc/sallyport", "--allow-read=/etc/sallyport"],
  ["run npx", "--allow-run=npx"],
  ["run kill", "--allow-run=kill"],
  ["env HOME", "--allow-env=HOME"],
  ["env SALLYPORT_HOME", "--allow-env=SALLYPORT_HOME"],
  ["env OTEL_DENO", "--allow-env=OTEL_DENO"],
  ["env DENO_PERMISSION_BROKER_PATH", "--allow-env=DENO_PERMISSION_BROKER_PATH"],
  ["env PATH", "--allow-env=PATH"],
];

for (const [missing, flag] of FLAGS) {
  Deno.test(`proxy without "${missing}" does not start, and names ${flag}`, async () => {
    const said = await refused(SERVER, { missing: [missing] });
    assertStringIncludes(said, "sallyport: error: Refusing to start: Deno may not ");
    assertStringIncludes(said, `sallyport: hint: Add ${flag} to the deno run line\n`);
  });
}

Deno.test("proxy names every missing permission at once", async () => {
  const said = await refused(SERVER, { missing: ["read /home/ann/.sallyport", "read /home/ann/project", "run npx"] });
  assertStringIncludes(said, "Add --allow-read=/home/ann/.sallyport,/home/ann/project --allow-run=npx to");
});

Deno.test("proxy wants to read the file that -c names", async () => {
  const files = { "/etc/p.jsonc": policy({}) };
  const said = await refused(["-c", "/etc/p.jsonc", ...SERVER], { files, missing: ["read /etc/p.jsonc"] });
  assertStringIncludes(said, "--allow-read=/etc/p.jsonc");
  await started(["-c", "/etc/p.jsonc", ...SERVER], { files });
});

Deno.test("proxy needs no program to signal with where it may run everything", async () => {
  await started(SERVER, { unlimited: ["run"], missing: ["run kill"] });
  // A program that is not there is for the start itself to report.
  await started(SERVER, { unlimited: ["run"], missing: ["run npx"] });
  await refused(SERVER, { missing: ["run npx"] });
});

Deno.test("proxy does not start over a policy with mistakes, and shows them all", async () => {
  const said = await refused(SERVER, { files: { [GLOBAL]: '{"version": 1,\n "tolos": {},\n "mode": 1}' } });
  assertStringIncludes(said, `${GLOBAL}:2:2: `);
  assertStringIncludes(said, 'Did you mean "tools"?');
  assertStringIncludes(said, `${GLOBAL}:3:10: `);
  assertStringIncludes(await refused(SERVER, { files: { [GLOBAL]: undefined } }), "cannot be read: permission denied");
  assertStringIncludes(await refused(["-c", "no.jsonc", ...SERVER]), "the file does not exist");
});

Deno.test("proxy does not start without an audit log", async () => {
  const said = await refused(SERVER, { auditProblem: "no space is left" });
  assertStringIncludes(said, 'Cannot write the audit log in "/home/ann/.sallyport/audit": no space is left');
  assertStringIncludes(said, "sallyport: hint: ");
});

Deno.test("proxy passes on the server's exit code, and 2 where none started", async () => {
  assertEquals((await started(SERVER, { end: { kind: "ended", exit: 143 } })).exit, 143);
  const ran = await started(SERVER, { end: { kind: "not-started", why: "the file does not exist", hint: "Look" } });
  assertEquals(ran.exit, 2);
  assertStringIncludes(
    ran.err(),
    'sallyport: error: Cannot start server "npx": the file does not exist\nsallyport: hint: Look\n',
  );
});

Deno.test("proxy starts what it was told to, under the name and with the log it says", async () => {
  const plan = planOf(await started(SERVER));
  const { server, program, args, home, flush } = plan;
  assertEquals([server, program, args, home, flush], [
    "server-files",
    "npx",
    SERVER.slice(2),
    "/home/ann/.sallyport",
    "batch",
  ]);
  assertEquals(plan.commandHash.length, 64);
  const other = planOf(await started([...SERVER, "more"]));
  assert(plan.commandHash !== other.commandHash, "other arguments are another command");
  const each = { [GLOBAL]: policy({ audit: { flush: "each" } }) };
  assertEquals(planOf(await started(SERVER, { files: each })).flush, "each");
});

Deno.test("proxy passes only listed variables, and says which", async () => {
  const plain = await started(SERVER);
  assertEquals(planOf(plain).environment, { HOME: "/home/ann", PATH: "/usr/bin" });
  assertStringIncludes(plain.err(), "sallyport: passes to the server: HOME, LOGNAME, PATH, SHELL, TERM, USER\n");
  assertEquals(plain.asked.has("SECRET_TOKEN"), false, "a variable nobody named was read");
  const named = await started(["--pass-env", "SECRET_TOKEN, TERM", ...SERVER]);
  assertEquals(planOf(named).environment["SECRET_TOKEN"], "not for servers");
  const files = { [GLOBAL]: policy({ environment: { pass: ["PATH"] } }) };
  assertEquals(planOf(await started(SERVER, { files })).environment, { PATH: "/usr/bin" });
  const twice = await started(["--pass-env", "A", "--pass-env", "B", ...SERVER], { files, env: { A: "1", B: "2" } });
  assertEquals(planOf(twice).environment, { A: "1", B: "2", PATH: "/usr/bin" });
});

Deno.test("proxy lets the machine's policy bound variables, flushing and what is kept, and need its folder", async () => {
  const machine = { environment: { pass: ["HOME"] }, audit: { flush: "each", keepDays: 30 } };
  const files = {
    "/etc/sallyport/policy.jsonc": policy({ default: "allow", ...machine }),
    [GLOBAL]: policy({ environment: { pass: ["PATH"] }, audit: { flush: "batch", keepDays: 7 } }),
  };
  const ran = await started(["--pass-env", "HOME,SECRET_TOKEN", ...SERVER], { files });
  const { environment, flush, keepDays } = planOf(ran);
  assertEquals([environment, flush, keepDays], [{ HOME: "/home/ann" }, "each", 30]);
  assertEquals(ran.asked.has("SECRET_TOKEN"), false, "a variable that does not pass was read");
  assertStringIncludes(
    ran.err(),
    "policy: /etc/sallyport/policy.jsonc (of this machine; the others only tighten it)\n",
  );
  const text = await refused(SERVER, { missing: ["read /etc/sallyport"] });
  assertStringIncludes(text, "Add --allow-read=/etc/sallyport to the deno run line");
});

Deno.test("proxy takes the machine's sandbox in place of the person's", async () => {
  const files = {
    "/etc/sallyport/policy.jsonc": policy({ default: "allow", sandbox: { deno: { read: ["/data"] } } }),
    [GLOBAL]: policy({ sandbox: { deno: { read: ["/data"], run: ["sh"] }, fallback: "run" } }),
  };
  const ran = await started(SERVER, withCached("@acme/server-files", "1.2.3", { files, folders: ["/data"] }));
  assertStringIncludes(ran.err(), "sandboxed: ");
  assertEquals(ran.err().includes("run sh"), false);
});

Deno.test("proxy records no server that the machine's policy binds", async () => {
  for (const sandbox of [{ deno: { read: ["/data"] } }, { bwrap: {} }]) {
    const files = { "/etc/sallyport/policy.jsonc": policy({ default: "allow", sandbox }) };
    const world = withCached("@acme/server-files", "1.2.3", { files, folders: ["/data"] });
    const ran = await runIn(["learn", "--sandbox-record", ...SERVER], world);
    assertEquals([ran.exit, ran.plans.length], [2, 0], ran.err());
    assertStringIncludes(ran.err(), "The policy of this machine has a sandbox for this server");
  }
  const free = withCached("@acme/server-files", "1.2.3", {});
  assertEquals((await runIn(["learn", "--sandbox-record", ...SERVER], free)).plans.length, 1);
});

Deno.test("proxy refuses what is no variable's name, and a variable it may not read", async () => {
  assertStringIncludes(await refused(["--pass-env", "A,B=1", ...SERVER]), '"B=1" is no name of a variable');
  assertStringIncludes(await refused(["--pass-env", "X", ...SERVER], { missing: ["env X"] }), "Add --allow-env=X to");
  await started(["--pass-env", "X", ...SERVER], { missing: ["env Y"] });
});

Deno.test("proxy takes no list of variables from a project that is not trusted", async () => {
  const files = { [PROJECT]: policy({ environment: { pass: ["SECRET_TOKEN"] } }) };
  const ran = await started(SERVER, { files });
  assertEquals(planOf(ran).environment, { HOME: "/home/ann", PATH: "/usr/bin" });
  assertStringIncludes(ran.err(), "is inside the project and not trusted: only what it denies counts");
});

Deno.test("proxy says which policy is in force, and shouts where nothing is refused", async () => {
  assertStringIncludes((await started(SERVER)).err(), "sallyport: policy: pack:baseline\n");
  const observing = await started(SERVER, { files: { [GLOBAL]: policy({ mode: "observe" }) } });
  assertStringIncludes(observing.err(), `policy: ${GLOBAL} (observe: nothing is refused)`);
  assertEquals(planOf(observing).judge.mode, "observe");
  assertStringIncludes(observing.err(), 'not sandboxed: server "server-files" runs with your rights');
});

Deno.test("proxy gives up what it does not need before the server starts, and nothing when it does not start", async () => {
  assertEquals((await started(SERVER)).givenUp, ["net", "sys", "ffi"]);
  assertEquals((await runIn(SERVER, { auditProblem: "no" })).givenUp, []);
});

Deno.test("proxy hands on a judge that the policy made", async () => {
  const files = { [GLOBAL]: policy({ tools: { echo: "allow", run: "deny" } }) };
  const { judge } = planOf(await started(SERVER, { files }));
  assertEquals(judge.message(call("run")).action, "deny");
  assertEquals(judge.message(call("echo")).action, "allow");
  assertEquals(judge.hidesTool("run"), true);
});

/** Changes files while the proxy runs; returns what reloading said each time. */
async function reloads(world: FakeWorld, changes: readonly (readonly [string, string | null])[]) {
  const seen: (PolicyChange | undefined)[] = [];
  const ran = await started(SERVER, {
    ...world,
    async during(plan, fake) {
      seen.push(await plan.reload());
      for (const [path, text] of changes) {
        if (text === null) fake.files.delete(path);
        else fake.files.set(path, text);
        seen.push(await plan.reload());
      }
    },
  });
  return { seen, kinds: seen.map((change) => change?.kind), ran };
}

Deno.test("proxy reloads a policy only when one of its files changed", async () => {
  const before = policy({ tools: { echo: "allow" } });
  const { kinds, seen } = await reloads({ files: { [GLOBAL]: before } }, [
    [GLOBAL, before],
    [GLOBAL, policy({ tools: { echo: "deny" } })],
    ["/home/ann/.sallyport/unrelated", "x"],
  ]);
  assertEquals(kinds, [undefined, undefined, "changed", undefined]);
  const change = seen[2];
  assert(change?.kind === "changed");
  assertEquals(change.judge.message(call("echo")).action, "deny");
});

Deno.test("proxy keeps the policy in force when the changed one is broken, says why, and takes the mended one", async () => {
  const { kinds, ran, seen } = await reloads({ files: { [GLOBAL]: policy({ tools: { echo: "deny" } }) } }, [
    [GLOBAL, '{"version": 1, "tols": {}}'],
    [GLOBAL, policy({ tools: { echo: "allow" } })],
  ]);
  assertEquals(kinds, [undefined, "broken", "changed"]);
  assertStringIncludes(textOf(seen[1]), "the one before stays in force");
  assertStringIncludes(ran.err(), `${GLOBAL}:1:16: `);
});

Deno.test("proxy notices a policy that comes to be, one that goes, and one in an extended file", async () => {
  const team = "/home/ann/.sallyport/team.jsonc";
  const { kinds, seen } = await reloads({ files: {} }, [
    [PROJECT, policy({ tools: { run: "deny" } })],
    [PROJECT, null],
    [GLOBAL, policy({ default: "allow", extends: ["./team.jsonc"] })],
    [team, policy({ rules: [{ name: "r", when: { tool: "run" }, then: "deny" }] })],
    [team, policy({})],
  ]);
  // The project's denial outlives its file: whoever can take a file away could otherwise take the denial away.
  assertEquals(kinds, [undefined, "changed", "broken", "broken", "changed", "changed"]);
  const actions = seen.map((change) => change?.kind === "changed" ? change.judge.message(call("run")).action : "-");
  assertEquals(actions, ["-", "deny", "-", "-", "deny", "deny"]);
});

Deno.test("proxy keeps the person's own policy in force when its file goes, and takes the one that comes", async () => {
  const { kinds, seen } = await reloads({ files: { [GLOBAL]: policy({ tools: { echo: "allow" } }) } }, [
    [GLOBAL, null],
    [GLOBAL, policy({ tools: { run: "allow" } })],
  ]);
  assertEquals(kinds, [undefined, "broken", "changed"]);
  assertStringIncludes(textOf(seen[1]), "stays in force");
});

Deno.test("proxy guards a file that a changed policy begins to extend", async () => {
  const team = "/srv/team.jsonc";
  const { seen } = await reloads({ files: { [GLOBAL]: policy({}), [team]: policy({}) } }, [
    [GLOBAL, policy({ extends: [team] })],
  ]);
  const change = seen[1];
  assert(change?.kind === "changed");
  const guarded = change.protection.places.map((place) => `/${place.join("/")}`.replace("//", "/"));
  assert(guarded.includes(team), guarded.join());
});

function textOf(change: PolicyChange | undefined): string {
  return change === undefined || change.kind === "pins" ? "" : change.text;
}

Deno.test("proxy --sandbox refuses to start what cannot be sandboxed", async () => {
  const python = ["--", "uvx", "server"];
  const said = await refused(["--sandbox", ...python], {}, 3);
  assertStringIncludes(said, "Refusing to start without a sandbox: a Python program cannot run under Deno");
  const asks = { files: { [GLOBAL]: policy({ sandbox: { deno: {} } }) } };
  assertStringIncludes(await refused(python, asks, 3), "a Python program");
  const faulty = { files: { [GLOBAL]: policy({ sandbox: { deno: { read: ["notes"] }, fallback: "run" } }) } };
  assertStringIncludes(await refused(SERVER, faulty), "sandbox.deno.read: notes is no absolute path");
  assertEquals((await started(python)).exit, 0, "without the flag it starts");
});

Deno.test("proxy --sandbox starts the server under Deno, says so and notes it", async () => {
  const world = withCached("@acme/server-files", "1.2.3", { folders: ["/data"] });
  const ran = await started(["--sandbox", ...SERVER], world);
  const plan = planOf(ran);
  assertEquals([plan.program, plan.args.slice(-2)], ["/usr/bin/deno", ["npm:@acme/server-files@1.2.3", "/data"]]);
  assert(plan.args.includes("--allow-read=/data"));
  assertEquals(plan.notes, ["sandboxed"]);
  assertEquals(plan.environment["SECRET_TOKEN"], undefined);
  assertStringIncludes(
    ran.err(),
    'sandboxed: server "server-files" runs under Deno as npm:@acme/server-files@1.2.3: read /data;',
  );
  assert(!ran.err().includes("not sandboxed"));
  assertEquals(
    planOf(await started(SERVER, world)).commandHash,
    plan.commandHash,
    "pins and policies stay the server's",
  );
  assertEquals(planOf(await started(SERVER, world)).notes, []);
});

Deno.test("proxy says what a permitted program or library means, and needs a permission for deno alone", async () => {
  const files = { [GLOBAL]: policy({ sandbox: { deno: { run: ["git"] } } }) };
  const world = withCached("@acme/server-files", "1.2.3", { files, missing: ["run npx"] });
  assertStringIncludes(
    (await started(SERVER, world)).err(),
    "run git; no read, write, net, env, sys, ffi (what it starts",
  );
  const without = { ...world, missing: ["run /usr/bin/deno"] };
  assertStringIncludes(await refused(SERVER, without), "--allow-run=/usr/bin/deno");
});

Deno.test("proxy falls back only where the policy says so, and says it everywhere", async () => {
  const files = { [GLOBAL]: policy({ sandbox: { deno: {}, fallback: "run" } }) };
  const ran = await started(["--", "uvx", "server"], { files });
  assertEquals([planOf(ran).program, planOf(ran).notes], ["uvx", ["sandbox-fallback"]]);
  const said = 'not sandboxed: server "uvx" runs with your rights, as sandbox.fallback says: a Python program';
  assertStringIncludes(ran.err().replace('"server"', '"uvx"'), said);
});

Deno.test("a server is recorded only when that is asked for, and only while it is learned", async () => {
  const world = withCached("@acme/files", "1.2.3");
  const server = ["--", "npx", "-y", "@acme/files@1.2.3", "/data"];
  assertEquals((await runIn(["proxy", "--sandbox-record", ...server], world)).exit, 2);
  assertEquals((await runIn(["learn", "--sandbox-record", "--sandbox", ...server], world)).exit, 2);
  assertEquals((await runIn(["learn", "--sandbox-record", "--", "docker", "run", "x"], world)).exit, 3);
  const plain = await runIn(["learn", ...server], world);
  assertEquals([plain.plans[0]?.program, plain.plans[0]?.records], ["npx", undefined]);
  const recorded = await runIn(["learn", "--sandbox-record", ...server], world);
  const plan = recorded.plans[0];
  assertEquals([plan?.program, plan?.records?.variables], ["/usr/bin/deno", ["HOME", "PATH"]]);
  assert(plan?.args.includes("--allow-read=/") && plan.args.includes("--allow-write=/"));
  assertEquals(plan?.args.filter((arg) => /^--allow-(?:run|ffi)|^-A/.test(arg)), []);
  assertEquals(plan?.args.slice(-2), ["npm:@acme/files@1.2.3", "/data"]);
  assertStringIncludes(recorded.err(), "RECORDING: runs under Deno");
});

Deno.test("a server on the list is recorded where the list says so", async () => {
  const list = (recorded: readonly string[]) => JSON.stringify({ version: 1, servers: ["files", "mem"], recorded });
  const planFor = async (recorded: readonly string[], flags: readonly string[] = []) => {
    const files = { "/home/ann/.sallyport/learning.jsonc": list(recorded) };
    const words = ["--name", "files", ...flags, "--", "npx", "-y", "@acme/files@1.2.3", "/data"];
    return (await runIn(words, withCached("@acme/files", "1.2.3", { files, folders: ["/data"] }))).plans[0];
  };
  assertEquals((await planFor(["files"]))?.records !== undefined, true);
  assertEquals((await planFor(["mem"]))?.records, undefined);
  assertEquals((await planFor(["files"], ["--sandbox"]))?.records, undefined, "bound is more than recorded");
});
