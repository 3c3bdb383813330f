import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { formatProblem } from "../policy/problem.ts";
import { toSubject } from "../policy/subject_fixture.ts";
import { findInForce, type InForce, policiesOf } from "./in_force.ts";
import { fakeEdge, fakeSignature, type FakeWorld, policy } from "./testdata/fake_edge.ts";
import { machineKeyPath, machinePlaces } from "./machine_policy.ts";
import { trustPath } from "./trust_store.ts";

const HOME = "/home/ann/.sallyport";
const GLOBAL = `${HOME}/sallyport.jsonc`;
const PROJECT = "/home/ann/project/sallyport.jsonc";

interface Where {
  readonly config?: string;
  readonly project?: string | undefined;
  readonly server?: string;
}

async function find(world: FakeWorld, where: Where = {}) {
  const { edge } = fakeEdge(world);
  return await findInForce(edge, {
    home: HOME,
    userHome: "/home/ann",
    project: "project" in where ? where.project : "/home/ann/project",
    config: where.config,
    server: where.server ?? "files",
    command: [],
  });
}

async function inForce(world: FakeWorld, where: Where = {}): Promise<InForce> {
  const { inForce: found, problems } = await find(world, where);
  assert(found !== undefined, problems.map(formatProblem).join());
  return found;
}

async function problemsOf(world: FakeWorld, where: Where = {}): Promise<string> {
  const { inForce: found, problems } = await find(world, where);
  assertEquals(found, undefined);
  return problems.map(formatProblem).join("\n");
}

function verdict({ judge }: InForce, tool: string): string {
  return judge.message(toSubject({ call: { tool, args: {} } }, "files")).action;
}

/** A world in which the project's policy is trusted as it stands. */
async function trusting(files: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { project } = await inForce({ files });
  assert(project !== undefined);
  const trusted = [{ path: project.source, hash: project.hash, since: "2026-11-30" }];
  return { ...files, [trustPath(HOME)]: JSON.stringify({ version: 1, trusted }) };
}

Deno.test("findInForce() takes the policy of the home, else the baseline pack", async () => {
  assertEquals((await inForce({})).global.source, "pack:baseline");
  assertEquals((await inForce({ files: { [GLOBAL]: policy({}) } })).global.source, GLOBAL);
  // A YAML policy counts as much; whether it can be read is for the reader's tests.
  const yaml = await find({ files: { [`${HOME}/sallyport.yaml`]: "version: 1\n" } });
  assert(yaml.inForce?.global.source !== "pack:baseline");
});

Deno.test("findInForce() lets -c outside the project replace the person's policy", async () => {
  const files = { [GLOBAL]: policy({ tools: { t: "deny" } }), "/etc/p.jsonc": policy({ tools: { t: "allow" } }) };
  const found = await inForce({ files }, { config: "/etc/p.jsonc" });
  assertEquals([found.global.source, found.project, verdict(found, "t")], ["/etc/p.jsonc", undefined, "allow"]);
  // What is replaced need not even be right.
  await inForce({ files: { ...files, [GLOBAL]: "{" } }, { config: "/etc/p.jsonc" });
  assertStringIncludes(await problemsOf({ files: { ...files, [GLOBAL]: "{" } }), GLOBAL);
});

Deno.test("findInForce() trusts no policy inside the project, found there or named by -c", async () => {
  const open = policy({ default: "allow", tools: { t: "allow", d: "deny" } });
  const files = { [GLOBAL]: policy({ tools: { d: "allow", e: "allow" } }), [PROJECT]: open };
  for (const where of [{}, { config: PROJECT }, { config: "sallyport.jsonc" }, { config: "./x/../sallyport.jsonc" }]) {
    const found = await inForce({ files }, where);
    assertEquals(found.global.source, GLOBAL);
    assertEquals(found.project?.policy.trust, "untrusted");
    assertEquals([verdict(found, "t"), verdict(found, "d"), verdict(found, "e")], ["deny", "deny", "allow"]);
  }
});

Deno.test("findInForce() is not led out of the project by a link, nor into it", async () => {
  const files = { "/home/ann/project/real.jsonc": policy({ default: "allow" }), "/etc/p.jsonc": policy({}) };
  const into = { files, links: { "/srv/p.jsonc": "/home/ann/project/real.jsonc" } };
  assertEquals((await inForce(into, { config: "/srv/p.jsonc" })).project?.policy.trust, "untrusted");
  const throughFolder = { files, links: { "/srv/dir": "/home/ann/project" } };
  assertEquals((await inForce(throughFolder, { config: "/srv/dir/real.jsonc" })).project?.policy.trust, "untrusted");
  // A link inside the project is the project's word for what it links to.
  const out = { files, links: { "/home/ann/project/out.jsonc": "/etc/p.jsonc" } };
  assertEquals((await inForce(out, { config: "/home/ann/project/out.jsonc" })).project?.policy.trust, "untrusted");
  // The project itself may be reached by a link.
  const linked = { files, links: { "/work": "/home/ann/project" } };
  const where = { config: "/home/ann/project/real.jsonc", project: "/work" };
  assertEquals((await inForce(linked, where)).project?.policy.trust, "untrusted");
  assertEquals((await inForce({ files }, { config: "/etc/p.jsonc" })).project, undefined);
});

