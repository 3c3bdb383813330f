import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ oneOf: ["a", 1] }, 1, BOTH],
  [{ oneOf: ["a", 1] }, 2, NEITHER],
  [{ oneOf: ["a", 1] }, "1", NEITHER],
  [{ oneOf: ["a", 1] }, [1], REFUSES],
  [{ oneOf: ["a", 1] }, { k: ["a"] }, REFUSES],
  [{ oneOf: ["a", 1] }, { k: ["b"] }, NEITHER],
  [{ oneOf: [[1], {}] }, {}, BOTH],
]);

testFaults([
  [{ oneOf: [] }, "no-effect: the list is empty"],
  [{ oneOf: "a" }, "wrong-type: it is a string, not a list of values"],
]);
