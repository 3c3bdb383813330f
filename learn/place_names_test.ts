import { assertEquals } from "@std/assert";
import { MADE_UP, newPlaceNamer, toVariables, withMadeUpFolders } from "./place_names.ts";

const name = newPlaceNamer({ project: "/home/ann/work/", home: "/home/ann", tmpdir: "/tmp" });

Deno.test("newPlaceNamer() writes folders as variables where a path begins and a name ends", () => {
  const cases: readonly [text: string, named: string][] = [
    ["/home/ann/work/a.txt", "${PROJECT_DIR}/a.txt"],
    ["/home/ann/work", "${PROJECT_DIR}"],
    ["/home/ann/work2/a.txt", "${HOME}/work2/a.txt"],
    ["/home/anna/a.txt", "/home/anna/a.txt"],
    ["/srv/home/ann/a", "/srv/home/ann/a"],
    ["cat /home/ann/work/a /tmp/b", "cat ${PROJECT_DIR}/a ${TMPDIR}/b"],
    ["file:///home/ann/work/a", "file://${PROJECT_DIR}/a"],
    ["--out=/tmp/x", "--out=${TMPDIR}/x"],
  ];
  for (const [text, named] of cases) assertEquals(name(text), named);
});

Deno.test("made-up folders come and go without a trace", () => {
  for (const text of ["${PROJECT_DIR}/a b", "${HOME}/x", "cat ${TMPDIR}/y", "/etc/hosts", "plain"]) {
    assertEquals(toVariables(withMadeUpFolders(text)), text);
  }
  assertEquals(withMadeUpFolders("${PROJECT_DIR}/a"), `${MADE_UP.projectDir}/a`);
});

Deno.test("a folder with signs of regular expressions is only itself", () => {
  const odd = newPlaceNamer({ project: "/srv/a+b (1)" });
  assertEquals([odd("/srv/a+b (1)/x"), odd("/srv/aab (1)/x")], ["${PROJECT_DIR}/x", "/srv/aab (1)/x"]);
});
