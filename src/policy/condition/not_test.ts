import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ not: { equals: 1 } }, 2, BOTH],
  [{ not: { equals: 1 } }, 1, NEITHER],
  [{ not: { range: [0, 1] } }, "x", REFUSES],
  [{ not: { not: { equals: 1 } } }, 1, BOTH],
  [{ not: { not: { regex: "a" } } }, ["b", "a"], REFUSES],
  [{ not: { not: { regex: "a" } } }, ["b", "c"], NEITHER],
  [{ not: { anyOf: [{ equals: 1 }, { equals: 2 }] } }, 3, BOTH],
  [{ not: { anyOf: [{ equals: 1 }, { equals: 2 }] } }, 2, NEITHER],
]);

testFaults([
  [{ not: {} }, "no-effect: the condition is empty"],
  [{ not: [{ equals: 1 }] }, "wrong-type: it is an array, not an object"],
]);
