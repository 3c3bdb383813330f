import assert from "node:assert/strict";
import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { ExactNumber, type Json } from "../../jsonrpc/json.ts";
import { judge } from "../evaluate.ts";
import { loadFixture, policyFixture } from "../policy_fixture.ts";
import { toSubject } from "../suite.ts";

/** What a condition makes of a value: admitted by an entry, and refused by a deny rule. */
async function outcome(condition: object, value: Json): Promise<string> {
  const entry = await policyFixture({ tools: { t: { args: { x: condition } } } });
  const rules = [{ name: "r", when: { args: { x: condition } }, then: "deny" }];
  const rule = await policyFixture({ default: "allow", rules });
  const subject = toSubject({ call: { tool: "t", args: { x: value } }, expect: "deny" }, "files");
  const [byEntry, byRule] = [judge(entry, subject), judge(rule, subject)];
  assert.notEqual(byEntry.rule, "error/internal");
  assert.notEqual(byRule.rule, "error/internal");
  return `${byEntry.action === "allow" ? "admits" : "-"} ${byRule.action === "deny" ? "refuses" : "-"}`;
}

const BOTH = "admits refuses";
const NEITHER = "- -";
/** What does not apply: neither good enough to admit nor good enough not to refuse. */
const REFUSES = "- refuses";

const TABLE: readonly (readonly [object, Json, string])[] = [
  [{ equals: "a" }, "a", BOTH],
  [{ equals: "a" }, "A", NEITHER],
  [{ equals: "a" }, ["b", "a"], REFUSES],
  [{ equals: "a" }, { a: 1 }, REFUSES],
  [{ equals: 5 }, [{ k: 5 }], REFUSES],
  [{ equals: 5 }, "5", NEITHER],
  [{ equals: [1, { a: null }] }, [1, { a: null }], BOTH],
  [{ not: { equals: "a" } }, ["a"], BOTH],
  [{ oneOf: ["a", 1] }, 1, BOTH],
  [{ oneOf: ["a", 1] }, 2, NEITHER],
  [{ equals: "${HOME}/x" }, "/home/ann/x", BOTH],
  [{ type: "integer" }, 1, BOTH],
  [{ type: "integer" }, 1.5, NEITHER],
  [{ type: "integer" }, new ExactNumber("12345678901234567890"), BOTH],
  [{ type: ["null", "array"] }, null, BOTH],
  [{ type: "object" }, [], NEITHER],
  [{ range: [1, 5] }, 5, BOTH],
  [{ range: [1, 5] }, 6, NEITHER],
  [{ range: [1, null] }, 1e300, BOTH],
  [{ range: [1, 5] }, "3", REFUSES],
  [{ range: [1, 5] }, [3], REFUSES],
  [{ not: { range: [1, 5] } }, "3", REFUSES],
  [{ length: [2, 2] }, "😀é", BOTH],
  [{ length: [2, 2] }, "abc", NEITHER],
  [{ length: [2, 2] }, [1, 2], BOTH],
  [{ length: [4, null] }, ["abcd"], REFUSES],
  [{ length: [1, 2] }, 5, REFUSES],
  [{ regex: "b+" }, "abc", BOTH],
  [{ regex: ["x", "b+"] }, "abc", BOTH],
  [{ regex: "b+" }, "aBc", NEITHER],
  [{ regex: "b+" }, [], REFUSES],
  [{ regex: "b+" }, ["ac"], NEITHER],
  [{ regex: "(?i)key" }, "\u212aEY", BOTH],
  [{ glob: "/p/*" }, "/p/a", BOTH],
  [{ glob: "/p/*" }, "/p/a/b", REFUSES],
  [{ glob: "/p/**" }, "/p/../etc", REFUSES],
  [{ glob: { pattern: "*.example.com", dialect: "host" } }, "a.example.com", BOTH],
  [{ glob: { pattern: "*.example.com", dialect: "host" } }, "example.com", NEITHER],
  [{ glob: "${PROJECT_DIR}/*" }, "/home/ann/project/x", BOTH],
  [{ not: { glob: "/p/**" } }, "/q", BOTH],
  [{ not: { glob: "/p/*" } }, "/p/a/b", REFUSES],
  [{ each: { type: "string" } }, ["a", "b"], BOTH],
  [{ each: { type: "string" } }, ["a", 1], REFUSES],
  [{ each: { type: "string" } }, { k: "a" }, BOTH],
  [{ each: { type: "string" } }, "a", REFUSES],
  [{ keys: { regex: "^[a-z]+$" } }, { a: 1, b: 2 }, BOTH],
  [{ keys: { regex: "^[a-z]+$" } }, { a: 1, B: 2 }, REFUSES],
  [{ keys: { regex: "x" } }, ["x"], REFUSES],
  [{ anyOf: [{ type: "number" }, { regex: "^a" }] }, 5, BOTH],
  [{ anyOf: [{ type: "string" }, { range: [0, 1] }] }, true, REFUSES],
  [{ allOf: [{ type: "string" }, { regex: "^a" }] }, 5, NEITHER],
  [{ type: "string", regex: "^a" }, "ab", BOTH],
  [{ type: "string", regex: "^a" }, "b", NEITHER],
  [{}, null, BOTH],
  [
    { schema: { type: "object", properties: { a: { pattern: "^x+$" } }, additionalProperties: false } },
    { a: "xx" },
    BOTH,
  ],
  [
    { schema: { type: "object", properties: { a: { pattern: "^x+$" } }, additionalProperties: false } },
    { a: "y" },
    NEITHER,
  ],
  [{ schema: { maximum: 9007199254740992 } }, new ExactNumber("9007199254740993"), NEITHER],
  [{ schema: { $defs: { t: { items: { $ref: "#/$defs/t" } } }, $ref: "#/$defs/t" } }, [[[]]], BOTH],
  [{ schema: { uniqueItems: true } }, Array.from({ length: 3000 }, (_, index) => index), REFUSES],
  [{ schema: { uniqueItems: true } }, [1, 2, 3], BOTH],
];

for (const [condition, value, expected] of TABLE) {
  const shown = JSON.stringify(value);
  Deno.test(`${JSON.stringify(condition)} of ${shown.slice(0, 60)}: ${expected}`, async () => {
    assert.equal(await outcome(condition, value), expected);
  });
}

Deno.test("schema refuses keywords it would not check", async () => {
  for (const keyword of ["format", "unevaluatedProperties", "$dynamicRef", "patern", "contentEncoding"]) {
    const policy = { version: 1, tools: { t: { args: { x: { schema: { [keyword]: "x" } } } } } };
    const { problems } = await loadFixture(JSON.stringify(policy));
    assert.equal(problems.length, 1, keyword);
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
