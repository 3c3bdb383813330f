import { ExactNumber } from "../../jsonrpc/json.ts";
import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ range: [1, 5] }, 1, BOTH],
  [{ range: [1, 5] }, 5, BOTH],
  [{ range: [1, 5] }, 6, NEITHER],
  [{ range: [1, 5] }, 0.999, NEITHER],
  [{ range: [1, null] }, 1e300, BOTH],
  [{ range: [null, 5] }, -1e300, BOTH],
  [{ range: [null, 9007199254740992] }, new ExactNumber("9007199254740993"), NEITHER],
  [{ range: [1, 5] }, "3", REFUSES],
  [{ range: [1, 5] }, [3], REFUSES],
  [{ range: [1, 5] }, true, REFUSES],
  [{ not: { range: [1, 5] } }, "3", REFUSES],
  [{ not: { range: [1, 5] } }, 3, NEITHER],
]);

testFaults([
  [{ range: [5, 1] }, "wrong-value: the first number is larger than the second"],
  [{ range: [null, null] }, "no-effect: both ends are open"],
  [{ range: [1] }, "wrong-type: it is an array, not a list of two numbers"],
  [{ range: ["1", 5] }, "wrong-type: it is a string, not a number or null"],
  [{ range: 5 }, "wrong-type: it is a number, not a list of two numbers"],
]);
