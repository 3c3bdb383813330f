/**
 * `sallyport audit show`: records, filtered, newest last.
 *
 * @module
 */

import { type LoggedRecord, mergeSessions } from "../../audit/merge_sessions.ts";
import { newMatcher } from "../../audit/query.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { RecordPrinter } from "./audit_print.ts";
import { QUERY_LISTS, QUERY_USAGE, readQuery } from "./audit_query.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportNote } from "./report.ts";

const USAGE = `Usage: sallyport audit show [FILTERS] [WORD...] [--last N|all] [--json]

Prints records of all sessions in the order of time, newest last. Filters must
all hold; one that is given twice, or as A,B, asks for either. A WORD must occur
somewhere in the record.

${QUERY_USAGE}
  --last N             the newest N of what was found (100), or all
  --json               the lines of the log as they are, one object a line

Exit code: 0, also when nothing is found; 2 a problem in usage.

Example:
  sallyport audit show --verdict deny,refused --since 7d
`;

/** The verb. */
export const AUDIT_SHOW: AuditVerb = {
  name: "show",
  summary: "print records, filtered, newest last",
  usage: USAGE,
  run: runShow,
};

const MAX_WORDS = 20;
const DEFAULT_LAST = 100;

async function runShow({ args, edge, home }: AuditCall): Promise<number> {
  const flags = parseFlags(args, {
    lists: QUERY_LISTS,
    values: ["since", "until", "last"],
    switches: ["json"],
    words: MAX_WORDS,
  });
  const audit = await edge.audit(home);
  const matcher = newMatcher(readQuery(flags, audit.nowMs()));
  const last = readLast(flags.values["last"]);
  const printer = new RecordPrinter({ isColourful: edge.isColourful });
  const textOf = (logged: LoggedRecord) => flags.switches.has("json") ? `${logged.line}\n` : printer.print(logged);
  const files = (await audit.files()).filter((file) => matcher.file(file));
  const kept: LoggedRecord[] = [];
  let found = 0;
  for await (const batch of mergeSessions(files, (file) => audit.lines(file))) {
    const matching = batch.filter(({ record, line, server }) => matcher.record(record, line, server));
    found += matching.length;
    if (last === Infinity && !edge.out(matching.map(textOf).join(""))) return EXIT.done;
    if (last !== Infinity) kept.push(...matching);
    // Cut now and then: cutting each time would move everything each time.
    if (kept.length > last * 2 + DEFAULT_LAST) kept.splice(0, kept.length - last);
  }
  edge.out(kept.slice(Math.max(0, kept.length - last)).map(textOf).join(""));
  if (found === 0) reportNote(edge, "no record is like that");
  else if (found > last) reportNote(edge, `${found - last} older records are not shown; --last all shows them`);
  return EXIT.done;
}

function readLast(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LAST;
  if (text === "all") return Infinity;
  if (!/^[1-9]\d{0,5}$/.test(text)) {
    throw new UsageError(`Flag "--last" has no count: ${JSON.stringify(text)}`, "Write a number or all");
  }
  return Number(text);
}
