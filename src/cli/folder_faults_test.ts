import { assertEquals } from "@std/assert";
import { leadsOut, widthFault } from "./folder_faults.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const WHERE = {
  home: "/srv/sallyport",
  userHome: "/home/ann",
  project: "/home/ann/project",
  config: undefined,
  server: "s",
  command: [],
};

Deno.test("widthFault() names the root, the homes and what is above them, and nothing below", () => {
  for (const folder of ["/", "C:\\", "/home", "/home/ann", "/srv", "/srv/sallyport"]) {
    assertEquals(widthFault(WHERE, folder), "is the root, the home, or above it", folder);
  }
  for (const folder of ["/home/ann/project", "/home/anna", "/srv/other"]) {
    assertEquals(widthFault(WHERE, folder), undefined);
  }
});

Deno.test("leadsOut() names a folder of the project that is elsewhere, and no other", () => {
  const links = { "/home/ann/project/out": "/etc", "/home/ann/project/in": "/home/ann/project/src" };
  const { edge } = fakeEdge({ links, folders: ["/etc", "/home/ann/project/src"] });
  assertEquals(leadsOut(edge, WHERE, "/home/ann/project/out")?.includes("leads out of the project"), true);
  for (const folder of ["/home/ann/project/in", "/home/ann/project/src", "/etc", "/home/ann/project/gone"]) {
    assertEquals(leadsOut(edge, WHERE, folder), undefined, folder);
  }
});
