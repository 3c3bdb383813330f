/**
 * The guards as a library, for authors of MCP servers: the same code as behind the conditions of a policy. Each takes a
 * value and says whether it may be used and in which form; whatever it has no reason to pass, it refuses, with a fixed
 * text that holds nothing of the value. Written for Deno; all but `newSqlGuard`, `openSqliteReadOnly` and `REAL_FILE_VIEW`
 * also runs on Node 22 and Bun 1.4. docs/guards.md tells more of each.
 *
 * @example Refuse before any effect
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { newSqlGuard } from "./guards.ts";
 *
 * const guard = await newSqlGuard({ dialect: "sqlite", tables: ["orders"] });
 * assertEquals(guard("select count(*) from orders").ok, true);
 * assertEquals(guard("delete from orders"), { ok: false, reason: "blocked: construct not in the list" });
 * ```
 *
 * @module
 */

export { type Guard, type GuardResult, type Reason, type Refused } from "./src/guards/guard.ts";
export { BLIND_VIEW, type FileView } from "./src/guards/file_view.ts";
export { guardPath, newPathGuard, type PathOptions } from "./src/guards/path.ts";
export { newUrlGuard, type UrlOptions } from "./src/guards/url.ts";
export { newSqlGuard, type SqlOptions } from "./src/guards/sql.ts";
export { type CommandOptions, guardCommand, newCommandGuard } from "./src/guards/command.ts";
export { type CommandParser, loadCommandParser } from "./src/guards/shell.ts";
export { REAL_FILE_VIEW } from "./src/io/real_file_view.ts";
export {
  type FetchedAnswer,
  type FetchOptions,
  type FetchResult,
  guardedFetch,
  type Resolver,
} from "./src/io/guarded_fetch.ts";
export {
  openSqliteReadOnly,
  type ReadOnlySqlite,
  type SqliteOptions,
  type SqliteResult,
  type SqliteValue,
} from "./src/io/open_sqlite_read_only.ts";
