/**
 * What a SQLite, MySQL or T-SQL statement does, by its syntax tree from `sqlparser`. A kind of node that is not listed
 * here, and a field that is not listed and not empty, ends the walk.
 *
 * @module
 */

import {
  asList,
  asNode,
  asText,
  type FactsBuilder,
  foldAscii,
  type Node,
  NotListed,
  type SqlFacts,
} from "./sql_facts.ts";

const NODES: ReadonlySet<string> = new Set(
  ("AtTimeZone Between BinaryOp Case Cast Ceil Collate Constant Cube Derived Except Exists Expr " +
    "Expressions ExprWithAlias Extract Floor Following FullOuter GroupingSets Ilike InList InSubquery Inner " +
    "IsDistinctFrom IsFalse IsNotDistinctFrom IsNotFalse IsNotNull IsNotTrue IsNull IsTrue Join Left LeftOuter Like " +
    "LimitOffset List Named NestedJoin Nested None On Position Preceding Query RLike Right RightOuter Rollup Select " +
    "SetOperation Subquery Substring Trim Tuple UnaryOp Unnamed UnnamedExpr Using Value Values WindowSpec CrossJoin " +
    "Interval OffsetCommaLimit NamedWindow NamedExpr Distinct GlobFunction StraightJoin").split(" "),
);

/** Fields whose content is looked at; any other must be empty. */
const FIELDS: ReadonlySet<string> = new Set(
  ("all any args array asc body branch by clauses cluster_by columns condition conditions content cte_tables " +
    "data_type distinct duplicate_treatment else_result end_bound escape_char expr exprs field filter format " +
    "from group_by having high in join_operator joins kind left leading left_token length limit limit_by limit_clause " +
    "list low named_window negated nulls_first offset op operand options order_by over parameters partition_by pattern " +
    "percent projection quantity query relation result right rows selection set_quantifier special start_bound " +
    "subquery substring_for substring_from table_with_joins timestamp time_zone to top trim_what trim_where trim_characters " +
    "units value window_frame window_name with_ordinality with_ties within_group collation shorthand op").split(" "),
);

/** Fields that say how something was written, and names that are read with the node they belong to. */
const IGNORED: ReadonlySet<string> = new Set(
  ("span flavor explicit explicit_row value_keyword top_before_distinct window_before_qualify quote_style " +
    "select_token opening_token closing_token case_token end_token wildcard_token with_token closing_paren_token " +
    "attached_token leading_field last_field leading_precision lateral recursive alias data_type negated format collation syntax")
    .split(" "),
);

/** Words that begin a statement in T-SQL even without a `;` before them, so that none can be a name. */
const MSSQL_STATEMENT_WORDS: ReadonlySet<string> = new Set(
  ("alter backup begin break bulk checkpoint close commit continue create dbcc deallocate declare delete deny disable " +
    "drop dump enable end exec execute fetch go goto grant if insert kill load lineno merge move open print " +
    "raiserror readtext receive reconfigure restore return revert revoke rollback save send set setuser shutdown " +
    "throw truncate update updatetext use waitfor while writetext").split(" "),
);

interface Walk {
  readonly facts: FactsBuilder;
  readonly dialect: string;
}

type Scope = ReadonlySet<string>;

/** Reads what a statement does; throws `NotListed` at what it has no list for. */
export function readSqlparserTree(statement: unknown, dialect: "sqlite" | "mysql" | "mssql"): SqlFacts {
  const facts: FactsBuilder = { tables: [], columns: [], functions: [], allColumns: false };
  const walking: Walk = { facts, dialect };
  const node = asNode(statement);
  const [kind, ...others] = Object.keys(node);
  if (kind === undefined || others.length > 0) throw new NotListed("Cannot judge: not a statement");
  if (kind === "Query") {
    walkQuery(asNode(node[kind]), new Set(), walking);
    return { ...facts, statement: "select" };
  }
  if (kind === "ShowTables" && isEmpty(node[kind])) return { ...facts, statement: "show", allColumns: true };
  if (kind !== "Explain") throw new NotListed("Cannot judge: not a read");
  const { statement: inner, describe_alias: _alias, verbose: _verbose, query_plan: _plan, format: _format, ...rest } =
    asNode(
      node[kind],
    );
  if (!isEmpty(rest) || !("Query" in asNode(inner))) throw new NotListed("Cannot judge: EXPLAIN may execute");
  walkQuery(asNode(asNode(inner)["Query"]), new Set(), walking);
  return { ...facts, statement: "explain" };
}

