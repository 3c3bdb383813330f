import { ExactNumber } from "../../jsonrpc/json.ts";
import { BOTH, NEITHER, testFaults, testTable } from "./condition_fixture.ts";

testTable([
  [{ type: "integer" }, 1, BOTH],
  [{ type: "integer" }, 1.5, NEITHER],
  [{ type: "integer" }, "1", NEITHER],
  [{ type: "integer" }, new ExactNumber("12345678901234567890"), BOTH],
  [{ type: "number" }, 1.5, BOTH],
  [{ type: "number" }, null, NEITHER],
  [{ type: "boolean" }, true, BOTH],
  [{ type: "boolean" }, "true", NEITHER],
  [{ type: "string" }, "", BOTH],
  [{ type: "string" }, ["a"], NEITHER],
  [{ type: ["null", "array"] }, null, BOTH],
  [{ type: ["null", "array"] }, [], BOTH],
  [{ type: ["null", "array"] }, {}, NEITHER],
  [{ type: "object" }, {}, BOTH],
  [{ type: "object" }, [], NEITHER],
  [{ type: "object" }, new ExactNumber("1e400"), NEITHER],
]);

testFaults([
  [{ type: "strin" }, 'wrong-value: "strin" is none of'],
  [{ type: [] }, "no-effect: the list is empty"],
  [{ type: ["string", "any"] }, 'wrong-value: "any" is none of'],
  [{ type: 5 }, "wrong-type: it is a number"],
]);
