/**
 * What a PostgreSQL statement does, by its syntax tree from `libpg-query`. A kind of node or a field that is not listed
 * here ends the walk.
 *
 * @module
 */

import { asList, asNode, asText, type FactsBuilder, type Node, NotListed, type SqlFacts } from "./sql_facts.ts";

/** Kinds of nodes that only read. What is absent: everything that writes, locks, defines, or calls without a name. */
const NODES: ReadonlySet<string> = new Set([
  "A_ArrayExpr",
  "A_Const",
  "A_Expr",
  "A_Indices",
  "A_Indirection",
  "A_Star",
  "BoolExpr",
  "BooleanTest",
  "CaseExpr",
  "CaseWhen",
  "CoalesceExpr",
  "CollateClause",
  "ColumnRef",
  "CommonTableExpr",
  "Float",
  "FuncCall",
  "GroupingFunc",
  "GroupingSet",
  "Integer",
  "JoinExpr",
  "List",
  "MinMaxExpr",
  "NullTest",
  "ParamRef",
  "RangeFunction",
  "RangeSubselect",
  "RangeVar",
  "ResTarget",
  "RowExpr",
  "SQLValueFunction",
  "SelectStmt",
  "SortBy",
  "String",
  "SubLink",
  "TypeCast",
  "TypeName",
  "WindowDef",
]);

const SELECT_FIELDS: ReadonlySet<string> = new Set([
  "distinctClause",
  "targetList",
  "fromClause",
  "whereClause",
  "groupClause",
  "groupDistinct",
  "havingClause",
  "windowClause",
  "valuesLists",
  "sortClause",
  "limitOffset",
  "limitCount",
  "limitOption",
  "withClause",
  "op",
  "all",
  "larg",
  "rarg",
]);

/** Options of EXPLAIN under which it still only plans. */
const EXPLAIN_OPTIONS: ReadonlySet<string> = new Set(["format", "costs", "verbose"]);

type Scope = ReadonlySet<string>;

/** Reads what a statement does; throws `NotListed` at what it has no list for. */
export function readPostgresTree(statement: unknown): SqlFacts {
  const facts: FactsBuilder = { tables: [], columns: [], functions: [], allColumns: false };
  const node = asNode(statement);
  if ("VariableShowStmt" in node) return { ...facts, statement: "show", allColumns: true };
  if (!("ExplainStmt" in node)) {
    if (!("SelectStmt" in node)) throw new NotListed("Cannot judge: not a read");
    walk(node, new Set(), facts);
    return { ...facts, statement: "select" };
  }
  const { query, options, ...rest } = asNode(node["ExplainStmt"]);
  if (Object.keys(rest).length > 0) throw new NotListed("Cannot judge: unknown field");
  for (const option of asList(options ?? [])) {
    const name = asText(asNode(asNode(option)["DefElem"])["defname"]);
    if (!EXPLAIN_OPTIONS.has(name)) throw new NotListed("Cannot judge: EXPLAIN may execute");
  }
  if (!("SelectStmt" in asNode(query))) throw new NotListed("Cannot judge: not a read");
  walk(query, new Set(), facts);
  return { ...facts, statement: "explain" };
}

function walk(value: unknown, scope: Scope, facts: FactsBuilder): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) walk(item, scope, facts);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (!/^[A-Z]/.test(key)) {
      if (key === "intoClause" || key === "lockingClause") throw new NotListed("Cannot judge: more than a read");
      walk(inner, scope, facts);
    } else if (NODES.has(key)) {
      walkNode(key, asNode(inner), scope, facts);
    } else {
      throw new NotListed("Cannot judge: kind of node");
    }
  }
}

function walkNode(kind: string, node: Node, scope: Scope, facts: FactsBuilder): void {
  switch (kind) {
    case "SelectStmt":
      return walkSelect(node, scope, facts);
    case "RangeVar": {
      const path = [node["catalogname"], node["schemaname"], node["relname"]].filter((part) => part !== undefined);
      const names = path.map(asText);
      if (names.length !== 1 || !scope.has(names[0] ?? "")) facts.tables.push(names);
      return;
    }
    case "ColumnRef": {
      const last = asNode(asList(node["fields"]).at(-1));
      if ("A_Star" in last) facts.allColumns = true;
      else facts.columns.push(asText(asNode(last["String"])["sval"]));
      return;
    }
    case "FuncCall":
      facts.functions.push(namesOf(node["funcname"]));
      break;
    case "A_Expr":
      // An operator of a named schema may be anyone's.
      if (asList(node["name"]).length > 1) throw new NotListed("Cannot judge: operator of a schema");
      break;
    case "A_Indirection":
      for (const step of asList(node["indirection"]).map(asNode)) {
        if ("A_Star" in step) facts.allColumns = true;
        if ("String" in step) facts.columns.push(asText(asNode(step["String"])["sval"]));
      }
      break;
    case "JoinExpr":
      if (node["isNatural"] === true) facts.allColumns = true;
      for (const column of asList(node["usingClause"] ?? [])) {
        facts.columns.push(asText(asNode(asNode(column)["String"])["sval"]));
      }
      break;
  }
  walk(node, scope, facts);
}

/** A name defined by WITH hides a table in what follows it, and in itself when the WITH is recursive. */
function walkSelect(node: Node, outer: Scope, facts: FactsBuilder): void {
  const scope = new Set(outer);
  if (node["withClause"] !== undefined) {
    const { ctes, recursive } = asNode(node["withClause"]);
    const queries = asList(ctes).map((each) => asNode(asNode(each)["CommonTableExpr"]));
    const names = queries.map((query) => asText(query["ctename"]));
    if (recursive === true) { for (const name of names) scope.add(name); }
    queries.forEach((query, index) => {
      walk(query, new Set(scope), facts);
      scope.add(names[index] ?? "");
    });
  }
  for (const [key, inner] of Object.entries(node)) {
    if (!SELECT_FIELDS.has(key)) throw new NotListed("Cannot judge: more than a read");
    if (key === "larg" || key === "rarg") walkSelect(asNode(inner), scope, facts);
    else if (key !== "withClause") walk(inner, scope, facts);
  }
}

function namesOf(list: unknown): readonly string[] {
  return asList(list).map((part) => asText(asNode(asNode(part)["String"])["sval"]));
}
