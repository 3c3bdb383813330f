import assert from "node:assert/strict";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import cases from "../../tests/cases/guards/sql.jsonc" with { type: "text" };
import { type Guard, REASONS } from "./guard.ts";
import { assertLinear } from "./scaling_fixture.ts";
import { SQL_DIALECTS } from "./sql_functions.ts";
import { MAX_SQL_CHARS, newSqlGuard, type SqlOptions } from "./sql.ts";

interface Case {
  readonly input: string;
  readonly options: SqlOptions;
  readonly verdict: "allow" | "deny";
  readonly why: string;
}

const CASES = parse(cases) as unknown as readonly Case[];

for (const { input, options, verdict, why } of CASES) {
  const name = JSON.stringify(input);
  Deno.test(`newSqlGuard() ${verdict === "allow" ? "passes" : "refuses"} ${options.dialect} ${name}: ${why}`, async () => {
    const result = (await newSqlGuard(options))(input);
    if (result.ok) assert.deepEqual(result, { ok: true, value: input });
    else assert.ok(REASONS.includes(result.reason));
    assert.equal(result.ok, verdict === "allow", JSON.stringify(result));
  });
}

async function allGuards(): Promise<Guard[]> {
  return await Promise.all(SQL_DIALECTS.map((dialect) => newSqlGuard({ dialect })));
}

Deno.test("a SQL guard never throws, and what passes passes again", async () => {
  const guards = await allGuards();
  const words =
    ("SELECT FROM WHERE users orders ( ) * , ; ' \" ` -- /* */ $a$ \\ 1 NOT WITH AS c DELETE INTO x := @a " +
      "count( [ ] UNION \n EXPLAIN").split(" ");
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(" ")),
    fc.tuple(fc.constantFrom(...CASES), fc.nat(), fc.constantFrom(...words), fc.nat(3)).map(
      ([{ input }, at, word, cut]) => {
        const index = at % (input.length + 1);
        return input.slice(0, index) + word + input.slice(index + cut);
      },
    ),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...guards), (value, guard) => {
      const result = guard(value);
      if (result.ok) assert.deepEqual(guard(result.value), result);
      else assert.ok(REASONS.includes(result.reason));
    }),
    { numRuns: 2_000, examples: guards.flatMap((guard) => CASES.map(({ input }): [string, Guard] => [input, guard])) },
  );
});

Deno.test("a SQL guard outlives texts that are deep, long or no text", async () => {
  for (const guard of await allGuards()) {
    const hostile = [
      "(".repeat(20_000),
      `SELECT ${"(".repeat(60)}1${")".repeat(60)}`,
      `SELECT ${"1+".repeat(10_000)}1`,
      `SELECT ${"NOT ".repeat(200)}1`,
      `SELECT ${"- ".repeat(5_000)}1`,
      `SELECT 1${" UNION SELECT 1".repeat(2_000)}`,
      `SELECT ${"CASE WHEN 1 THEN ".repeat(1_000)}1`,
      `SELECT 1 WHERE ${"x=1 AND ".repeat(3_000)}1=1`,
      `SELECT a${".a".repeat(10_000)}`,
      "x".repeat(MAX_SQL_CHARS + 1),
      "SELECT '\ud800'",
    ];
    for (const text of hostile) guard(text);
    for (const value of [undefined, null, 1, {}, ["SELECT 1"]]) {
      assert.deepEqual(guard(value), { ok: false, reason: "blocked: not a string" });
    }
    // A parser that such a text broke is replaced by another one soon.
    for (let tries = 0; tries < 100 && !guard("SELECT 1").ok; tries++) {
      await new Promise((done) => setTimeout(done, 10));
    }
    assert.equal(guard("SELECT 1").ok, true);
  }
});

Deno.test("a SQL guard needs a dialect it knows", async () => {
  const guard = await newSqlGuard({ dialect: "oracle" } as unknown as SqlOptions);
  assert.deepEqual(guard("SELECT 1"), { ok: false, reason: "blocked: guard options" });
});

Deno.test("the time of a SQL guard grows with the text and not faster", async () => {
  for (const guard of await allGuards()) {
    for (const piece of ["a, ", "'x', ", "f(1), ", "/* */ ", "$", "1 + "]) {
      assertLinear(piece, 2000, (length) => guard(`SELECT ${piece.repeat(length / piece.length)} 1`));
    }
  }
});

Deno.test("newSqlGuard() keeps the servers' passwords where no list of tables gives them", async () => {
  const rows = [
    ["postgresql", "SELECT rolpassword FROM pg_catalog.pg_authid", "SELECT relname FROM pg_class"],
    ["postgresql", "SELECT 1 UNION SELECT 1 FROM pg_shadow", "SELECT 1 FROM pg_tables"],
    ["mysql", "SELECT authentication_string FROM mysql.user", "SELECT name FROM user"],
    ["mssql", "SELECT name FROM sys.sql_logins", "SELECT name FROM sys.tables"],
  ] as const;
  for (const [dialect, refusedText, passed] of rows) {
    const guard = await newSqlGuard({ dialect });
    assert.deepEqual(guard(refusedText), { ok: false, reason: "blocked: table not in the list" }, refusedText);
    assert.deepEqual(guard(passed), { ok: true, value: passed });
  }
  const named = await newSqlGuard({ dialect: "mysql", tables: ["mysql.user"] });
  assert.equal(named("SELECT user FROM mysql.user").ok, true);
});
