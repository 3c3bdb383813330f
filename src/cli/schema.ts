/**
 * `sallyport schema`: the JSON Schema of the policy format, for editors.
 *
 * @module
 */

import schema from "../policy/file/policy.schema.json" with { type: "text" };
import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";

const USAGE = `Usage: sallyport schema

Prints the JSON Schema (2020-12) of the policy format. Editors that read
"$schema" complete and check policies with it.

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
  edge.out(schema.endsWith("\n") ? schema : `${schema}\n`);
  return Promise.resolve(EXIT.done);
}
