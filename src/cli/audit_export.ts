/**
 * `sallyport audit export`: the log in the forms that other programs read.
 *
 * @module
 */

import { CSV_HEADER, csvLine } from "../../audit/export_csv.ts";
import { SarifWriter } from "../../audit/export_sarif.ts";
import { mergeSessions } from "../../audit/merge_sessions.ts";
import { newMatcher } from "../../audit/query.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { QUERY_LISTS, QUERY_USAGE, readQuery } from "./audit_query.ts";
import { sendOtlp } from "./audit_otlp.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { VERSION } from "./version.ts";

const USAGE = `Usage: sallyport audit export --csv|--sarif [FILTERS] [WORD...]
       sallyport audit export --otlp URL [FILTERS] [WORD...]

  --csv                all records, one a line; no cell is a formula
  --sarif              SARIF 2.1.0 of what was refused or redacted, and of what
                       detectors saw
  --otlp URL           sends records to a collector as OTLP/HTTP JSON logs, such
                       as http://127.0.0.1:4318/v1/logs; goes on where the last
                       run to that URL ended. Needs --allow-net=HOST:PORT, and
                       --allow-write of the Sallyport home to remember
${QUERY_USAGE}

No argument's value is exported. Exit code: 0 done, 1 the collector refused or
did not answer, 2 a problem in usage or a missing permission.

Example:
  sallyport audit export --csv --since 7d > week.csv
`;

/** The verb. */
export const AUDIT_EXPORT: AuditVerb = {
  name: "export",
  summary: "write CSV or SARIF, or send to an OTLP collector",
  usage: USAGE,
  run: runExport,
};

const MAX_WORDS = 20;

async function runExport({ args, edge, home }: AuditCall): Promise<number> {
  const flags = parseFlags(args, {
    lists: QUERY_LISTS,
    values: ["since", "until", "otlp"],
    switches: ["csv", "sarif"],
    words: MAX_WORDS,
  });
  const url = flags.values["otlp"];
  const forms = [flags.switches.has("csv"), flags.switches.has("sarif"), url !== undefined].filter(Boolean);
  if (forms.length !== 1) {
    throw new UsageError("Not one form to export to", "Give one of --csv, --sarif and --otlp URL");
  }
  const audit = await edge.audit(home);
  const matcher = newMatcher(readQuery(flags, audit.nowMs()));
  if (url !== undefined) return await sendOtlp({ edge, home, audit, url, matcher });
  const sarif = flags.switches.has("sarif") ? new SarifWriter(VERSION) : undefined;
  edge.out(sarif?.begin() ?? CSV_HEADER);
  const files = (await audit.files()).filter((file) => matcher.file(file));
  for await (const batch of mergeSessions(files, (file) => audit.lines(file))) {
    const matching = batch.filter(({ record, line, server }) => matcher.record(record, line, server));
    edge.out(matching.map((logged) => sarif?.result(logged) ?? csvLine(logged)).join(""));
  }
  if (sarif !== undefined) edge.out(sarif.end());
  return EXIT.done;
}