/** A name as it hides a table; where case may count, only the very same name does. */
function scopeName(name: string, { dialect }: Walk): string {
  return dialect === "sqlite" ? foldAscii(name) : name;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

/** A name defined by WITH hides a table in what follows it, and in itself when the WITH is recursive. */
function walkQuery(node: Node, outer: Scope, walking: Walk): void {
  const scope = new Set(outer);
  const { with: defined, ...rest } = node;
  if (defined !== undefined && defined !== null) {
    const { cte_tables: tables, recursive } = asNode(defined);
    const parts = asList(tables).map(asNode);
    for (const { query: _query, alias: _alias, closing_paren_token: _token, ...more } of parts) {
      if (!isEmpty(more)) throw new NotListed("Cannot judge: unknown field");
    }
    const names = parts.map(({ alias }) => scopeName(readName(asNode(alias)["name"], walking), walking));
    if (recursive === true) { for (const name of names) scope.add(name); }
    parts.forEach((part, index) => {
      checkAlias(part["alias"], walking);
      walkQuery(asNode(part["query"]), new Set(scope), walking);
      scope.add(names[index] ?? "");
    });
  }
  walkFields(rest, scope, walking);
}

function walk(value: unknown, scope: Scope, walking: Walk): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, walking);
    return;
  }
  walkFields(value as Node, scope, walking);
}

function walkFields(node: Node, scope: Scope, walking: Walk): void {
  for (const [key, inner] of Object.entries(node)) {
    if (/^[A-Z]/.test(key)) walkNode(key, inner, scope, walking);
    else if (key === "alias") checkAlias(inner, walking);
    else if (key === "query" || key === "subquery") walkQuery(asNode(inner), scope, walking);
    else if (FIELDS.has(key) && !IGNORED.has(key)) walk(inner, scope, walking);
    else if (!IGNORED.has(key) && !isEmpty(inner)) throw new NotListed("Cannot judge: unknown field");
  }
}

function walkNode(kind: string, inner: unknown, scope: Scope, walking: Walk): void {
  const { facts } = walking;
  switch (kind) {
    case "Table": {
      const { name, ...rest } = asNode(inner);
      const names = readNames(name, walking);
      // A fourth part is another server.
      if (names.length > 3) throw new NotListed("Cannot judge: another server");
      const isCall = (rest["args"] !== undefined && rest["args"] !== null) || /^pragma_/i.test(names.at(-1) ?? "");
      if (isCall) facts.functions.push(names);
      else if (names.length !== 1 || !scope.has(scopeName(names[0] ?? "", walking))) facts.tables.push(names);
      return walkFields(rest, scope, walking);
    }
    case "Function": {
      const { name, uses_odbc_syntax: odbc, null_treatment: _nulls, ...rest } = asNode(inner);
      if (odbc === true) throw new NotListed("Cannot judge: unknown field");
      facts.functions.push(readNames(name, walking));
      return walkFields(rest, scope, walking);
    }
    case "Identifier":
      facts.columns.push(readName(inner, walking));
      return;
    case "CompoundIdentifier":
      facts.columns.push(asList(inner).map((part) => readName(part, walking)).at(-1) ?? "");
      return;
    case "Wildcard":
    case "QualifiedWildcard":
      facts.allColumns = true;
      return walkWildcard(inner);
    case "Natural":
      facts.allColumns = true;
      return;
    // The value of a constant is no node, whatever it is.
    case "Value":
    case "SingleQuotedString":
    case "DoubleQuotedString":
    case "NationalStringLiteral":
    case "HexStringLiteral":
    case "Number":
    case "Boolean":
    case "Placeholder":
      return;
    case "Query":
    case "Subquery":
      return walkQuery(asNode(inner), scope, walking);
    case "Using":
      for (const column of asList(inner)) facts.columns.push(readNames(column, walking).at(-1) ?? "");
      return;
    case "Exists":
      return walkQuery(asNode(asNode(inner)["subquery"]), scope, walking);
    case "BinaryOp":
      if (asNode(inner)["op"] === "Assignment") throw new NotListed("Cannot judge: assignment");
      break;
  }
  if (!NODES.has(kind)) throw new NotListed("Cannot judge: kind of node");
  walk(inner, scope, walking);
}

/** A star may carry `EXCEPT` and the like, with nodes of its own. */
function walkWildcard(inner: unknown): void {
  const options = Array.isArray(inner) ? inner.at(-1) : inner;
  const { wildcard_token: _token, ...rest } = asNode(options);
  if (!isEmpty(rest)) throw new NotListed("Cannot judge: unknown field");
}

function checkAlias(alias: unknown, walking: Walk): void {
  if (alias === undefined || alias === null) return;
  const node = asNode(alias);
  readName("value" in node ? node : node["name"], walking);
  for (const column of asList(node["columns"] ?? [])) readName(asNode(column)["name"], walking);
}

function readNames(list: unknown, walking: Walk): readonly string[] {
  return asList(list).map((part) => readName(asNode(part)["Identifier"], walking));
}

function readName(identifier: unknown, { dialect }: Walk): string {
  const { value, quote_style: quote } = asNode(identifier);
  const name = asText(value);
  const isBare = quote === undefined || quote === null;
  if (dialect === "mssql" && isBare && MSSQL_STATEMENT_WORDS.has(name.toLowerCase())) {
    throw new NotListed("Cannot judge: begins another statement");
  }
  return name;
}
