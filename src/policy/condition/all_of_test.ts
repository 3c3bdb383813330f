import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ allOf: [{ type: "string" }, { regex: "^a" }] }, "ab", BOTH],
  [{ allOf: [{ type: "string" }, { regex: "^a" }] }, 5, NEITHER],
  [{ allOf: [{ range: [1, 5] }, { regex: "^a" }] }, "ab", REFUSES],
  [{ allOf: [{ range: [1, 5] }, { regex: "^a" }] }, "b", NEITHER],
  [{ type: "string", regex: "^a" }, "ab", BOTH],
  [{ type: "string", regex: "^a" }, "b", NEITHER],
  [{}, null, BOTH],
]);

testFaults([
  [{ allOf: [] }, "no-effect: the list is empty"],
  [{ allOf: [{}] }, "no-effect: the condition is empty"],
  [{ allOf: { type: "string" } }, "wrong-type: it is an object, not a list"],
]);