Deno.test("findInForce() counts a trusted project's policy as a whole, the strictest of both still", async () => {
  const body = policy({ tools: { t: "allow", d: "deny" }, limits: { inFlight: 3 } });
  const files = { [GLOBAL]: policy({ default: "allow", tools: { g: "deny" } }), [PROJECT]: body };
  const before = await inForce({ files });
  assertEquals([before.judge.limits.inFlight, verdict(before, "unnamed")], [16384, "allow"]);
  const found = await inForce({ files: await trusting(files) });
  assertEquals(found.project?.policy.trust, "trusted");
  assertEquals(found.judge.limits.inFlight, 3);
  assertEquals(["t", "d", "g", "unnamed"].map((tool) => verdict(found, tool)), ["allow", "deny", "deny", "deny"]);
  assert(found.judge.hash !== before.judge.hash, "trust is part of what is in force");
});

Deno.test("findInForce() ends the trust when the policy or a file it extends changes by one character", async () => {
  const team = "/home/ann/project/team.jsonc";
  const trusted = await trusting({ [PROJECT]: policy({ extends: ["./team.jsonc"] }), [team]: policy({}) });
  const trustOf = async (files: Record<string, string>) => (await inForce({ files })).project?.policy.trust;
  assertEquals(await trustOf(trusted), "trusted");
  assertEquals(await trustOf({ ...trusted, [PROJECT]: `${trusted[PROJECT]} ` }), "untrusted");
  assertEquals(await trustOf({ ...trusted, [team]: `${trusted[team]}\n` }), "untrusted");
  assertEquals(await trustOf({ ...trusted, [`${HOME}/other.jsonc`]: "x" }), "trusted");
});

Deno.test("findInForce() trusts nothing by a store that is broken", async () => {
  const trusted = await trusting({ [PROJECT]: policy({}) });
  for (const store of ["{", "[]", '{"version":2,"trusted":[]}', '{"version":1,"trusted":[{"hash":5}]}']) {
    const found = await inForce({ files: { ...trusted, [trustPath(HOME)]: store } });
    assertEquals(found.project?.policy.trust, "untrusted", store);
  }
});

Deno.test("findInForce() has two policies in one folder for a problem", async () => {
  const files = { [GLOBAL]: policy({}), [`${HOME}/sallyport.yml`]: "version: 1\n" };
  assertStringIncludes(await problemsOf({ files }), 'sallyport.yml" is there too');
  const inProject = { [PROJECT]: policy({}), "/home/ann/project/sallyport.yaml": "version: 1\n" };
  assertStringIncludes(await problemsOf({ files: inProject }), 'sallyport.yaml" is there too');
});

Deno.test("findInForce() never takes a policy that it cannot read for one that is not there", async () => {
  assertStringIncludes(await problemsOf({ files: { [GLOBAL]: undefined } }), "permission denied");
  assertStringIncludes(await problemsOf({ files: { [PROJECT]: undefined } }), "permission denied");
  assertStringIncludes(await problemsOf({ hidden: [PROJECT] }), "cannot be read");
  assertStringIncludes(await problemsOf({}, { config: "/etc/none.jsonc" }), "the file does not exist");
});

Deno.test("findInForce() collects the problems of both policies", async () => {
  const said = await problemsOf({ files: { [GLOBAL]: policy({ a: 1 }), [PROJECT]: policy({ b: 1 }) } });
  assertStringIncludes(said, `${GLOBAL}:1:`);
  assertStringIncludes(said, `${PROJECT}:1:`);
});

Deno.test("findInForce() looks into no project that there is not", async () => {
  const files = { [PROJECT]: policy({ tools: { t: "deny" } }), [GLOBAL]: policy({ default: "allow" }) };
  const found = await inForce({ files }, { project: undefined });
  assertEquals([found.project, verdict(found, "t")], [undefined, "allow"]);
});

Deno.test("findInForce() reads only the variables that a policy names", async () => {
  const args = { p: { equals: "${env:SECRET_TOKEN}" } };
  const named = fakeEdge({ files: { [GLOBAL]: policy({ tools: { t: { args } } }) } });
  const where = {
    home: HOME,
    userHome: "/home/ann",
    project: undefined,
    config: undefined,
    server: "s",
    command: [],
  };
  assert((await findInForce(named.edge, where)).inForce !== undefined);
  assertEquals(named.asked.has("SECRET_TOKEN"), true);
  const plain = fakeEdge({ files: { [GLOBAL]: policy({}) } });
  await findInForce(plain.edge, where);
  assertEquals(plain.asked.has("SECRET_TOKEN"), false);
  const unset = { [GLOBAL]: policy({ tools: { t: { args: { p: { equals: "${env:NOT_SET}" } } } } }) };
  assertStringIncludes(await problemsOf({ files: unset }), "[unknown-variable]");
});

