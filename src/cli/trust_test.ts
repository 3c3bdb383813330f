import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const PROJECT = "/home/ann/project/sallyport.jsonc";
const STORE = "/home/ann/.sallyport/trust.jsonc";
const FILES = { [PROJECT]: policy({ default: "allow" }) };
const PERSON: FakeWorld = { files: FILES, terminal: true, answer: "trust" };

Deno.test("trust is refused without a terminal, and nothing is asked or written", async () => {
  const ran = await runIn(["trust"], { ...PERSON, terminal: false });
  assertEquals([ran.exit, ran.questions, ran.files.has(STORE)], [3, [], false]);
  assertStringIncludes(ran.err(), "Trusting a policy needs a terminal");
});

Deno.test("trust takes only the whole word for a yes", async () => {
  for (const answer of ["y", "yes", "Trust", "trust ", "", undefined]) {
    const world: FakeWorld = { files: FILES, terminal: true, ...(answer === undefined ? {} : { answer }) };
    const ran = await runIn(["trust"], world);
    assertEquals([ran.exit, ran.files.has(STORE)], [1, false], answer);
  }
  assertEquals((await runIn(["trust"], PERSON)).exit, 0);
});

Deno.test("trust has no flag that says yes", async () => {
  for (const flag of ["--yes", "-y", "--force"]) assertEquals((await runIn(["trust", flag], PERSON)).exit, 2, flag);
});

Deno.test("trust records the hash of what it showed, and the policy counts as a whole from then on", async () => {
  const ran = await runIn(["trust"], PERSON);
  assertEquals(ran.out(), "");
  assertStringIncludes(ran.err(), `--- ${PROJECT}\n${FILES[PROJECT]}\n`);
  const files = Object.fromEntries(ran.files);
  const { trusted } = JSON.parse(files[STORE] ?? "");
  assertEquals(trusted.map((entry: { path: string; since: string }) => [entry.path, entry.since]), [
    [PROJECT, "2026-11-30"],
  ]);
  assertStringIncludes((await runIn(["explain"], { files })).out(), `policy ${PROJECT}\n  trust: yes`);
  const again = await runIn(["trust"], { ...PERSON, files });
  assertEquals([again.exit, again.questions], [0, []]);
  const changed = await runIn(["explain"], { files: { ...files, [PROJECT]: policy({ default: "allow", tools: {} }) } });
  assertStringIncludes(changed.out(), `policy ${PROJECT}\n  trust: no`);
});

Deno.test("trust shows every file that the policy is made of, with nothing that drives a terminal", async () => {
  const team = "/home/ann/project/team.jsonc";
  const files = {
    [PROJECT]: `// \u001b[2J\u202e\r\n${policy({ extends: ["./team.jsonc", "baseline"] })}`,
    [team]: policy({ default: "deny" }),
  };
  const ran = await runIn(["trust"], { ...PERSON, files });
  assertEquals(ran.exit, 0);
  assertStringIncludes(ran.err(), `--- ${team}\n${files[team]}\n`);
  assertStringIncludes(ran.err(), "--- pack baseline (comes with Sallyport)\n");
  for (const char of ["\u001b", "\u202e", "\r"]) {
    assert(!ran.err().includes(char), "the policy's text reaches the terminal as it is");
  }
});

Deno.test("trust keeps other projects' trust, and one entry a policy", async () => {
  const first = await runIn(["trust"], PERSON);
  const other = { path: "/other/sallyport.jsonc", hash: "h", since: "2026-01-01" };
  const store = JSON.parse(first.files.get(STORE) ?? "");
  const files = {
    [PROJECT]: policy({ default: "ask" }),
    [STORE]: JSON.stringify({ version: 1, trusted: [...store.trusted, other] }),
  };
  const second = await runIn(["trust"], { ...PERSON, files });
  const { trusted } = JSON.parse(second.files.get(STORE) ?? "");
  assertEquals(trusted.map(({ path }: { path: string }) => path), ["/other/sallyport.jsonc", PROJECT]);
  assert(trusted[1].hash !== store.trusted[0].hash);
});

Deno.test("trust is for policies inside the project, and for none that is broken", async () => {
  const outside = { ...PERSON, files: { "/etc/p.jsonc": policy({}) } };
  assertStringIncludes((await runIn(["trust", "/etc/p.jsonc"], outside)).err(), "The file is not inside the project");
  assertStringIncludes((await runIn(["trust"], outside)).err(), "There is no policy in this project");
  const broken = await runIn(["trust"], { ...PERSON, files: { [PROJECT]: '{"version":1,"x":1}' } });
  assertEquals([broken.exit, broken.questions], [2, []]);
  assertStringIncludes(broken.err(), `${PROJECT}:1:14: `);
  const named = { ...PERSON, files: { "/home/ann/project/other.jsonc": policy({}) } };
  assertEquals((await runIn(["trust", "./other.jsonc"], named)).exit, 0);
});

Deno.test("trust says why it could not write", async () => {
  const ran = await runIn(["trust"], { ...PERSON, writeProblem: "the disk is full" });
  assertEquals(ran.exit, 2);
  assertStringIncludes(ran.err(), "Cannot write the list of trusted policies: the disk is full");
});

Deno.test("trust --revoke takes back what is named, or all of the project, and needs a terminal", async () => {
  const entry = (path: string) => ({ path, hash: "h", since: "2026-01-01" });
  const inside = [PROJECT, "/home/ann/project/sub/p.jsonc"];
  const outside = "/home/ann/project2/sallyport.jsonc";
  const store = JSON.stringify({ version: 1, trusted: [...inside, outside].map(entry) });
  const left = async (...words: readonly string[]) => {
    const ran = await runIn(["trust", "--revoke", ...words], { ...PERSON, files: { ...FILES, [STORE]: store } });
    assertEquals(ran.exit, 0, ran.err());
    return JSON.parse(ran.files.get(STORE) ?? "").trusted.map(({ path }: { path: string }) => path);
  };
  assertEquals(await left(), [outside]);
  assertEquals(await left("sallyport.jsonc"), [inside[1], outside]);
  assertEquals(await left(outside), inside);
  const nothing = await runIn(["trust", "--revoke"], { ...PERSON, files: FILES });
  assertEquals([nothing.exit, nothing.files.has(STORE)], [0, false]);
  assertStringIncludes(nothing.err(), "nothing was trusted here");
  const full = await runIn(["trust", "--revoke"], { ...PERSON, files: { [STORE]: store }, writeProblem: "no" });
  assertEquals(full.exit, 2);
  assertEquals((await runIn(["trust", "--revoke"], { files: { [STORE]: store } })).exit, 3);
});

Deno.test("trust is refused in a hostile environment and with a home inside the project", async () => {
  assertEquals((await runIn(["trust"], { ...PERSON, env: { OTEL_DENO: "1" } })).exit, 2);
  assertEquals((await runIn(["trust"], { ...PERSON, env: { SALLYPORT_HOME: "/home/ann/project/h" } })).exit, 2);
});
