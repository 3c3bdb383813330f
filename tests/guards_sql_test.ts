/**
 * What the SQL guard passes, put to real SQLite: it changes nothing, also where the text is run as a script.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import { DatabaseSync } from "node:sqlite";
import { newSqlGuard } from "../src/guards/sql.ts";
import cases from "./cases/guards/sql.jsonc" with { type: "text" };

const CASES = parse(cases) as unknown as readonly { input: string; verdict: string; options: { dialect: string } }[];
const GUARD = await newSqlGuard({ dialect: "sqlite" });

function makeDatabase(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec("CREATE TABLE users(id, name, pw); CREATE TABLE orders(id, total); CREATE TABLE t(id, pw)");
  database.exec(
    "INSERT INTO users VALUES (1, 'a', 'b'); INSERT INTO orders VALUES (1, 2); INSERT INTO t VALUES (1, 2)",
  );
  return database;
}

/** Everything that a statement could have changed. */
function stateOf(database: DatabaseSync): string {
  const rows = ["users", "orders", "t", "sqlite_master", "pragma_user_version", "pragma_journal_mode"]
    .map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  return JSON.stringify([
    rows,
    database.prepare("PRAGMA database_list").all(),
    database.prepare("PRAGMA foreign_keys").all(),
  ]);
}

/** Runs a text as a careless server would; whether it ran does not matter. */
function changes(text: string): boolean {
  const database = makeDatabase();
  try {
    const before = stateOf(database);
    try {
      database.exec(text);
    } catch {
      // What does not run changes as little.
    }
    return stateOf(database) !== before;
  } finally {
    database.close();
  }
}

Deno.test("what the SQL guard passes changes nothing in SQLite", () => {
  let passed = 0;
  for (const { input } of CASES) {
    if (!GUARD(input).ok) continue;
    passed++;
    assertEquals(changes(input), false, input);
  }
  assert(passed > 20);
  // The check itself sees a change.
  assert(changes("SELECT 1; DELETE FROM users") && changes("PRAGMA user_version(7)"));
});

Deno.test("no text near a case passes the SQL guard and changes SQLite", () => {
  const writes = [
    "; DELETE FROM users",
    ";DROP TABLE t;",
    "'; DELETE FROM users; --",
    '"; DELETE FROM users; --',
    "$a$",
  ]
    .concat([
      "`",
      "[",
      "]",
      "/*",
      "*/",
      "--",
      "\n",
      "'",
      '"',
      "\\",
      "e'\\'",
      "x'",
      "N'",
      "#",
      "\u00a0",
      "q'[",
      "U&'",
      "@",
      ":a",
    ]);
  const text = fc.tuple(
    fc.constantFrom(...CASES),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...writes)), { maxLength: 4 }),
  )
    .map(([{ input }, edits]) =>
      edits.reduce((value, [at, piece]) => {
        const index = at % (value.length + 1);
        return value.slice(0, index) + piece + value.slice(index);
      }, input)
    );
  fc.assert(fc.property(text, (value) => !GUARD(value).ok || !changes(value)), { numRuns: 5_000 });
});

Deno.test("no string prefix or quote hides a second statement from the SQL guard", () => {
  const prefixes = [
    "e",
    "E",
    "n",
    "N",
    "x",
    "b",
    "B",
    "r",
    "R",
    "q",
    "Q",
    "U&",
    "_utf8",
    "rb",
    "$$",
    "$a$",
    "`",
    '"',
    "[",
    "#",
    "//",
  ];
  for (const prefix of prefixes) {
    for (const body of ["'\\'", "'\\\\'", "''", "'''", "'[", "'{", '"\\"', "`\\`", "[\\]", "\n", " "]) {
      for (const end of ["--'", "--]'", "--}'", '--"', "--`", "--]", "", prefix, "--\n'"]) {
        const text = `SELECT ${prefix}${body}; DELETE FROM users; ${end}`;
        assert(!GUARD(text).ok || !changes(text), text);
      }
    }
  }
});
