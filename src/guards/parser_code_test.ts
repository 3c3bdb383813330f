import assert from "node:assert/strict";
import { postgresCode, sqlparserCode } from "./parser_code.ts";

Deno.test("postgresCode() and sqlparserCode() give the parsers that sql_parsers.ts calls", async () => {
  const exported = async (code: Promise<WebAssembly.Module>) =>
    WebAssembly.Module.exports(await code).map(({ name }) => name);
  assert.ok((await exported(postgresCode())).length > 5);
  const entry = import.meta.resolve("@guanmingchiu/sqlparser-ts");
  assert.ok((await exported(sqlparserCode(entry))).includes("parse_sql"));
  await assert.rejects(sqlparserCode("file:///nowhere/a.js"));
});
