import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

const listed = { command: { programs: ["git status", "ls"] } };
const inProject = { command: { programs: "any", paths: { under: "${PROJECT_DIR}" } } };

testTable([
  [listed, "git status && ls", BOTH],
  [listed, "git push", NEITHER],
  [listed, "$X", REFUSES],
  [listed, "ls 'a", REFUSES],
  [listed, 5, REFUSES],
  [listed, ["ls"], REFUSES],
  [{ not: listed }, "git push", BOTH],
  [{ not: listed }, "ls", NEITHER],
  [{ not: listed }, "$X", REFUSES],
  [{ each: listed }, ["ls", "git status"], BOTH],
  [{ command: { programs: "any" } }, "rm -rf x", NEITHER],
  [{ command: { programs: "any", refuse: ["credentials"] } }, "rm -rf x", BOTH],
  [{ command: { programs: "any", refuse: ["credentials"] } }, "cat ~/.ssh/id_rsa", NEITHER],
  [inProject, "cat a.txt", BOTH],
  [inProject, "cat $HOME/x", REFUSES],
  [{ command: { programs: "any", hosts: "example.com" } }, "curl https://example.com/", BOTH],
  [{ command: { programs: "any", hosts: "example.com" } }, "curl https://evil.test/", NEITHER],
]);

testFaults([
  [{ command: {} }, 'missing-field: "programs" is missing'],
  [{ command: { programs: "all" } }, 'wrong-value: "all" is none of'],
  [{ command: { programs: [""] } }, "wrong-value: it is empty"],
  [{ command: { programs: "any", refuse: ["remote"] } }, 'wrong-value: "remote" is none of'],
  [{ command: { programs: "any", paths: { under: "x" } } }, "bad-pattern: the command condition cannot be met"],
  [{ command: { programs: "any", paths: {} } }, 'no-effect: it has none of "under"'],
  [{ command: "ls" }, "wrong-type: it is a string"],
]);
