import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findSurroundings, isHostileEnvironment, start } from "./start.ts";
import { fakeEdge, type FakeWorld, policy } from "./testdata/fake_edge.ts";

const OPTIONS = { config: undefined, project: undefined, server: "s", command: [] };

Deno.test("isHostileEnvironment() names the variable and what it does", () => {
  for (const name of ["DENO_PERMISSION_BROKER_PATH", "OTEL_DENO"]) {
    const fake = fakeEdge({ env: { [name]: "0" } });
    assertEquals(isHostileEnvironment(fake.edge), true);
    assertStringIncludes(fake.err(), `${name} is set`);
    assertEquals(isHostileEnvironment(fakeEdge({ env: { [name]: "" } }).edge), false);
  }
  const calm = fakeEdge({ env: { DENO_DIR: "/x" } });
  assertEquals([isHostileEnvironment(calm.edge), calm.err()], [false, ""]);
});

Deno.test("findSurroundings() refuses a Sallyport home that a project could bring", () => {
  const refusals: readonly FakeWorld[] = [
    { env: { SALLYPORT_HOME: "/home/ann/project/.sallyport" } },
    { env: { SALLYPORT_HOME: "/home/ann/project" } },
    { env: { SALLYPORT_HOME: "/srv/l" }, links: { "/srv/l": "/home/ann/project/x" }, folders: ["/home/ann/project/x"] },
    { workingFolder: "/home/ann/.sallyport", folders: ["/home/ann/.sallyport"] },
  ];
  for (const world of refusals) {
    const fake = fakeEdge(world);
    assertEquals(findSurroundings(fake.edge, OPTIONS), undefined, JSON.stringify(world));
    assertStringIncludes(fake.err(), "is inside the project");
  }
  const beside = fakeEdge({ env: { SALLYPORT_HOME: "/home/ann/project.sallyport" } });
  assertEquals(findSurroundings(beside.edge, OPTIONS)?.home, "/home/ann/project.sallyport");
});

Deno.test("findSurroundings() says what is wrong with the home or the project", () => {
  const noHome = fakeEdge({ env: { SALLYPORT_HOME: "x" } });
  assertEquals(findSurroundings(noHome.edge, OPTIONS), undefined);
  assertStringIncludes(noHome.err(), "SALLYPORT_HOME is not an absolute path");
  const noProject = fakeEdge();
  assertEquals(findSurroundings(noProject.edge, { ...OPTIONS, project: "/none" }), undefined);
  assertStringIncludes(noProject.err(), 'Project "/none" is no folder');
  assertEquals(findSurroundings(fakeEdge().edge, { ...OPTIONS, project: "/home/ann/project" })?.userHome, "/home/ann");
});

Deno.test("start() ends with 2 at the first thing in the way, else hands on what is in force", async () => {
  const path = "/home/ann/.sallyport/sallyport.jsonc";
  for (const world of [{ env: { OTEL_DENO: "1" } }, { env: { HOME: "" } }, { files: { [path]: "{" } }]) {
    const started = await start(fakeEdge(world).edge, OPTIONS);
    assertEquals(started.ok === false && started.exit, 2);
  }
  const started = await start(fakeEdge({ files: { [path]: policy({}) } }).edge, OPTIONS);
  assert(started.ok);
  assertEquals(started.inForce.global.source, path);
});
