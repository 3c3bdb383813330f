import assert from "node:assert/strict";
import { assertLinear } from "./scaling_fixture.ts";
import { nestsTooDeep } from "./sql_nesting.ts";
import { newSqlGuard } from "./sql.ts";

const DIALECTS = ["sqlite", "mysql", "mssql"] as const;

/** Ways to nest that the parser tries again and again, with what closes them. */
const NESTINGS: readonly (readonly [open: string, close: string])[] = [
  ["f(", ")"],
  ["cast(", " as int)"],
  ["substring(", " from 1)"],
  ["(select ", ")"],
  ["case when 1 then ", " end"],
  ["interval ", ""],
  ["interval - ", ""],
  // What only looks like an end.
  ["f(/*)*/", ")"],
  ["f(')'+", ")"],
  ["f(--)\n", ")"],
  ['f(")"+', ")"],
  ["case when 1 then /* end */ ", " end"],
];

for (const [open, close] of NESTINGS) {
  Deno.test(`nestsTooDeep() says so of 20 times ${JSON.stringify(open)}, ended or not, and not of three`, () => {
    for (const dialect of DIALECTS) {
      for (const end of ["", "\u4073(1", `1${close.repeat(20)}`]) {
        assert.equal(nestsTooDeep(`select ${open.repeat(20)}${end}`, dialect), true, `${dialect} ${end}`);
      }
      assert.equal(nestsTooDeep(`select ${open.repeat(3)}1${close.repeat(3)}`, dialect), false, dialect);
    }
  });
}

Deno.test("nestsTooDeep() knows a backslash before a quote in MySQL", () => {
  assert.equal(nestsTooDeep(`select ${"f('\\')'+".repeat(20)}1`, "mysql"), true);
  assert.equal(nestsTooDeep(`select ${"f('\\')'+1),".repeat(9)}1`, "mysql"), false);
});

Deno.test("nestsTooDeep() lets wide statements pass: lists, names in brackets, brackets in texts", () => {
  for (const dialect of DIALECTS) {
    for (
      const text of [
        `select * from t where (a, b) in (${Array(400).fill("(1, 2)").join(", ")})`,
        `select ${Array(60).fill("upper(trim(a))").join(", ")} from t where c in ('(((', ':-)', ']]]')`,
        `select ${Array(40).fill("case when a = 1 then 2 else 3 end").join(" + ")} from t`,
      ]
    ) assert.equal(nestsTooDeep(text, dialect), false, `${dialect} ${text.slice(0, 60)}`);
  }
  assert.equal(nestsTooDeep(`select ${Array(60).fill("[dbo].[t].[a b]").join(", ")}`, "mssql"), false);
});

Deno.test("nestsTooDeep() takes time linear in the text", () => {
  for (const piece of ["f(1),", "'", '"a(', "/* ", "[a],", "case end "]) {
    for (const dialect of DIALECTS) {
      assertLinear(`${dialect} ${piece}`, 2_000, (length) => nestsTooDeep(piece.repeat(length), dialect));
    }
  }
});

Deno.test("newSqlGuard() refuses at once what its parser would read for half a minute", async () => {
  for (const dialect of DIALECTS) {
    const guard = await newSqlGuard({ dialect });
    for (
      const text of [`select upper(${"users(".repeat(30)}`, `select ${"cast(".repeat(30)}1${" as int)".repeat(30)}`]
    ) {
      assert.deepEqual(guard(text), { ok: false, reason: "blocked: too long" });
    }
    assert.equal(guard("select upper(trim(lower(trim(upper('a')))))").ok, true, dialect);
  }
});
