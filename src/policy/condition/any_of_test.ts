import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ anyOf: [{ type: "number" }, { regex: "^a" }] }, 5, BOTH],
  [{ anyOf: [{ type: "number" }, { regex: "^a" }] }, "b", NEITHER],
  [{ anyOf: [{ type: "number" }, { regex: "^a" }] }, "ab", BOTH],
  [{ anyOf: [{ type: "string" }, { range: [0, 1] }] }, true, REFUSES],
  [{ anyOf: [{ regex: "secret" }, { equals: "x" }] }, "x", BOTH],
  [{ anyOf: [{ regex: "secret" }, { regex: "token" }] }, "a token", BOTH],
  [{ anyOf: [{ regex: "secret" }, { regex: "token" }] }, "a taken", NEITHER],
]);

testFaults([
  [{ anyOf: [] }, "no-effect: the list is empty"],
  [{ anyOf: [{ regx: "a" }] }, 'unknown-field: the condition "regx" is not known'],
]);
