import assert from "node:assert/strict";
import { loadPostgresParser, loadSqlparser, type SqlParser } from "./sql_parsers.ts";

async function isReplaced(parse: SqlParser, deep: string): Promise<boolean> {
  assert.throws(() => parse(deep));
  for (let tries = 0; tries < 100; tries++) {
    try {
      return parse("SELECT 1").length === 1;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  return false;
}

Deno.test("loadPostgresParser() gives one tree for each statement, and throws at what is none", async () => {
  const parse = await loadPostgresParser();
  assert.equal(parse("SELECT 1; SELECT 2").length, 2);
  assert.throws(() => parse("SELEC 1"), SyntaxError);
  assert.equal(await isReplaced(parse, `SELECT ${"1+".repeat(15_000)}1`), true);
});

Deno.test("loadSqlparser() outlives a text that breaks its parser", async () => {
  const parse = await loadSqlparser("sqlite");
  assert.equal(parse("SELECT 1; SELECT 2").length, 2);
  assert.throws(() => parse("SELEC 1"));
  assert.equal(await isReplaced(parse, `SELECT ${"1+".repeat(15_000)}1`), true);
});
