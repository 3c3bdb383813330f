import { assertEquals, assertStringIncludes } from "@std/assert";
import { machineKeyPath } from "./machine_policy.ts";
import { type FakeWorld, runIn } from "./testdata/fake_edge.ts";

const PATH = machineKeyPath("/home/ann/.sallyport");
const pem = (end: string) =>
  `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${end.padStart(42, "A")}A=\n-----END PUBLIC KEY-----\n`;
const FILES = { "/home/ann/project/a.pem": pem("a"), "/home/ann/project/b.pem": pem("b") };
const KEY_A = `${"a".padStart(42, "A")}A\n`;
const PINNED_A = { ...FILES, [PATH]: KEY_A };

function pin(files: FakeWorld["files"], args: readonly string[], more: FakeWorld = {}) {
  return runIn(["trust", "--machine-key", ...args], { ...more, files: files ?? {} });
}

Deno.test("trust --machine-key refuses what is no key, and a change without a person", async () => {
  for (const file of ["none.pem", "x.pem"]) {
    const ran = await pin({ "/home/ann/project/x.pem": "no key" }, [file]);
    assertEquals([ran.exit, ran.files.has(PATH)], [2, false], file);
  }
  for (const args of [["b.pem"], ["a.pem", "--revoke"]]) {
    assertEquals((await pin(PINNED_A, args)).exit, 3, String(args));
    const no = await pin(PINNED_A, args, { terminal: true, answer: "yes" });
    assertEquals([no.exit, no.files.get(PATH)], [1, KEY_A]);
  }
  // A key that cannot be read is a key all the same.
  assertEquals((await pin({ ...FILES, [PATH]: undefined }, ["a.pem"])).exit, 3);
  assertEquals((await pin(FILES, ["a.pem"], { writeProblem: "read-only" })).exit, 2);
});

Deno.test("trust --machine-key pins the first key without anybody, and changes it for a person", async () => {
  const first = await pin(FILES, ["a.pem"]);
  assertEquals([first.exit, first.files.get(PATH)], [0, KEY_A]);
  assertStringIncludes((await pin(PINNED_A, ["a.pem"])).err(), "pinned already");
  assertStringIncludes((await pin(FILES, ["a.pem", "--revoke"])).err(), "this key is not pinned");
  const person = { terminal: true, answer: "trust" };
  assertEquals((await pin(PINNED_A, ["b.pem"], person)).files.get(PATH), `${"b".padStart(42, "A")}A\n`);
  const gone = await pin(PINNED_A, ["a.pem", "--revoke"], person);
  assertEquals([gone.exit, gone.files.get(PATH)], [0, undefined]);
});
