import { assertEquals, assertStringIncludes } from "@std/assert";
import { findInForce } from "./in_force.ts";
import { givenNames, setVariables } from "./set_variables.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const MACHINE = "/etc/sallyport/policy.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";

async function inForceOf(parts: Readonly<Record<string, object>>) {
  const files = Object.fromEntries(
    Object.entries(parts).map((
      [path, environment],
    ) => [path, JSON.stringify({ version: 1, default: "allow", environment })]),
  );
  const { edge } = fakeEdge({ files });
  const { inForce, problems } = await findInForce(edge, {
    home: "/home/ann/.sallyport",
    userHome: "/home/ann",
    project: "/home/ann/project",
    config: undefined,
    server: "files",
    command: ["x"],
  });
  return { edge, inForce, problems };
}

async function variablesOf(parts: Readonly<Record<string, object>>) {
  const { edge, inForce } = await inForceOf(parts);
  return inForce && setVariables(edge, inForce);
}

Deno.test("setVariables(): the machine's before the person's; an untrusted project's not at all", async () => {
  const own = { set: { A: "mine", B: "${HOME}/b" } };
  assertEquals(await variablesOf({ [GLOBAL]: own }), { A: "mine", B: "/home/ann/b" });
  assertEquals(await variablesOf({ [GLOBAL]: own, [MACHINE]: { set: { A: "the machine's" } } }), {
    A: "the machine's",
    B: "/home/ann/b",
  });
  assertEquals(await variablesOf({ [GLOBAL]: own, [PROJECT]: { set: { LD_PRELOAD: "/tmp/x.so" } } }), {
    A: "mine",
    B: "/home/ann/b",
  });
});

Deno.test("setVariables(): where the machine lists what passes, nobody else sets another name", async () => {
  const machine = { pass: ["PATH"], set: { C: "c" } };
  assertEquals(await variablesOf({ [MACHINE]: machine, [GLOBAL]: { set: { A: "a", PATH: "/p" } } }), {
    C: "c",
    PATH: "/p",
  });
});

Deno.test("givenNames() has what is set beside what passes, once", async () => {
  const { edge, inForce } = await inForceOf({ [GLOBAL]: { set: { A: "a", PATH: "/p" } } });
  assertEquals(inForce && givenNames(edge, inForce, ["PATH", "HOME"]), ["PATH", "HOME", "A"]);
});

Deno.test("a variable of a value that is not known, or a name that is none, is a problem with its place", async () => {
  const rows: readonly (readonly [object, string])[] = [
    [{ set: { A: "${NOPE}" } }, "NOPE"],
    [{ set: { "A B": "x" } }, "is not the name of a variable"],
    [{ set: { A: 1 } }, '"A" of "set" of "environment"'],
    [{ set: { A: "x\u0000y" } }, "cannot hold a NUL"],
    [{ set: ["A=1"] }, '"set" of "environment"'],
  ];
  for (const [environment, text] of rows) {
    const { inForce, problems } = await inForceOf({ [GLOBAL]: environment });
    assertEquals(inForce, undefined, JSON.stringify(environment));
    assertEquals(problems.length, 1);
    assertStringIncludes(problems[0]?.message ?? "", text);
    assertEquals(problems[0]?.line, 1);
  }
});
