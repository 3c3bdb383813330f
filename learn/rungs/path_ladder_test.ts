import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertLinear } from "../../src/guards/scaling_fixture.ts";
import { MADE_UP } from "../place_names.ts";
import { stringProfile } from "../profile_fixture.ts";
import { pathLadder } from "./path_ladder.ts";

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

Deno.test("whatever paths were seen, no folder condition holds the root, the home, or a folder right below the root", () => {
  const step = fc.constantFrom("a", "b", "..", ".", "src", "etc", "");
  const path = fc.tuple(
    fc.constantFrom("/", "", `${P}/`, `${H}/`, `${MADE_UP.tmpdir}/`),
    fc.array(step, { maxLength: 4 }),
  );
  const high = /^(?:\/[^/]*|\/sallyport(?:\/home|\/tmp)?|\$\{(?:HOME|TMPDIR)\})\/?$/;
  fc.assert(fc.property(fc.array(path, { minLength: 1, maxLength: 6 }), (paths) => {
    const values = Object.fromEntries(paths.map(([root, steps], index) => [root + steps.join("/"), [`${index}`]]));
    for (const { condition } of pathLadder(stringProfile(values)).rungs) {
      for (const [, list = "[]"] of JSON.stringify(condition).matchAll(/"under":(\[[^\]]*\])/g)) {
        for (const folder of JSON.parse(list)) assert(!high.test(folder), `${folder} of ${Object.keys(values)}`);
      }
    }
  }));
});

Deno.test("a high folder that was listed is let in as it is, and nothing that is in it", () => {
  const ladder = pathLadder(stringProfile({ [H]: ["1", "2"], [`${P}/src/a`]: ["1"], [`${P}/src/b`]: ["2"] }));
  assertEquals(ladder.rungs[ladder.chosen]?.condition, {
    anyOf: [{ path: { under: ["${PROJECT_DIR}/src"], sensitive: false } }, { oneOf: ["${HOME}"] }],
  });
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

Deno.test("many different paths cost no more than their number", () => {
  const profiles = new Map([1, 2, 4, 8].map((factor) => {
    const count = 1_000 * factor;
    const paths = Array.from(
      { length: count },
      (_, index) => [`${P}/src/d${index}/in/f.ts`, [`${index % 7}`]] as const,
    );
    return [count, stringProfile(Object.fromEntries(paths))];
  }));
  assertLinear("pathLadder()", 1_000, (count) => {
    const profile = profiles.get(count);
    assert(profile !== undefined);
    pathLadder(profile);
  });
});

Deno.test("a folder in another that is named counts as that one, and one beside it with the same beginning does not", () => {
  const values = {
    [`${P}/src/a`]: ["1"],
    [`${P}/src/b`]: ["2"],
    [`${P}/src/in/c`]: ["3"],
    [`${P}/src-old/d`]: ["4"],
    [`${P}/src-old/e`]: ["1"],
  };
  const folders = pathLadder(stringProfile(values)).rungs.map(({ condition }) => JSON.stringify(condition));
  assert(
    folders.some((text) => text.includes('"under":["${PROJECT_DIR}/src","${PROJECT_DIR}/src-old"]')),
    `${folders}`,
  );
});
