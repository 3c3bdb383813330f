/**
 * An SQLite database that can be asked and not changed, three times over: the SQL guard judges each statement, an
 * authorizer lets SQLite compile only reads, and the file is opened read-only with `query_only` on.
 *
 * Measured under Deno 2.9.6 (SQLite 3.53): a read-only connection still runs `ATTACH ':memory:'`, `VACUUM INTO` and
 * `PRAGMA query_only = 0`; the authorizer is what refuses these.
 *
 * @module
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Refused, refused } from "../guards/guard.ts";
import { newSqlGuard, type SqlOptions } from "../guards/sql.ts";

/** What SQLite gives for a column. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** The options of the SQL guard, without the dialect, and the limits of one question. */
export interface SqliteOptions extends Omit<SqlOptions, "dialect"> {
  /** Most rows of an answer; 1,000 if absent. */
  readonly maxRows?: number | undefined;
  /** Longest text or blob that SQLite makes, in bytes; 1 MiB if absent. */
  readonly maxValueBytes?: number | undefined;
  /** When no further row is fetched, in seconds; 10 if absent. It cannot interrupt SQLite within one row. */
  readonly seconds?: number | undefined;
}

/** Rows by column name, or why there are none. */
export type SqliteResult =
  | { readonly ok: true; readonly rows: readonly Readonly<Record<string, SqliteValue>>[] }
  | Refused;

/** A database that can be asked. */
export interface ReadOnlySqlite extends Disposable {
  /** Judges a statement and runs it, with values for its parameters in order. Never throws. */
  query(sql: unknown, values?: readonly SqliteValue[]): SqliteResult;
  /** The connection behind it, which refuses to write by itself. What it is asked, no guard has judged. */
  readonly connection: DatabaseSync;
  /** Closes the file. */
  close(): void;
}

/**
 * Opens a file read-only. Throws when it cannot be opened; needs the permission to read it.
 *
 * @example Ask, and be refused
 * ```ts
 * import { openSqliteReadOnly } from "./open_sqlite_read_only.ts";
 *
 * async function countOrders(file: string): Promise<unknown> {
 *   using database = await openSqliteReadOnly(file, { tables: ["orders"] });
 *   return database.query("select count(*) from orders where year = ?", [2026]);
 * }
 * ```
 */
export async function openSqliteReadOnly(file: string, options: SqliteOptions = {}): Promise<ReadOnlySqlite> {
  const { maxRows = 1_000, maxValueBytes = 1024 * 1024, seconds = 10, ...guarded } = options;
  const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;
  if (!isCount(maxRows) || !isCount(maxValueBytes) || !(seconds > 0)) {
    throw new RangeError("Cannot open the database: a limit is not a number above 0");
  }
  const guard = await newSqlGuard({ ...guarded, dialect: "sqlite" });
  const { DatabaseSync: Database } = await import("node:sqlite");
  const connection = new Database(file, {
    readOnly: true,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: false,
    timeout: 1_000,
  });
  try {
    connection.exec("PRAGMA query_only = 1; PRAGMA trusted_schema = 0; PRAGMA cell_size_check = 1");
    // Where one of these is missing, this throws and nothing is opened.
    const hardened = connection as unknown as Hardened;
    hardened.enableDefensive(true);
    hardened.limits.length = maxValueBytes;
    hardened.limits.attach = 0;
    hardened.setAuthorizer((action, first, second) => mayCompile({ action, first, second }) ? ALLOW : DENY);
  } catch (error) {
    connection.close();
    throw error;
  }
  const close = () => {
    if (connection.isOpen) connection.close();
  };
  return {
    connection,
    close,
    [Symbol.dispose]: close,
    query(sql, values = []) {
      const judged = guard(sql);
      if (!judged.ok) return judged;
      try {
        return collect(connection.prepare(judged.value), { values, maxRows, seconds });
      } catch {
        return refused("blocked: cannot be run");
      }
    },
  };
}

/** What `node:sqlite` has since Node 24 and Deno 2.9, and its types not yet. */
interface Hardened {
  readonly limits: { length: number; attach: number };
  enableDefensive(active: boolean): void;
  setAuthorizer(authorize: (action: number, first: string | null, second: string | null) => number): void;
}

/** Codes of SQLite's C interface (sqlite.org/c3ref/c_alter_table.html), which never change. */
const ALLOW = 0;
const DENY = 1;
const ACTION = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 };

interface Action {
  readonly action: number;
  /** For a pragma its name, for a function nothing. */
  readonly first: string | null;
  /** For a pragma its argument, for a function its name. */
  readonly second: string | null;
}

/** Pragmas that only tell about the schema. Their argument is the name of a table or an index. */
const READING_PRAGMAS: ReadonlySet<string> = new Set([
  "foreign_key_list",
  "index_info",
  "index_list",
  "index_xinfo",
  "table_info",
  "table_list",
  "table_xinfo",
]);

function mayCompile({ action, first, second }: Action): boolean {
  switch (action) {
    case ACTION.select:
    case ACTION.read:
    case ACTION.recursive:
      return true;
    case ACTION.function:
      return !/^(?:load_extension|readfile|writefile|edit|fts3_tokenizer|zeroblob)$/i.test(second ?? "load_extension");
    case ACTION.pragma:
      return READING_PRAGMAS.has((first ?? "").toLowerCase());
    default:
      return false;
  }
}

/**
 * Under Deno 2.9.6 `iterate()` ends without a word where SQLite fails in the middle, which would pass a part of an answer
 * for the whole; `all()` throws, but takes rows without end. So the rows are counted first, and then fetched.
 */
function collect(
  statement: StatementSync,
  { values, maxRows, seconds }: {
    readonly values: readonly SqliteValue[];
    readonly maxRows: number;
    readonly seconds: number;
  },
): SqliteResult {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  for (const _ of statement.iterate(...values)) {
    if (++count > maxRows) return refused("blocked: answer too large");
    if (performance.now() > end) return refused("blocked: out of time");
  }
  const rows = statement.all(...values) as Record<string, SqliteValue>[];
  return rows.length > maxRows ? refused("blocked: answer too large") : { ok: true, rows };
}