Deno.test("findInForce() watches what is there, what could be, and what could not be read", async () => {
  const { watched } = await find({ files: { [GLOBAL]: policy({ extends: ["/srv/none.jsonc"] }) } });
  for (const path of [GLOBAL, `${HOME}/sallyport.yaml`, PROJECT, trustPath(HOME), "/srv/none.jsonc"]) {
    assert(watched.includes(path), path);
  }
  assertEquals(watched.length, new Set(watched).size);
});

const MACHINE = machinePlaces("posix").policy;

Deno.test("findInForce() lets nobody loosen the machine's policy", async () => {
  const machine = policy({
    default: "allow",
    tools: { never: "deny" },
    rules: [{ name: "r", when: { tool: "rule" }, then: "deny" }],
  });
  const open = policy({
    mode: "observe",
    default: "allow",
    tools: { never: "allow", rule: "allow", own: "deny" },
    rules: [{ name: "lift", when: { tool: "*" }, then: "allow" }],
    suppress: [{ rule: "r" }],
  });
  const worlds = [
    { [MACHINE]: machine, [GLOBAL]: open },
    await trusting({ [MACHINE]: machine, [GLOBAL]: open, [PROJECT]: open }),
  ];
  for (const files of worlds) {
    const found = await inForce({ files });
    assertEquals(["never", "rule", "other"].map((tool) => verdict(found, tool)), ["deny", "deny", "allow"]);
    assertEquals(policiesOf(found)[0]?.source, MACHINE);
    assertEquals(found.judge.mode, "enforce");
  }
  // The person's policy tightens it.
  const tight = await inForce({ files: { [MACHINE]: machine, [GLOBAL]: policy({ tools: { some: "allow" } }) } });
  assertEquals(["never", "some", "other"].map((tool) => verdict(tight, tool)), ["deny", "allow", "deny"]);
});

Deno.test("findInForce() holds the machine's policy while a server is learned, and under -c", async () => {
  const { edge } = fakeEdge({ files: { [MACHINE]: policy({ default: "allow", tools: { never: "deny" } }) } });
  const where = { home: HOME, userHome: "/home/ann", project: undefined, server: "files", command: [] };
  const learning = await findInForce(edge, { ...where, config: undefined, learns: true });
  assertEquals(learning.inForce && verdict(learning.inForce, "never"), "deny");
  const files = {
    "/tmp/p.jsonc": policy({ default: "allow" }),
    [MACHINE]: policy({ default: "allow", tools: { never: "deny" } }),
  };
  assertEquals(verdict(await inForce({ files }, { config: "/tmp/p.jsonc" }), "never"), "deny");
});

Deno.test("findInForce() has nothing in force when the machine's policy cannot be had", async () => {
  for (const text of ["{", undefined]) assertStringIncludes(await problemsOf({ files: { [MACHINE]: text } }), MACHINE);
  assertStringIncludes(await problemsOf({ hidden: [MACHINE] }), "[cannot-read]");
  assertStringIncludes(await problemsOf({ files: { [machineKeyPath(HOME)]: "k" } }), "[not-signed]");
});

Deno.test("findInForce() takes a signed policy of the machine with packs, and with no file that nobody signed", async () => {
  const key = "k".repeat(43);
  const signed = (text: string) => ({
    [MACHINE]: text,
    [machinePlaces("posix").signature]: `${fakeSignature(key, text).replaceAll("-", "+").replaceAll("_", "/")}==`,
    [machineKeyPath(HOME)]: key,
    "/etc/sallyport/more.jsonc": policy({}),
  });
  await inForce({ files: signed(policy({ extends: ["baseline"] })) });
  const more = policy({ extends: ["./more.jsonc"] });
  assertStringIncludes(
    await problemsOf({ files: signed(more) }),
    "the signature of the machine's policy does not cover it",
  );
  await inForce({ files: { [MACHINE]: more, "/etc/sallyport/more.jsonc": policy({}) } });
});

Deno.test("findInForce() keeps the machine's policy when its file goes away under a session", async () => {
  const { edge, files } = fakeEdge({ files: { [MACHINE]: policy({ default: "allow", tools: { never: "deny" } }) } });
  const where = {
    home: HOME,
    userHome: "/home/ann",
    project: undefined,
    config: undefined,
    server: "files",
    command: [],
  };
  const first = (await findInForce(edge, where)).inForce;
  files.delete(MACHINE);
  const { inForce: next, watched } = await findInForce(edge, where, first);
  assertEquals([next?.judge.hash, next && verdict(next, "never")], [first?.judge.hash, "deny"]);
  assert(watched.includes(MACHINE));
});
