/**
 * `sallyport audit checkpoint`: a line to keep where nobody who may write here may write.
 *
 * @module
 */

import type { AuditCall, AuditVerb } from "./audit.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport audit checkpoint

Prints one signed line that says how far the ledger is. Keep it elsewhere: in
git, a ticket, a mail, on paper. A log that is later cut, set back to an older
copy, or written anew does not hold it: sallyport audit verify --against LINE.

Exit code: 0, 2 a problem, or there is no log yet.

Example:
  sallyport audit checkpoint >> checkpoints.txt
`;

/** The verb. */
export const AUDIT_CHECKPOINT: AuditVerb = {
  name: "checkpoint",
  summary: "print one line to keep elsewhere, for verify --against",
  usage: USAGE,
  run: runCheckpoint,
};

async function runCheckpoint({ args, edge, home }: AuditCall): Promise<number> {
  parseFlags(args, {});
  const line = await (await edge.audit(home)).checkpoint();
  if (line === undefined) {
    reportError(edge, "There is no ledger to vouch for yet", "It comes with the first session that is recorded");
    return EXIT.problem;
  }
  edge.out(`${line}\n`);
  return EXIT.done;
}
