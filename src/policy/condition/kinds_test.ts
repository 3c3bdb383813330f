import assert from "node:assert/strict";
import { POLICY_SCHEMA_TEXT } from "../file/schema_text.ts";
import { problemsOf, testFaults } from "./condition_fixture.ts";
import { CONDITION_KINDS } from "./kinds.ts";

testFaults([
  [{ regexp: "a" }, 'unknown-field: the condition "regexp" is not known'],
  [{ constructor: 1 }, 'unknown-field: the condition "constructor" is not known'],
  [{ __proto__x: 1 }, 'unknown-field: the condition "__proto__x" is not known'],
  ["regex", "wrong-type: it is a string, not an object"],
  [null, "wrong-type: it is null, not an object"],
]);

Deno.test("readCondition() reports every fault of a condition at once", async () => {
  const codes = (await problemsOf({ regx: "a", range: [2, 1], not: { type: "x" } })).map((each) => each.split(":")[0]);
  assert.deepEqual(codes, ["unknown-field", "wrong-value", "wrong-value"]);
});

Deno.test("the schema of the format names every kind there is", () => {
  for (const name of CONDITION_KINDS.keys()) assert.ok(POLICY_SCHEMA_TEXT.includes(`"${name}"`), name);
});
