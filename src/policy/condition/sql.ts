/**
 * `sql`: the string is one SQL statement that only reads, of tables, columns and functions that are allowed. In a rule
 * that refuses, a text that no parser reads counts as one.
 *
 * @module
 */

import type { Reason } from "../../guards/guard.ts";
import { loadSqlGuards, type SqlGuards, type SqlOptions } from "../../guards/sql.ts";
import { SQL_STATEMENTS } from "../../guards/sql_facts.ts";
import { SQL_DIALECTS } from "../../guards/sql_functions.ts";
import { addProblem, readFields, readList, readStringOrList, readWord } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { CANNOT_TELL, isWide } from "./condition.ts";
import { type ConditionKind, type ConditionReader, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";

/** Refusals after which it is not known what the text would do. */
const UNREAD: readonly Reason[] = [
  "blocked: not one SQL statement",
  "blocked: ambiguous spelling",
  "blocked: construct not in the list",
  "blocked: too long",
];

/** `{"dialect", "statements", "tables", "columns", "functions"}`. */
export const SQL: ConditionKind = {
  name: "sql",
  read(node, what, conditions) {
    const options = readOptions(node, what, conditions);
    if (options === undefined) return undefined;
    let guards: SqlGuards | undefined;
    const condition = plainCondition("sql", node, (compiler) => {
      const guard = guards?.(options);
      if (guard === undefined) {
        compiler.fault(node.place, "the SQL parser cannot be loaded");
        return CANNOT_TELL;
      }
      return stringTest((text, way) => {
        const result = guard(text);
        return isWide(way) && !result.ok && UNREAD.includes(result.reason) ? "not-applicable" : result.ok;
      });
    });
    const load = async () => {
      guards = await loadSqlGuards(options.dialect).catch(() => undefined);
    };
    return { ...condition, load };
  },
};

function readOptions(node: TreeNode, what: string, { reader }: ConditionReader): SqlOptions | undefined {
  const before = reader.problems.length;
  const fields = readFields<SqlOptions>(reader, node, what, {
    dialect: (value, valueWhat) => readWord(reader, value, valueWhat, SQL_DIALECTS),
    statements: (value, valueWhat) =>
      readList(reader, value, valueWhat, (item, itemWhat) => readWord(reader, item, itemWhat, SQL_STATEMENTS)),
    tables: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
    columns: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
    functions: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
  });
  if (fields === undefined || reader.problems.length > before) return undefined;
  const { dialect, ...rest } = fields;
  if (dialect !== undefined) return { dialect, ...rest };
  const hint = `Known dialects: ${SQL_DIALECTS.join(", ")}`;
  addProblem(reader, { code: "missing-field", place: node.place, what, fault: '"dialect" is missing', hint });
  return undefined;
}
