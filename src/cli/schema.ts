/**
 * `sallyport schema`: the JSON Schema of the policy format, for editors.
 *
 * @module
 */

import { POLICY_SCHEMA_TEXT } from "../policy/file/schema_text.ts";
import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport schema

Prints the JSON Schema (2020-12) of the policy format. Editors that read
"$schema" complete and check policies with it.

Exit code: 0 done, 2 a word or flag too many.

Example:
  sallyport schema > sallyport.schema.json
`;

/** The command. */
export const SCHEMA: CliCommand = {
  name: "schema",
  summary: "print the JSON Schema of the policy format",
  usage: USAGE,
  run: runSchema,
};

function runSchema(args: readonly string[], edge: Edge): Promise<number> {
  parseFlags(args, {});
  edge.out(POLICY_SCHEMA_TEXT.endsWith("\n") ? POLICY_SCHEMA_TEXT : `${POLICY_SCHEMA_TEXT}\n`);
  return Promise.resolve(EXIT.done);
}
