/**
 * `sallyport audit schema`: the JSON Schema of a record.
 *
 * @module
 */

import { RECORD_SCHEMA_TEXT } from "../../audit/record_schema_text.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport audit schema

Prints the JSON Schema (2020-12) of one line of a session's file.

Exit code: 0, 2 a word or flag too many.

Example:
  sallyport audit schema > record.schema.json
`;

/** The verb. */
export const AUDIT_SCHEMA: AuditVerb = {
  name: "schema",
  summary: "print the JSON Schema of a record",
  usage: USAGE,
  run: runSchema,
};

function runSchema({ args, edge }: AuditCall): Promise<number> {
  parseFlags(args, {});
  edge.out(RECORD_SCHEMA_TEXT);
  return Promise.resolve(EXIT.done);
}
