import assert from "node:assert/strict";
import { Validator } from "@cfworker/json-schema";
import { parse } from "jsonc-parser";
import cases from "../../../tests/cases/policy/format.jsonc" with { type: "text" };
import { loadFixture } from "../policy_fixture.ts";
import { formatProblem } from "../problem.ts";
import { readPolicy } from "./read_policy.ts";
import { POLICY_SCHEMA_TEXT } from "./schema_text.ts";
import { MAX_POLICY_CHARS, MAX_POLICY_DEPTH } from "./tree.ts";

const validator = new Validator(JSON.parse(POLICY_SCHEMA_TEXT), "2020-12");

for (const row of parse(cases, [], { allowTrailingComma: true })) {
  const text = row.text ?? JSON.stringify(row.policy);
  Deno.test(`readPolicy() and the schema: ${row.name}`, async () => {
    for (const key of Object.keys(row)) assert.ok(["name", "text", "policy", "codes", "schema"].includes(key), key);
    const { problems, policy } = await loadFixture(text);
    assert.deepEqual(
      problems.map(({ code }) => code).toSorted(),
      row.codes.toSorted(),
      problems.map(formatProblem).join(),
    );
    assert.equal(policy === undefined, row.codes.length > 0);
    if (row.schema === "blind") return;
    const { valid, errors } = validator.validate(parse(text, [], { allowTrailingComma: true }));
    assert.equal(valid, row.codes.length === 0, JSON.stringify(errors));
  });
}

Deno.test("readPolicy() says where and what, with a hint", async () => {
  const text =
    '{\n  "version": 1,\n  "rules": [\n    { "name": "no-ssh", "acton": 1,\n      "when": { "tool": "a" }, "then": "deny" }\n  ]\n}';
  const { problems } = await readPolicy("policy.jsonc", text);
  assert.deepEqual(problems.map(formatProblem), [
    'policy.jsonc:4:25: Cannot read rule "no-ssh": "acton" is not a field [unknown-field]\n  Known fields: name, when, then',
  ]);
});

Deno.test("readPolicy() keeps control characters of a file off the terminal", async () => {
  const { problems } = await readPolicy("p.jsonc", '{"version": 1, "\\u001b[2J\\u202e": 1}');
  const [shown = ""] = problems.map(formatProblem);
  assert.ok(shown.includes('"\\u001b[2J\\u202e" is not a field'));
  // deno-lint-ignore no-control-regex -- the characters that must not be there.
  assert.doesNotMatch(shown, /[\u001b\u202e]/);
});

Deno.test("readPolicy() refuses a text that is too large, and reads one that just fits", async () => {
  const start = '{"version": 1}';
  const codes = async (text: string) => (await readPolicy("p.jsonc", text)).problems.map(({ code }) => code);
  assert.deepEqual(await codes(start + " ".repeat(MAX_POLICY_CHARS)), ["too-large"]);
  assert.deepEqual(await codes(start + " ".repeat(MAX_POLICY_CHARS - start.length)), []);
});

Deno.test("readPolicy() refuses what nests too deep, and reads what just does not", async () => {
  const nested = (depth: number) =>
    `{"version": 1, "tools": {"a": {"args": {"x": {"equals": ${"[".repeat(depth)}${"]".repeat(depth)}}}}}}`;
  const codes = async (text: string) => (await readPolicy("p.jsonc", text)).problems.map(({ code }) => code);
  assert.deepEqual(await codes(nested(100_000)), ["too-deep"]);
  assert.deepEqual(await codes("[".repeat(500_000)), ["too-deep"]);
  assert.deepEqual(await codes(nested(MAX_POLICY_DEPTH - 5)), []);
  assert.deepEqual(
    await codes(`{"version": 1, /* ${"[".repeat(200)} */ "tools": {"${"[".repeat(70)}${"]".repeat(70)}": "deny"}}`),
    [],
  );
});
