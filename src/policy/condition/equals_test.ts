import { ExactNumber } from "../../jsonrpc/json.ts";
import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ equals: "a" }, "a", BOTH],
  [{ equals: "a" }, "A", NEITHER],
  [{ equals: "a" }, ["b", "a"], REFUSES],
  [{ equals: "a" }, ["b", "A"], NEITHER],
  [{ equals: "a" }, { a: 1 }, REFUSES],
  [{ equals: 5 }, [{ k: 5 }], REFUSES],
  [{ equals: 5 }, [{ k: 6 }], NEITHER],
  [{ equals: 5 }, "5", NEITHER],
  [{ equals: 5 }, new ExactNumber("5.00"), BOTH],
  [{ equals: null }, null, BOTH],
  [{ equals: null }, "null", NEITHER],
  [{ equals: [1, { a: null }] }, [1, { a: null }], BOTH],
  [{ equals: [1, { a: null }] }, [[1, { a: null }]], REFUSES],
  [{ equals: [1, { a: null }] }, [{ a: null }, 1], NEITHER],
  [{ not: { equals: "a" } }, ["a"], BOTH],
  [{ equals: "${HOME}/x" }, "/home/ann/x", BOTH],
  [{ equals: "${HOME}/x" }, "${HOME}/x", NEITHER],
  [{ equals: ["${HOME}"] }, ["${HOME}"], BOTH],
]);

testFaults([
  [{ equals: { a: 1, b: "${env:NOT_SET}" }, glob: [] }, "no-effect: the list is empty"],
  [{ equals: "${env:NOT_SET}" }, "unknown-variable: "],
]);
