/**
 * `sallyport audit key`: the key that signs the ledger.
 *
 * @module
 */

import type { AuditCall, AuditVerb } from "./audit.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport audit key [show|export|rotate]

The ledger is signed by an Ed25519 key, made at first use and kept in
ledger.key in the Sallyport home, beside the log and not in it.

  show     says where it is and what its public part is (the default)
  export   prints the public part alone, for verify --key on another machine
  rotate   replaces it; the old key signs that, so that old signatures hold.
           A key that a thief had must be told apart by a checkpoint from
           before: rotate does not undo what was signed.

Exit code: 0, 2 a problem, or there is no key yet.

Example:
  sallyport audit key export
`;

/** The verb. */
export const AUDIT_KEY: AuditVerb = {
  name: "key",
  summary: "show, export or rotate the key that signs the ledger",
  usage: USAGE,
  run: runKey,
};

async function runKey({ args, edge, home }: AuditCall): Promise<number> {
  const [what = "show"] = parseFlags(args, { words: 1 }).words;
  if (what !== "show" && what !== "export" && what !== "rotate") {
    throw new UsageError(`Unknown word ${JSON.stringify(what)} behind audit key`, "Use show, export or rotate");
  }
  const audit = await edge.audit(home);
  const key = await audit.publicKey();
  if (key === undefined) {
    reportError(edge, "There is no key yet", "It comes with the first session that is recorded");
    return EXIT.problem;
  }
  if (what === "rotate") {
    edge.out(`${await audit.rotateKey()}\n`);
    return EXIT.done;
  }
  edge.out(what === "export" ? `${key}\n` : `${home}/ledger.key signs the ledger; its public part is\n${key}\n`);
  return EXIT.done;
}
