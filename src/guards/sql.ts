/**
 * The SQL guard: a text is passed when a real parser of its dialect reads it as one statement that only reads, of
 * tables, columns and functions that are allowed.
 *
 * It knows no schema: what a view, an operator, a cast or a function does inside is the database's affair. Give the
 * server a role that can do no more than it needs, all the same.
 *
 * @module
 */

import { nestsTooDeep } from "./sql_nesting.ts";
import { type Guard, type GuardResult, refused } from "./guard.ts";
import { readPostgresTree } from "./postgres_tree.ts";
import { foldAscii, NotListed, SQL_STATEMENTS, type SqlFacts, type SqlStatement } from "./sql_facts.ts";
import { holdsPasswords } from "./sql_catalogs.ts";
import { PURE_FUNCTIONS, SQL_DIALECTS, type SqlDialect } from "./sql_functions.ts";
import { loadPostgresParser, loadSqlparser, type SqlParser } from "./sql_parsers.ts";
import { readSqlparserTree } from "./sqlparser_tree.ts";

/** What a statement must be. */
export interface SqlOptions {
  readonly dialect: SqlDialect;
  /** Kinds of statements; if absent, all that read. */
  readonly statements?: readonly SqlStatement[] | undefined;
  /** Tables, written as statements must write them (`orders`, `public.customers`, `shop.*`); if absent, any. */
  readonly tables?: readonly string[] | undefined;
  /** Columns by name, aliases included; refuses `*`. If absent, any. */
  readonly columns?: readonly string[] | undefined;
  /** Functions; `pure` stands for those that only compute, which is what is allowed if absent. */
  readonly functions?: readonly string[] | undefined;
}

/** Longest text that is parsed, in UTF-16 units. */
export const MAX_SQL_CHARS = 32_768;

/** How deep brackets may nest: parsers call themselves for each. */
const MAX_DEPTH = 64;

/** How many operators a text may have: in a row `sqlparser` is out of stack at about 700, `libpg-query` at 10,000. */
const MAX_OPERATORS = { postgresql: 4_000, sqlite: 400, mysql: 400, mssql: 400 };

/** Compiles options to a guard, with the parser of its dialect at hand. */
export type SqlGuards = (options: SqlOptions) => Guard;

/** Loads the parser of a dialect. */
export async function loadSqlGuards(dialect: SqlDialect): Promise<SqlGuards> {
  const parse = dialect === "postgresql" ? await loadPostgresParser() : await loadSqlparser(dialect);
  return (options) => compileOptions(options, parse);
}

/**
 * Makes a guard of options; with faulty ones it refuses everything. What passes is given back as it is.
 *
 * @example A statement that reads what is allowed
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const guard = await newSqlGuard({ dialect: "postgresql", tables: ["orders"] });
 * assert.equal(guard("SELECT sum(price) FROM orders").ok, true);
 * assert.deepEqual(guard("SELECT * FROM users"), { ok: false, reason: "blocked: table not in the list" });
 * ```
 */
export async function newSqlGuard(options: SqlOptions): Promise<Guard> {
  if (!SQL_DIALECTS.includes(options.dialect)) return () => refused("blocked: guard options");
  return (await loadSqlGuards(options.dialect))(options);
}

interface Compiled {
  readonly parse: SqlParser;
  readonly dialect: SqlDialect;
  readonly statements: readonly SqlStatement[];
  readonly isTable: ((path: readonly string[]) => boolean) | undefined;
  readonly isColumn: ((name: string) => boolean) | undefined;
  readonly isFunction: (path: readonly string[]) => boolean;
}

function compileOptions(options: SqlOptions, parse: SqlParser): Guard {
  const { dialect, statements = SQL_STATEMENTS, tables, columns, functions = ["pure"] } = options;
  // PostgreSQL's parser has folded what was not quoted. MySQL tells tables apart by case on some systems.
  const fold = (name: string) => dialect === "postgresql" ? name : foldAscii(name);
  const foldTable = (name: string) => dialect === "mysql" ? name : fold(name);
  const tableNames = tables && new Set(tables.map(foldTable));
  const columnNames = columns && new Set(columns.map(fold));
  const functionNames = new Set(functions.map(fold));
  const pure = functionNames.has("pure") ? PURE_FUNCTIONS[dialect] : new Set<string>();
  const compiled: Compiled = {
    parse,
    dialect,
    statements,
    isTable: tableNames && ((path) => {
      const name = foldTable(path.join("."));
      // A part with a dot in it would read as two.
      if (path.some((part) => part.includes("."))) return false;
      return tableNames.has(name) || (path.length > 1 && tableNames.has(foldTable(`${path.slice(0, -1).join(".")}.*`)));
    }),
    isColumn: columnNames && ((name) => columnNames.has(fold(name))),
    isFunction: (path) => {
      if (path.some((part) => part.includes("."))) return false;
      const names = path.length === 2 && path[0] === "pg_catalog" && dialect === "postgresql" ? path.slice(1) : path;
      const name = fold(names.join("."));
      return (names.length === 1 && pure.has(name)) || functionNames.has(fold(path.join(".")));
    },
  };
  return (value) => {
    try {
      return judge(value, compiled);
    } catch (error) {
      return refused(
        error instanceof NotListed ? "blocked: construct not in the list" : "blocked: not one SQL statement",
      );
    }
  };
}

