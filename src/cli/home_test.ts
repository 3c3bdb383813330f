import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { findHome, findProject, isInside } from "./home.ts";
import { fakeEdge, type FakeWorld } from "./testdata/fake_edge.ts";

function homeOf(world: FakeWorld): string {
  const found = findHome(fakeEdge(world).edge);
  return found.ok ? found.home : found.message;
}

function projectOf(world: FakeWorld, given?: string): string | undefined {
  const found = findProject(fakeEdge(world).edge, given, "/home/ann");
  return found.ok ? found.folder : found.message;
}

Deno.test("findHome() refuses a relative SALLYPORT_HOME and a missing home", () => {
  assertEquals(homeOf({ env: { SALLYPORT_HOME: "sp" } }), "SALLYPORT_HOME is not an absolute path");
  assertEquals(homeOf({ env: { SALLYPORT_HOME: "./sp" } }), "SALLYPORT_HOME is not an absolute path");
  assertStringIncludes(homeOf({ env: { HOME: "" } }), "Cannot find the Sallyport home");
  assertStringIncludes(homeOf({ env: { HOME: "relative" } }), "Cannot find the Sallyport home");
});

Deno.test("findHome() takes SALLYPORT_HOME, else .sallyport in the person's home", () => {
  assertEquals(homeOf({ env: { SALLYPORT_HOME: "/srv/sp/" } }), "/srv/sp");
  assertEquals(homeOf({ env: { SALLYPORT_HOME: "" } }), "/home/ann/.sallyport");
  assertEquals(homeOf({ env: { HOME: "/home/ann/" } }), "/home/ann/.sallyport");
  assertEquals(homeOf({ platform: "windows", env: { USERPROFILE: "C:\\Users\\Ann" } }), "C:\\Users\\Ann/.sallyport");
});

Deno.test("findHome() knows the person's home even where Sallyport's is elsewhere", () => {
  const found = findHome(fakeEdge({ env: { SALLYPORT_HOME: "/srv/sp" } }).edge);
  assertEquals(found.ok && found.userHome, "/home/ann");
});

Deno.test("findProject() takes no folder that is too wide: the root, the home, what is above it", () => {
  assertEquals(projectOf({}, "/"), undefined);
  assertEquals(projectOf({}, "/home"), undefined);
  assertEquals(projectOf({}, "/home/ann"), undefined);
  assertEquals(projectOf({}, "/home/ann/"), undefined);
  assertEquals(projectOf({ links: { "/srv/link": "/home/ann" } }, "/srv/link"), undefined, "by a link");
  assertEquals(projectOf({ workingFolder: "/" }), undefined);
  assertEquals(projectOf({ workingFolder: "/home/ann", folders: ["/home/ann/.git"] }), undefined);
  assertEquals(projectOf({ folders: ["/home/annex"] }, "/home/annex"), "/home/annex");
  assertEquals(projectOf({}, "/home/ann/project"), "/home/ann/project");
});

Deno.test("findProject() refuses a project that is no folder", () => {
  assertEquals(projectOf({}, "/nowhere"), 'Project "/nowhere" is no folder');
  assertEquals(projectOf({ files: { "/f": "" } }, "/f"), 'Project "/f" is no folder');
  assertEquals(projectOf({ workingFolder: "/home/ann" }, "project"), "/home/ann/project");
});

Deno.test("findProject() goes up to the nearest .git, folder or file, else stays where it is", () => {
  const nested = { workingFolder: "/home/ann/project/a/b", folders: ["/home/ann/project/a/b"] };
  assertEquals(projectOf(nested), "/home/ann/project");
  assertEquals(projectOf({ ...nested, files: { "/home/ann/project/a/.git": "gitdir: x" } }), "/home/ann/project/a");
  assertEquals(projectOf({ workingFolder: "/srv/x/y", folders: ["/srv/x/y"] }), "/srv/x/y");
});

Deno.test("findProject() does not guess where it may not look, and names the flag", () => {
  const world = { workingFolder: "/home/ann/project/a", hidden: ["/home/ann/project/a/.git"] };
  const found = findProject(fakeEdge(world).edge, undefined, "/home/ann");
  assert(!found.ok);
  assertStringIncludes(found.message, 'Deno may not read "/home/ann/project/a"');
  assertStringIncludes(found.hint, "--allow-read=/home/ann/project/a");
  assertEquals(projectOf(world, "/home/ann/project"), "/home/ann/project", "told, it need not look");
});

Deno.test("isInside() compares whole components", () => {
  for (const inside of ["/a/b", "/a/b/", "/a/b/c", "/a/b\\c"]) assertEquals(isInside(inside, "/a/b"), true, inside);
  for (const outside of ["/a/bc", "/a", "/b/a/b", "/a/B"]) assertEquals(isInside(outside, "/a/b"), false, outside);
  assertEquals(isInside("C:\\p\\x", "C:\\p\\"), true);
});
