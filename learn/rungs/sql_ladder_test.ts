import { assertEquals } from "@std/assert";
import { loadSqlparser } from "../../src/guards/sql_parsers.ts";
import { stringProfile } from "../profile_fixture.ts";
import { dialectOf, factsOf, sqlLadder } from "./sql_ladder.ts";

const parse = await loadSqlparser("sqlite");
const reader = { dialect: "sqlite", parse } as const;

Deno.test("what writes is on no list, and without a known dialect everything asks", () => {
  assertEquals(sqlLadder(stringProfile({ "drop table a": ["1", "2"] }), reader).asksAlways, true);
  assertEquals(sqlLadder(stringProfile({ "select 1 from a": ["1", "2"] }), undefined).asksAlways, true);
  const mixed = sqlLadder(stringProfile({ "select b from a": ["1", "2"], "delete from a": ["1", "2"] }), reader);
  assertEquals(mixed.rungs[0]?.condition, {
    sql: { dialect: "sqlite", statements: ["select"], tables: ["a"], columns: ["b"] },
  });
});

Deno.test("columns are listed until new ones keep coming; any table is never chosen without a person", () => {
  const varied = sqlLadder(stringProfile({ "select b from a": ["1"], "select c from a": ["2"] }), reader);
  assertEquals(varied.rungs[varied.chosen]?.condition, {
    sql: { dialect: "sqlite", statements: ["select"], tables: ["a"] },
  });
  assertEquals(varied.rungs.at(-1)?.isAutomatic, false);
});

Deno.test("factsOf() takes one statement that reads", () => {
  assertEquals(factsOf("select 1; select 2", "sqlite", parse), undefined);
  assertEquals(factsOf("not sql", "sqlite", parse), undefined);
  assertEquals(factsOf("select a from b", "sqlite", parse)?.columns, ["a"]);
});

Deno.test("dialectOf() trusts names only where they tell one dialect", () => {
  assertEquals(dialectOf(["query", "my-db"]), undefined);
  assertEquals(dialectOf(["postgres", "sqlite_query"]), undefined);
  assertEquals([dialectOf(["pg_query"]), dialectOf(["sqlite"]), dialectOf(["supabase"])], [
    undefined,
    "sqlite",
    "postgresql",
  ]);
});
