import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MADE_UP } from "../place_names.ts";
import { stringProfile } from "../profile_fixture.ts";
import { folderAt, pathLadder } from "./path_ladder.ts";

const P = MADE_UP.projectDir;
const H = MADE_UP.home;

function chosenOf(values: Readonly<Record<string, readonly string[]>>, tainted: readonly string[] = []) {
  const ladder = pathLadder(stringProfile(values, tainted));
  return ladder.rungs[ladder.chosen]?.condition;
}

Deno.test("no folder is ever the root, the home, or above the project", () => {
  const wide = {
    [`${H}/a.txt`]: ["a"],
    [`${H}/b.txt`]: ["b"],
    "/x": ["a"],
    "/y": ["b"],
    [`${H}/other/c`]: ["c"],
    "/etc/hosts": ["d"],
  };
  for (const { condition } of pathLadder(stringProfile(wide)).rungs) {
    const text = JSON.stringify(condition);
    for (const folder of ['"/"', '"/etc"', '"${HOME}"', '"/sallyport"']) assert(!text.includes(folder), text);
  }
});

Deno.test("folderAt() never gives a folder above its root, for any path", () => {
  const step = fc.constantFrom("a", "b", "..", ".", "src", "etc", "");
  fc.assert(fc.property(fc.array(step, { maxLength: 8 }), fc.boolean(), fc.nat(7), (steps, isAbsolute, depth) => {
    const folder = folderAt(`${isAbsolute ? "/" : ""}${steps.join("/")}`, depth);
    assert(folder.startsWith("/") || folder === "");
    assert(!["", "/", H, "/sallyport"].includes(folder) || isAbsolute || steps.includes(".."), folder);
  }));
});

Deno.test("paths are files, then the deepest folders in which new ones stop coming, then the project", () => {
  assertEquals(chosenOf({ [`${P}/a`]: ["1", "2"] }), { oneOf: ["${PROJECT_DIR}/a"] });
  const one = { [`${P}/src/a`]: ["1"], [`${P}/src/b`]: ["2"], [`${P}/src/ui/c`]: ["3"] };
  assertEquals(chosenOf(one), { path: { under: ["${PROJECT_DIR}/src"], sensitive: false } });
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${P}/f${index}/x`, [`${index}`]]));
  assertEquals(chosenOf(many), { path: { under: ["${PROJECT_DIR}"], sensitive: false } });
});

Deno.test("a path that the server said first makes no folder; with nothing else the place asks", () => {
  const values = { [`${P}/src/a`]: ["1", "2"], [`${H}/.ssh/x`]: ["1", "2"] };
  assertEquals(chosenOf(values, [`${H}/.ssh/x`]), { oneOf: ["${PROJECT_DIR}/src/a"] });
  assertEquals(pathLadder(stringProfile({ "/etc/x": ["1", "2"] }, ["/etc/x"])).asksAlways, true);
});
