import assert from "node:assert/strict";
import { loadSqlparser } from "./sql_parsers.ts";
import { readSqlparserTree } from "./sqlparser_tree.ts";

const parse = await loadSqlparser("sqlite");

Deno.test("readSqlparserTree() finds tables, columns and functions wherever they stand", () => {
  const [tree] = parse(
    "WITH c AS (SELECT a FROM s.t) SELECT f(b), x.* FROM c JOIN u USING (id) WHERE (SELECT g() FROM v)",
  );
  const facts = readSqlparserTree(tree, "sqlite");
  assert.deepEqual({ ...facts, columns: facts.columns.toSorted() }, {
    statement: "select",
    tables: [["s", "t"], ["u"], ["v"]],
    columns: ["a", "b", "id"],
    functions: [["f"], ["g"]],
    allColumns: true,
  });
});

Deno.test("readSqlparserTree() throws at what is no read and at what it does not know", () => {
  for (const text of ["DELETE FROM t", "PRAGMA a = 1", "ATTACH 'x' AS y", "SELECT * FROM a.b.c.d"]) {
    assert.throws(() => readSqlparserTree(parse(text)[0], "sqlite"), /Cannot judge/, text);
  }
  const select = { body: { Select: { new_clause: "x" } } };
  for (const tree of [null, [], {}, { Query: select }, { Query: { locks: [1] } }, { Query: { body: { New: {} } } }]) {
    assert.throws(() => readSqlparserTree(tree, "sqlite"), /Cannot judge/);
  }
});
