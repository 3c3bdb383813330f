import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

const project = { path: { under: "${PROJECT_DIR}" } };
const notes = { path: { under: ["${PROJECT_DIR}"], not: ["**/.env"] } };
const sensitive = { path: { sensitive: true } };

testTable([
  [project, "/home/ann/project/a", BOTH],
  [project, "a/../b", BOTH],
  [project, "/home/ann/projects/a", NEITHER],
  [project, "../x", NEITHER],
  [project, "/etc/passwd", NEITHER],
  [project, "out/passwd", NEITHER],
  [project, "file:///home/ann/project/a", REFUSES],
  [project, "~/project/a", REFUSES],
  [project, ["/home/ann/project/a"], REFUSES],
  [project, 5, REFUSES],
  [{ path: { under: "/etc" } }, "/home/ann/project/out/passwd", REFUSES],
  [{ not: project }, "/etc/passwd", BOTH],
  [{ not: project }, "a", NEITHER],
  [{ not: project }, "$HOME/x", REFUSES],
  [{ not: project }, ["a", "/etc/passwd"], REFUSES],
  [{ each: project }, ["a", "b"], BOTH],
  [{ each: project }, ["a", "/etc/passwd"], REFUSES],
  [notes, "x/.ENV", NEITHER],
  [notes, "x/.env.example", BOTH],
  [{ path: { not: ["${HOME}/secret"] } }, "/home/ann/secret/x", NEITHER],
  [{ path: { not: ["${HOME}/secret"] } }, "/home/ann/secrets", BOTH],
  [sensitive, "~/.ssh/id_rsa", BOTH],
  [sensitive, "file:///home/u/%2Essh/id%5Frsa", BOTH],
  [sensitive, "a.txt", NEITHER],
  [{ path: { sensitive: ["env"] } }, "/app/.env", BOTH],
  [{ path: { sensitive: ["env"] } }, "~/.ssh/id_rsa", NEITHER],
  [{ path: { sensitive: ["env", "keys"] } }, "~/.ssh/id_rsa", BOTH],
  [sensitive, { path: "x/.aws/credentials" }, REFUSES],
  [{ path: { under: "${HOME}", sensitive: false } }, "/home/ann/.ssh/x", NEITHER],
  [{ path: { under: "${HOME}", sensitive: false } }, "/home/ann/x", BOTH],
  [{ path: { under: "${PROJECT_DIR}", view: "lexical" } }, "out/x", BOTH],
  [{ path: { under: "C:\\srv", platform: "windows" } }, "C:\\srv\\a", BOTH],
]);

testFaults([
  [{ path: {} }, 'no-effect: it has none of "under"'],
  [{ path: { view: "lexical" } }, 'no-effect: it has none of "under"'],
  [{ path: { under: [] } }, "no-effect: the list is empty"],
  [{ path: { under: "notes" } }, "bad-pattern: the path condition cannot be met: a folder is not an absolute path"],
  [{ path: { not: "{" } }, "bad-pattern: the path condition cannot be met: a glob does not compile"],
  [{ path: { under: "${env:NOT_SET}" } }, "unknown-variable: "],
  [{ path: { sensitive: true, under: "/a" } }, 'wrong-value: "sensitive" goes alone'],
  [
    { path: { sensitive: ["kees"] } },
    'wrong-value: "kees" is none of "keys", "env"',
  ],
  [{ path: { sensitive: "yes" } }, "wrong-type: it is a string"],
  [{ path: "/a" }, "wrong-type: it is a string"],
]);
