/**
 * The ladder of SQL: reads of the tables and columns seen, then of the tables seen; any table only by a person's word.
 * What writes is never let in by itself: it asks.
 *
 * @module
 */

import { readPostgresTree } from "../../src/guards/postgres_tree.ts";
import type { SqlFacts } from "../../src/guards/sql_facts.ts";
import { PURE_FUNCTIONS, type SqlDialect } from "../../src/guards/sql_functions.ts";
import type { SqlParser } from "../../src/guards/sql_parsers.ts";
import { readSqlparserTree } from "../../src/guards/sqlparser_tree.ts";
import { isSettled, LADDER, type Sightings } from "../ladder.ts";
import type { StringProfile } from "../profile.ts";
import { cleanSightings, type Ladder, type Rung } from "../rung.ts";
import { lengthBound, textRung } from "./text_ladder.ts";

/** A dialect and its parser; none where nothing tells the dialect. */
export interface SqlReader {
  readonly dialect: SqlDialect;
  readonly parse: SqlParser;
}

/** SQL; without a reader everything asks, for another dialect's parser would read another statement. */
export function sqlLadder(profile: StringProfile, reader: SqlReader | undefined): Ladder {
  const outside = textRung(lengthBound(profile.maxLength));
  const asking: Ladder = { kind: "sql", rungs: [outside], chosen: 0, asksAlways: true };
  if (reader === undefined) return asking;
  const clean = cleanSightings(profile.values);
  const read = readAll(clean, reader);
  if (read.statements.size === 0 || read.tables.size > LADDER.maxTables) return asking;
  const { dialect } = reader;
  const functions = extraFunctions(read.functions, dialect);
  const base = {
    dialect,
    statements: [...read.statements].sort(),
    ...(functions.length === 0 ? {} : { functions: ["pure", ...functions] }),
  };
  const tables = [...read.tables.keys()].sort();
  const columns = [...read.columns.keys()].sort();
  const withTables = tables.length === 0 ? base : { ...base, tables };
  const canColumns = !read.allColumns && columns.length > 0 && columns.length <= LADDER.maxColumns;
  const rungs: Rung[] = [
    ...(canColumns
      ? [rung({ ...withTables, columns }, "reads of the tables and columns seen", "other rows of them")]
      : []),
    rung(withTables, "reads of the tables seen", "every column and row of them, in any statement that reads"),
    { ...rung(base, "reads of any table", "every table"), isAutomatic: false },
  ];
  const chosen = canColumns && isSettled(read.columns) ? 0 : rungs.length - 2;
  return { kind: "sql", rungs, chosen, outside };
}

function rung(sql: object, words: string, admits: string): Rung {
  return { condition: { sql }, words, admits, isAutomatic: true };
}

interface Read {
  readonly statements: Set<string>;
  readonly tables: Map<string, Set<string>>;
  readonly columns: Map<string, Set<string>>;
  readonly functions: Map<string, Set<string>>;
  allColumns: boolean;
}

function readAll(values: Sightings, { dialect, parse }: SqlReader): Read {
  const read: Read = {
    statements: new Set(),
    tables: new Map(),
    columns: new Map(),
    functions: new Map(),
    allColumns: false,
  };
  for (const [text, sessions] of values) {
    const facts = factsOf(text, dialect, parse);
    // What does not read, or cannot be read, is on no list: it asks.
    if (facts === undefined) continue;
    read.statements.add(facts.statement);
    read.allColumns ||= facts.allColumns;
    note(read.tables, facts.tables.map((path) => path.join(".")), sessions);
    note(read.columns, facts.columns, sessions);
    note(read.functions, facts.functions.map((path) => path.join(".")), sessions);
  }
  return read;
}

/** What one statement does; nothing when it is not one that reads. */
export function factsOf(text: string, dialect: SqlDialect, parse: SqlParser): SqlFacts | undefined {
  try {
    const [statement, ...others] = parse(text);
    if (statement === undefined || others.length > 0) return undefined;
    return dialect === "postgresql" ? readPostgresTree(statement) : readSqlparserTree(statement, dialect);
  } catch {
    return undefined;
  }
}

function note(into: Map<string, Set<string>>, names: readonly string[], sessions: ReadonlySet<string>): void {
  for (const name of names) {
    const known = into.get(name) ?? new Set();
    into.set(name, known);
    for (const session of sessions) known.add(session);
  }
}

/** Functions beyond those that only compute, where more than one session used them. */
function extraFunctions(functions: Sightings, dialect: SqlDialect): string[] {
  return [...functions].filter(([name, sessions]) =>
    sessions.size >= LADDER.thinSessions && !PURE_FUNCTIONS[dialect].has(name.toLowerCase())
  ).map(([name]) => name.toLowerCase()).sort();
}

const DIALECT_WORDS: readonly (readonly [regexp: RegExp, dialect: SqlDialect])[] = [
  [/postgres|pgsql|\bpg\b|supabase|cockroach/i, "postgresql"],
  [/mysql|mariadb/i, "mysql"],
  [/mssql|sql-?server|azure-?sql|tsql/i, "mssql"],
  [/sqlite|libsql|turso/i, "sqlite"],
];

/** The dialect that names tell: of the server, its command, its tools. Nothing where they tell none, or two. */
export function dialectOf(names: readonly string[]): SqlDialect | undefined {
  const told = DIALECT_WORDS.filter(([regexp]) => names.some((name) => regexp.test(name))).map(([, dialect]) =>
    dialect
  );
  return told.length === 1 ? told[0] : undefined;
}
