import assert from "node:assert/strict";
import { readPostgresTree } from "./postgres_tree.ts";
import { loadPostgresParser } from "./sql_parsers.ts";

const parse = await loadPostgresParser();

Deno.test("readPostgresTree() finds tables, columns and functions wherever they stand", () => {
  const [tree] = parse(
    "WITH c AS (SELECT a FROM s.t) SELECT f(b), x.* FROM c JOIN u USING (id) WHERE (SELECT g() FROM v)",
  );
  assert.deepEqual(readPostgresTree(tree), {
    statement: "select",
    tables: [["s", "t"], ["u"], ["v"]],
    columns: ["a", "b", "id"],
    functions: [["f"], ["g"]],
    allColumns: true,
  });
});

Deno.test("readPostgresTree() throws at what is no read and at what it does not know", () => {
  for (
    const text of ["DELETE FROM t", "SELECT * INTO t FROM u", "SELECT xmlelement(name a)", "EXPLAIN (ANALYZE) TABLE t"]
  ) {
    assert.throws(() => readPostgresTree(parse(text)[0]), /Cannot judge/, text);
  }
  for (const tree of [null, [], { SelectStmt: { newClause: 1 } }, { SelectStmt: { targetList: [{ NewExpr: {} }] } }]) {
    assert.throws(() => readPostgresTree(tree), /Cannot judge/);
  }
});
