/**
 * The read-only opener on a real file: writes are refused by the guard, and by the database when nobody asks the guard.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqliteReadOnly, type ReadOnlySqlite, type SqliteOptions } from "../guards.ts";

async function withDatabase(
  options: SqliteOptions,
  use: (database: ReadOnlySqlite, folder: string) => void,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "sallyport-sqlite-" });
  try {
    const file = join(folder, "shop.db");
    const writer = new DatabaseSync(file);
    writer.exec(
      "CREATE TABLE orders(id INTEGER PRIMARY KEY, total); CREATE TABLE users(id, pw); CREATE INDEX i ON users(id)",
    );
    writer.exec("INSERT INTO orders VALUES (1, 10), (2, 20), (3, 30); INSERT INTO users VALUES (1, 'secret')");
    writer.close();
    const before = await Deno.readFile(file);
    {
      using database = await openSqliteReadOnly(file, options);
      use(database, folder);
    }
    assertEquals(await Deno.readFile(file), before);
    assertEquals((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["shop.db"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const WRITES = [
  "INSERT INTO orders VALUES (4, 40)",
  "UPDATE orders SET total = 0",
  "DELETE FROM orders",
  "DROP TABLE orders",
  "CREATE TABLE t(a)",
  "CREATE TEMP TABLE t(a)",
  "CREATE VIEW v AS SELECT 1",
  "WITH c AS (SELECT 1) DELETE FROM orders",
  "REPLACE INTO orders VALUES (1, 2)",
  "ALTER TABLE orders RENAME TO o",
  "ATTACH ':memory:' AS m",
  "ATTACH 'FOLDER/other.db' AS m",
  "VACUUM",
  "VACUUM INTO 'FOLDER/copy.db'",
  "REINDEX",
  "ANALYZE",
  "PRAGMA query_only = 0",
  "PRAGMA query_only(0)",
  "PRAGMA trusted_schema = 1",
  "PRAGMA user_version = 7",
  "PRAGMA journal_mode = WAL",
  "PRAGMA writable_schema = 1",
  "PRAGMA wal_checkpoint",
  "BEGIN IMMEDIATE",
  "SAVEPOINT s",
  "SELECT load_extension('FOLDER/x')",
  "CREATE VIRTUAL TABLE temp.f USING fts5(a)",
];

Deno.test("openSqliteReadOnly() refuses every write by its guard", async () => {
  await withDatabase({}, (database, folder) => {
    for (const sql of [...WRITES, "SELECT 1; DELETE FROM orders", "", 1]) {
      const text = typeof sql === "string" ? sql.replace("FOLDER", folder) : sql;
      assertEquals(database.query(text).ok, false, String(sql));
    }
    assertEquals(database.query("SELECT sum(total) AS total FROM orders").ok, true);
  });
});

Deno.test("openSqliteReadOnly() refuses every write by its connection too", async () => {
  await withDatabase({}, ({ connection }, folder) => {
    for (const sql of WRITES) {
      const text = sql.replace("FOLDER", folder);
      assertThrows(() => connection.exec(text), Error, undefined, sql);
      assertThrows(() => connection.prepare(text).all(), Error, undefined, sql);
    }
    assertThrows(() => connection.loadExtension(join(folder, "x")), Error);
    const [row] = connection.prepare("SELECT sum(total) AS total FROM orders").all();
    assertEquals({ ...row }, { total: 60 });
    assert(connection.prepare("SELECT name FROM pragma_table_info('orders')").all().length === 2);
  });
});

Deno.test("openSqliteReadOnly() asks the tables of its list, with parameters", async () => {
  await withDatabase({ tables: ["orders"] }, (database) => {
    assertEquals(database.query("SELECT pw FROM users"), { ok: false, reason: "blocked: table not in the list" });
    const result = database.query("SELECT id FROM orders WHERE total > ? ORDER BY id", [10]);
    assert(result.ok);
    assertEquals(result.rows.map((row) => ({ ...row })), [{ id: 2 }, { id: 3 }]);
    const stolen = database.query("SELECT id FROM orders WHERE id = ?", ["1; DELETE FROM orders"]);
    assert(stolen.ok);
    assertEquals(stolen.rows, []);
    for (const sql of ["SELECT nothing FROM orders", "SELECT id FROM orders WHERE id = ?"]) {
      const values = sql.includes("?") ? [1, 2] : [];
      assertEquals(database.query(sql, values), { ok: false, reason: "blocked: cannot be run" }, sql);
    }
  });
});

Deno.test("openSqliteReadOnly() bounds rows, values and time", async () => {
  const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
  await withDatabase({ maxRows: 3, maxValueBytes: 10_000 }, (database) => {
    assertEquals(database.query(endless), { ok: false, reason: "blocked: answer too large" });
    assertEquals(database.query("SELECT id FROM orders").ok, true);
    assertEquals(database.query("SELECT id FROM orders UNION ALL SELECT 4").ok, false);
    const long = database.query("SELECT printf('%.*c', 20000, 'x') AS x");
    assertEquals(long, { ok: false, reason: "blocked: cannot be run" });
    // What fails in the middle is no answer.
    const partly = "SELECT abs(n) FROM (SELECT 1 AS n UNION ALL SELECT -9223372036854775808)";
    assertEquals(database.query(partly), { ok: false, reason: "blocked: cannot be run" });
    assertEquals(database.query("SELECT printf('%.*c', 2000, 'x') AS x").ok, true);
  });
  await withDatabase({ seconds: 1e-9 }, (database) => {
    assertEquals(database.query(endless), { ok: false, reason: "blocked: out of time" });
  });
  let refusals = 0;
  for (const options of [{ maxRows: 0 }, { maxRows: 1.5 }, { seconds: NaN }, { maxValueBytes: -1 }]) {
    await openSqliteReadOnly("/nonexistent", options).catch((error) => {
      assert(error instanceof RangeError);
      refusals++;
    });
  }
  assertEquals(refusals, 4);
});
