import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ each: { type: "string" } }, ["a", "b"], BOTH],
  [{ each: { type: "string" } }, ["a", 1], REFUSES],
  [{ each: { type: "string" } }, [1, 2], NEITHER],
  [{ each: { type: "string" } }, { k: "a" }, BOTH],
  [{ each: { type: "string" } }, "a", REFUSES],
  [{ each: { each: { equals: 1 } } }, [[1], [1, 1]], BOTH],
  [{ each: { each: { equals: 1 } } }, [[1], [2]], REFUSES],
  [{ not: { each: { type: "string" } } }, ["a", "b"], NEITHER],
  [{ not: { each: { type: "string" } } }, ["a", 1], BOTH],
]);

testFaults([
  [{ each: {} }, "no-effect: the condition is empty"],
  [{ each: "string" }, "wrong-type: it is a string, not an object"],
]);
