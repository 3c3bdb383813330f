/**
 * What the SQL guard passes for PostgreSQL, put to a real one as its superuser: it changes nothing. Skipped, with a word,
 * where Debian's package `postgresql` is not installed.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import { newSqlGuard, type SqlOptions } from "../../guards.ts";
import { PURE_FUNCTIONS } from "../../src/guards/sql_functions.ts";
import cases from "../cases/guards/sql.jsonc" with { type: "text" };
import { findPostgres, type PostgresCluster, startPostgres } from "../support/postgres_cluster.ts";

interface Case {
  readonly input: string;
  readonly verdict: "allow" | "deny";
  readonly options: SqlOptions;
}

const CASES = (parse(cases) as unknown as readonly Case[]).filter(({ options }) => options.dialect === "postgresql");
const programs = await findPostgres();
const ignore = programs === undefined;
if (ignore) Deno.stderr.writeSync(new TextEncoder().encode("PostgreSQL is not installed: its tests are skipped\n"));

const SCHEMA = `
CREATE TABLE users(id serial PRIMARY KEY, name text, x int, password text, note text);
INSERT INTO users(name, x, password) VALUES ('a', 1, 'p'), ('b', 2, 'q');
CREATE TABLE orders(id int, total int, x int, price int); INSERT INTO orders VALUES (1, 2, 3, 4);
CREATE TABLE customers(id int, name text); INSERT INTO customers VALUES (1, 'c');
CREATE TABLE t(id int, total int, password text); INSERT INTO t VALUES (1, 2, 'p');
CREATE TABLE u(id int, total int, password text); INSERT INTO u VALUES (1, 2, 'p');
CREATE TABLE kw("drop" int, "delete" int); INSERT INTO kw VALUES (1, 2);
CREATE SCHEMA shop; CREATE TABLE shop.a(id int); INSERT INTO shop.a VALUES (1);
CREATE SCHEMA app; CREATE FUNCTION app.score(int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1';
CREATE ROLE other; PREPARE nothing AS SELECT 1; DEALLOCATE nothing;`;

/** Everything that a statement could have changed, also for its own session alone, as one line. */
const SNAPSHOT = `SELECT md5(concat_ws('|',
  query_to_xml('SELECT * FROM users ORDER BY id', true, true, ''), query_to_xml('TABLE orders', true, true, ''),
  query_to_xml('TABLE customers', true, true, ''), query_to_xml('TABLE t', true, true, ''),
  query_to_xml('TABLE u', true, true, ''), query_to_xml('TABLE kw', true, true, ''),
  query_to_xml('TABLE shop.a', true, true, ''), query_to_xml('TABLE users_id_seq', true, true, ''),
  (SELECT string_agg(concat(oid, relname, relfilenode, relowner, relacl), ',' ORDER BY oid) FROM pg_class),
  (SELECT string_agg(concat(oid, proname, prosrc), ',' ORDER BY oid) FROM pg_proc),
  (SELECT string_agg(concat(r), ',' ORDER BY oid) FROM pg_roles r),
  (SELECT string_agg(concat(name, '=', setting), ',' ORDER BY name) FROM pg_settings), current_user,
  (SELECT string_agg(concat(classid, objid, mode), ',') FROM pg_locks WHERE locktype = 'advisory'),
  (SELECT string_agg(name, ',') FROM pg_prepared_statements),
  (SELECT string_agg(name, ',') FROM pg_cursors),
  (SELECT string_agg(c, ',') FROM pg_listening_channels() c),
  (SELECT string_agg(oid::text, ',') FROM pg_largeobject_metadata),
  (SELECT string_agg(f, ',' ORDER BY f) FROM pg_ls_dir('..') f),
  (SELECT string_agg(f, ',' ORDER BY f) FROM pg_ls_dir('../out') f),
  (SELECT string_agg(f, ',' ORDER BY f) FROM pg_ls_dir('.') f),
  (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'witness')))`;

async function execute(words: readonly string[]): Promise<string> {
  return (await executeLoud(words)).output;
}

async function executeLoud(words: readonly string[]): Promise<{ readonly output: string; readonly errors: string }> {
  const [program = "", ...args] = words;
  const { stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "piped" })
    .output();
  return { output: new TextDecoder().decode(stdout), errors: new TextDecoder().decode(stderr) };
}

