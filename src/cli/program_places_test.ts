import { assertEquals } from "@std/assert";
import { programPlaces } from "./program_places.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

Deno.test("programPlaces() names what runs, and nothing beside it", () => {
  const places = programPlaces(fakeEdge().edge);
  for (const path of ["/opt/sallyport/main.ts", "/opt/sallyport/src", "/opt/sallyport/deno.json"]) {
    assertEquals(places.includes(path), true, path);
  }
  assertEquals(places.includes("/opt/sallyport") || places.includes("/opt/sallyport/README.md"), false);
  const compiled = { kind: "compiled", path: "/usr/local/bin/sallyport" } as const;
  assertEquals(programPlaces(fakeEdge({ program: compiled }).edge), ["/usr/local/bin/sallyport"]);
});
