import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ keys: { regex: "^[a-z]+$" } }, { a: 1, b: 2 }, BOTH],
  [{ keys: { regex: "^[a-z]+$" } }, { a: 1, B: 2 }, REFUSES],
  [{ keys: { regex: "^[a-z]+$" } }, { B: 2 }, NEITHER],
  [{ keys: { regex: "x" } }, ["x"], REFUSES],
  [{ keys: { regex: "x" } }, "x", REFUSES],
  [{ keys: { oneOf: ["a"] } }, { a: { b: 1 } }, BOTH],
]);

testFaults([
  [{ keys: {} }, "no-effect: the condition is empty"],
  [{ keys: ["a"] }, "wrong-type: it is an array, not an object"],
]);
