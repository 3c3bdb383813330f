import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { NO_PERMISSIONS } from "../sandbox/permission_set.ts";
import { brokerPlan } from "./broker_plan.ts";
import { fakeEdge, type FakeWorld } from "./testdata/fake_edge.ts";

const SET = { ...NO_PERMISSIONS, read: ["/data", "/work"], write: ["/data"], env: ["TOKEN", "OTHER"] };
const RIGHTS = { set: SET, startup: NO_PERMISSIONS, closed: { unread: ["/h"], unwritten: [] } };

function plan(world: FakeWorld = {}, home = "/home/ann/.sallyport") {
  const where = { home, userHome: "/home/ann", project: undefined, config: undefined, server: "files", command: [] };
  return brokerPlan(fakeEdge({ workingFolder: "/work", ...world }).edge, { where, names: ["HOME", "TOKEN"] }, RIGHTS);
}

Deno.test("brokerPlan() refuses Windows, a home that no socket fits in, and a start that may not listen", () => {
  const windows = plan({ platform: "windows" });
  assert(!windows.ok);
  assertStringIncludes(windows.why, "never tried on Windows");
  const long = plan({}, `/home/${"a".repeat(100)}`);
  assert(!long.ok);
  assertStringIncludes(long.why, "is longer than a socket's may be");
  const made = plan();
  assert(made.ok);
  const closed = plan({ missing: made.plan.sockets.map((path) => `net unix:${path}`) });
  assert(!closed.ok);
  assertStringIncludes(closed.hint, `--allow-net=unix:${made.plan.sockets[0]},unix:`);
});

Deno.test("brokerPlan() takes relative paths from the working folder and the folders of the set, each once", () => {
  const made = plan();
  assert(made.ok);
  assertEquals(made.plan.place, { platform: "posix", home: "/home/ann", folders: ["/work", "/data"] });
  assertEquals(made.plan.rights, { ...RIGHTS, platform: "posix", variables: ["TOKEN"] });
});
