import assert from "node:assert/strict";
import { postgresCode, sqlparserCode, sqlparserCopy } from "./parser_code.ts";

Deno.test("postgresCode() and sqlparserCode() give the parsers that sql_parsers.ts calls", async () => {
  const exported = async (code: Promise<WebAssembly.Module>) =>
    WebAssembly.Module.exports(await code).map(({ name }) => name);
  assert.ok((await exported(postgresCode())).length > 5);
  assert.ok((await exported(sqlparserCode())).includes("parse_sql"));
});

Deno.test("sqlparserCopy() gives a module of its own each time", async () => {
  const [one, other] = [await sqlparserCopy(), await sqlparserCopy()];
  assert.notEqual(one, other);
  assert.throws(() => one.parse_sql("sqlite", "select 1"), "it has no code yet");
  one.initSync({ module: await sqlparserCode() });
  assert.equal(one.parse_sql("sqlite", "select 1").length, 1);
  assert.throws(() => other.parse_sql("sqlite", "select 1"), "the other still has none");
});
