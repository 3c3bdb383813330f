import assert from "node:assert/strict";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { ExactNumber, type Json } from "../../jsonrpc/json.ts";
import { BOTH, NEITHER, outcome, problemsOf, REFUSES, testFaults, testTable } from "./condition_fixture.ts";

const SCHEMA = { type: "object", properties: { a: { pattern: "^x+$" } }, additionalProperties: false };

testTable([
  [{ schema: SCHEMA }, { a: "xx" }, BOTH],
  [{ schema: SCHEMA }, { a: "y" }, NEITHER],
  [{ schema: { maximum: 9007199254740992 } }, new ExactNumber("9007199254740993"), NEITHER],
  [{ schema: { maximum: 9007199254740992 } }, new ExactNumber("9007199254740992.0"), BOTH],
  [{ schema: { $defs: { t: { items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" } }, [[[]]], BOTH],
  [{ schema: { uniqueItems: true } }, Array.from({ length: 3000 }, (_, index) => index), REFUSES],
  [{ schema: { uniqueItems: true } }, [1, 2, 3], BOTH],
  [{ schema: { uniqueItems: true } }, [1, 2, 1.0], NEITHER],
  [{ schema: { allOf: [{ minimum: 1 }, { maximum: 3 }] } }, 2, BOTH],
  [{ schema: { allOf: [{ minimum: 1 }, { maximum: 3 }] } }, 4, NEITHER],
  [{ schema: { dependentSchemas: { a: { required: ["b"] } } } }, { a: 1, b: 2 }, BOTH],
  [{ schema: { dependentSchemas: { a: { required: ["b"] } } } }, { a: 1 }, NEITHER],
  [{ schema: false }, 1, NEITHER],
  [{ schema: true }, 1, BOTH],
  // A text too long for its expression cannot be told; one that is short can.
  [{ schema: { pattern: "[A-Z][0-9]" } }, "x".repeat(2 * 1024 * 1024 + 1), REFUSES],
  [{ schema: { pattern: "[A-Z][0-9]" } }, "xA1", BOTH],
]);

testFaults([
  [{ schema: "object" }, "wrong-type: it is a string, not a JSON Schema"],
  [{ schema: { type: "strin" } }, "bad-pattern: "],
  [{ schema: { enum: 5 } }, "bad-pattern: "],
  [{ schema: { multipleOf: 0 } }, "bad-pattern: "],
  [{ schema: { uniqueItems: 1 } }, "bad-pattern: "],
  [{ schema: { properties: [] } }, "bad-pattern: "],
  [{ schema: { dependentSchemas: 5 } }, "bad-pattern: "],
  [{ schema: { required: [1] } }, "bad-pattern: "],
  [{ schema: { anyOf: [] } }, "bad-pattern: "],
  [{ schema: { minLength: -1 } }, "bad-pattern: "],
  [{ schema: { minimum: "1" } }, "bad-pattern: "],
  [{ schema: { pattern: 5 } }, "bad-pattern: "],
  [{ schema: { pattern: "(?=a)" } }, "bad-pattern: "],
  [{ schema: { items: 5 } }, "bad-pattern: "],
  [{ schema: { $ref: "#/$defs/none" } }, "bad-pattern: "],
  [{ schema: { $ref: "https://example.com/s" } }, "bad-pattern: "],
  [{ schema: { else: {} } }, "bad-pattern: "],
  [{ schema: { properties: { a: { type: "string", type2: 1 } } } }, "bad-pattern: "],
]);

Deno.test("schema refuses keywords it would not check", async () => {
  for (const keyword of ["format", "unevaluatedProperties", "$dynamicRef", "patern", "contentEncoding"]) {
    assert.equal((await problemsOf({ schema: { [keyword]: "x" } })).length, 1, keyword);
  }
});

Deno.test("schema is in no trouble with a schema that refers to itself for ever", async () => {
  assert.equal(await outcome({ schema: { $ref: "#" } }, 1), REFUSES);
  assert.equal(await outcome({ schema: { anyOf: [{ $ref: "#" }, { $ref: "#" }] } }, 1), REFUSES);
});

const scalar = fc.constantFrom<Json>(0, 1, 2, 1.5, "a", "ab", null, true);
const { schema: anySchema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom("string", "integer", "number", "object", "array", "null") }),
    fc.record({ const: scalar }),
    fc.record({ enum: fc.array(scalar, { minLength: 1, maxLength: 2 }) }),
    fc.record({ minimum: fc.nat(2) }),
    fc.record({ exclusiveMaximum: fc.nat(2) }),
    fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
    fc.record({ minLength: fc.nat(2) }),
    fc.record({ maxItems: fc.nat(2) }),
    fc.record({ minProperties: fc.nat(2) }),
    fc.record({ pattern: fc.constantFrom("^a", "b$") }),
    fc.record({ required: fc.constantFrom(["a"], ["a", "b"]) }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record({
      properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema")),
      additionalProperties: tie("schema"),
    }),
    fc.record({ patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), tie("schema")) }),
    fc.record({ propertyNames: tie("schema") }),
    fc.record({ prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }), items: tie("schema") }),
    fc.record({ contains: tie("schema") }),
    fc.record({ not: tie("schema") }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }),
    fc.record({ dependentRequired: fc.constant({ a: ["b"] }) }),
  ),
}));
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "ab"), tie("value"), { maxKeys: 3 }),
  ),
}));

Deno.test("schema agrees with another validator", async () => {
  await fc.assert(
    fc.asyncProperty(anySchema, anyValue, async (schema, value) => {
      const { valid } = new Validator(schema, "2020-12").validate(value);
      assert.equal(await outcome({ schema }, value), valid ? BOTH : NEITHER);
    }),
    { numRuns: 400 },
  );
});
