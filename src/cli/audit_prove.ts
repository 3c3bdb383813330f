/**
 * `sallyport audit prove`: checks a guess against the keyed hashes of a record's arguments.
 *
 * @module
 */

import { valueHmac } from "../../audit/argument_shape.ts";
import { shownText } from "../../audit/shown_text.ts";
import type { Json } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { findRecord } from "./audit_find.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport audit prove VALUE RECORD

The log keeps a keyed hash of each argument. This says whether VALUE was one of
the arguments of RECORD (SESSION:NUMBER), and which. VALUE is taken as a text,
and as JSON where it is some: 5 is the text "5" or the number. - reads it from
stdin, so that it does not stand in the shell's history.

Needs --allow-read of the Sallyport home, which has the key.

Exit code: 0 it was, 1 it was not, 2 a problem in usage, or no such record.

Example:
  sallyport audit prove /etc/passwd 0123456789ab:12
`;

/** The verb. */
export const AUDIT_PROVE: AuditVerb = {
  name: "prove",
  summary: "check a guess against the hash of an argument",
  usage: USAGE,
  run: runProve,
};

const MAX_VALUE_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 64;

async function runProve({ args, edge, home }: AuditCall): Promise<number> {
  const [given, name] = parseFlags(args, { words: 2 }).words;
  if (given === undefined || name === undefined) {
    throw new UsageError("Not enough words behind audit prove", "Write sallyport audit prove VALUE RECORD");
  }
  const text = given === "-" ? (await edge.readStdin(MAX_VALUE_BYTES))?.replace(/\r?\n$/, "") : given;
  if (text === undefined) throw new UsageError("The value is longer than 16 MiB", "No argument is that long");
  const audit = await edge.audit(home);
  const key = await audit.installKey();
  if (key === undefined) {
    reportError(
      edge,
      "This home has no key for the hashes of arguments",
      "It is audit.key, made with the first session",
    );
    return EXIT.problem;
  }
  const found = await findRecord(audit, name);
  const shapes = found?.record.args;
  if (shapes === undefined) {
    const what = found === undefined ? `There is no record ${name}` : `Record ${name} has no arguments`;
    reportError(edge, what, "audit show lists records; a verdict on a call has arguments");
    return EXIT.problem;
  }
  const hashes = new Set(readings(text).map((value) => valueHmac(value, key)));
  const matches = Object.entries(shapes).filter(([, shape]) => hashes.has(hmacOf(shape))).map(([argument]) => argument);
  if (matches.length === 0) {
    edge.out(`no: none of the ${Object.keys(shapes).length} arguments of record ${name} was this value\n`);
    return EXIT.finding;
  }
  edge.out(`yes: this was the value of ${matches.map(shownText).join(", ")} in record ${name}\n`);
  return EXIT.done;
}

/** A value as it may have been meant. */
function readings(text: string): readonly Json[] {
  const parsed = parseJson(text, { maxDepth: MAX_DEPTH });
  return parsed.ok ? [text, parsed.value] : [text];
}

function hmacOf(shape: unknown): string {
  return typeof shape === "object" && shape !== null && "hmac" in shape ? String(shape.hmac) : "";
}