/** Runs a text as one message of a session, as a careless server would. A session that cannot look again has changed. */
async function effectOf(
  cluster: PostgresCluster,
  text: string,
): Promise<{ readonly changed: boolean; readonly failed: boolean }> {
  const mark = "SELECT 'of the snapshot'";
  const { output, errors } = await executeLoud(
    cluster.psql("-c", mark, "-c", SNAPSHOT, "-c", text, "-c", mark, "-c", SNAPSHOT),
  );
  const found = [...output.matchAll(/^of the snapshot\n([0-9a-f]{32})$/gm)].map(([, hash]) => hash);
  assert(found.length > 0, `no snapshot before ${text}: ${errors}`);
  return { changed: found[0] !== found[1], failed: errors.includes("ERROR:") };
}

async function withCluster(use: (cluster: PostgresCluster) => Promise<void>): Promise<void> {
  assert(programs !== undefined);
  await using cluster = await startPostgres(programs);
  await execute(cluster.psql("-v", "ON_ERROR_STOP=1", "-c", SCHEMA));
  // Another session, which one that is not asked could end.
  const [program = "", ...args] = cluster.psql("-c", "SET application_name = 'witness'", "-c", "SELECT pg_sleep(600)");
  const witness = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
  try {
    const seen = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'witness'";
    while ((await execute(cluster.psql("-c", seen))).trim() !== "1");
    await use(cluster);
  } finally {
    try {
      witness.kill();
    } catch {
      // Ended by a test.
    }
    await witness.status;
  }
}

Deno.test({
  name: "what the SQL guard passes changes nothing in PostgreSQL",
  ignore,
  async fn() {
    await withCluster(async (cluster) => {
      let passed = 0;
      for (const { input, options } of CASES) {
        if (!(await newSqlGuard(options))(input).ok) continue;
        const { changed, failed } = await effectOf(cluster, input);
        assertEquals(changed, false, input);
        // What does not run proves nothing.
        if (!failed) passed++;
      }
      assert(passed > 35, `${passed} ran`);
    });
  },
});

Deno.test({
  name: "what the SQL guard refuses would have been seen to change PostgreSQL",
  ignore,
  async fn() {
    await withCluster(async (cluster) => {
      const guard = await newSqlGuard({ dialect: "postgresql" });
      for (
        const text of [
          "SELECT nextval('users_id_seq')",
          "SELECT set_config('work_mem', '2MB', false)",
          "SET search_path = shop",
          "SET ROLE other",
          "SELECT pg_advisory_lock(1)",
          "PREPARE p AS SELECT 1",
          "LISTEN x",
          "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
          "SELECT lo_create(7)",
          `COPY users TO '${cluster.out}/a'`,
          `SELECT lo_export(7, '${cluster.out}/b')`,
          "SELECT 1; UPDATE users SET x = 9",
          "WITH d AS (DELETE FROM orders RETURNING *) SELECT * FROM d",
          "EXPLAIN ANALYZE DELETE FROM customers",
          "SELECT query_to_xml('SELECT nextval(''users_id_seq'')', true, true, '')",
          "DO $$ BEGIN DELETE FROM u; END $$",
          "SELECT * INTO t2 FROM users",
          "TRUNCATE users",
          "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
          "CREATE ROLE more",
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'witness'",
        ]
      ) {
        assertEquals(guard(text).ok, false, text);
        assertEquals((await effectOf(cluster, text)).changed, true, text);
      }
      assertEquals(await effectOf(cluster, "SELECT 1"), { changed: false, failed: false });
    });
  },
});

Deno.test({
  name: "no function that counts as pure is volatile, runs with another's rights or is of no use in PostgreSQL",
  ignore,
  async fn() {
    await withCluster(async (cluster) => {
      const names = [...PURE_FUNCTIONS.postgresql].map((name) => `'${name}'`).join(",");
      const bad = await execute(cluster.psql(
        "-c",
        `SELECT DISTINCT proname FROM pg_proc WHERE proname IN (${names}) AND (provolatile = 'v' OR prosecdef)`,
      ));
      assertEquals(bad.trim(), "");
      const known = await execute(
        cluster.psql("-c", `SELECT count(DISTINCT proname) FROM pg_proc WHERE proname IN (${names})`),
      );
      assert(Number(known) > 100, known);
    });
  },
});