function judge(value: unknown, options: Compiled): GuardResult {
  if (typeof value !== "string") return refused("blocked: not a string");
  if (value.length > MAX_SQL_CHARS || isDeep(value, options.dialect)) return refused("blocked: too long");
  if (isAmbiguous(value, options.dialect)) return refused("blocked: ambiguous spelling");
  if (options.dialect !== "postgresql" && nestsTooDeep(value, options.dialect)) return refused("blocked: too long");
  const [statement, ...others] = options.parse(value);
  if (statement === undefined || others.length > 0) return refused("blocked: not one SQL statement");
  const facts = options.dialect === "postgresql"
    ? readPostgresTree(statement)
    : readSqlparserTree(statement, options.dialect);
  return judgeFacts(value, facts, options);
}

function judgeFacts(value: string, facts: SqlFacts, options: Compiled): GuardResult {
  const { isTable, isColumn, isFunction, statements } = options;
  if (!statements.includes(facts.statement)) return refused("blocked: statement not in the list");
  if (!facts.functions.every(isFunction)) return refused("blocked: function not in the list");
  // What tells about tables in general tells about those that are not listed.
  const tellsAll = facts.statement === "show" || facts.functions.some((path) => /^pragma_/i.test(path.at(-1) ?? ""));
  if (isTable !== undefined && (tellsAll || !facts.tables.every(isTable))) {
    return refused("blocked: table not in the list");
  }
  // What holds passwords is not read where no list of tables says so.
  if (isTable === undefined && facts.tables.some((path) => holdsPasswords(path, options.dialect))) {
    return refused("blocked: table not in the list");
  }
  if (isColumn === undefined || (!facts.allColumns && facts.columns.every(isColumn))) return { ok: true, value };
  return refused("blocked: column not in the list");
}

/** Counts brackets wherever they stand, and words that nest without any. */
function isDeep(text: string, dialect: SqlDialect): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  const operators =
    /[-+*/%|&<>=!~^:]+|\b(?:and|between|collate|div|glob|ilike|in|is|isnull|like|match|mod|notnull|or|regexp|rlike|xor)\b/gi;
  if ((text.match(operators)?.length ?? 0) > MAX_OPERATORS[dialect]) return true;
  return (text.match(/\b(?:not|case|explain)\b|[-+~!@](?=\s*[-+~!@])/gi)?.length ?? 0) > 4 * MAX_DEPTH;
}

/** Where the servers of a dialect read a text in another way than its parser does, or than each other. */
function isAmbiguous(text: string, dialect: SqlDialect): boolean {
  // deno-lint-ignore no-control-regex -- all but tab and the line breaks
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\p{Cs}/u.test(text)) return true;
  if (dialect === "postgresql") return false;
  // A lone carriage return ends a comment to some, as does a space outside ASCII a word; `$a$` quotes to the parser alone.
  if (/\r(?!\n)|\u0085|(?! )[\p{Z}\p{Cf}]|\$[^\s$]*\$/u.test(text)) return true;
  if (hasNestedComment(text)) return true;
  if (dialect === "mssql") return /\\\r?\n|\b(?:openrowset|opendatasource|openquery|openxml)\b/i.test(text);
  // Whether a backslash escapes, and what follows `--`, depends on the server's mode.
  return dialect === "mysql" && /\\|:=|\/\*M?[!+]|--(?!\s|$)/i.test(text);
}

/** Some nest comments and some do not; some take a comment without an end. */
function hasNestedComment(text: string): boolean {
  for (let start = text.indexOf("/*"); start !== -1;) {
    const end = text.indexOf("*/", start + 2);
    const next = text.indexOf("/*", start + 2);
    if (end === -1 || (next !== -1 && next < end)) return true;
    start = next;
  }
  return false;
}
