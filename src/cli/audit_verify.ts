/**
 * `sallyport audit verify`: whether the log is whole and unchanged, as far as that can be told.
 *
 * @module
 */

import { type Checkpoint, readCheckpoints } from "../../audit/checkpoint.ts";
import { verifyLog } from "../../audit/verify.ts";
import type { VerifyReport, VerifyVerdict } from "../../audit/verify_report.ts";
import type { AuditCall, AuditVerb } from "./audit.ts";
import { UsageError } from "./command.ts";
import { EXIT } from "./exit_code.ts";
import { type Flags, parseFlags } from "./parse_flags.ts";
import { readMoment } from "./read_moment.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport audit verify [--against LINE|FILE] [--key PUB]
                              [--since WHEN] [--json]

Reads the whole log and answers five questions apart: integrity (every line
gives its hash), order (every line hangs on the one before), completeness
(nothing is cut off or missing), rollback (it was not set back to an older
copy), key (the right key signed it). Each is ok, broken at FILE:LINE, or
unknown with the reason. It ends with what this cannot prove.

  --against LINE|FILE  a checkpoint that you kept elsewhere, or a file of them
  --key PUB            the public key that must have signed; default: that of
                       this home
  --since WHEN         leaves out sessions that began before: 2026-11-30,
                       2026-11-30T10:00, or 7d, 12h, 30m ago
  --json               prints the report as one JSON object

Exit code: 0 nothing is broken, 1 something is, 2 a problem in usage, or a
question other than rollback has no answer.

Example:
  sallyport audit verify --against checkpoints.txt
`;

/** The verb. */
export const AUDIT_VERIFY: AuditVerb = {
  name: "verify",
  summary: "say whether the log is whole and unchanged",
  usage: USAGE,
  run: runVerify,
};

/** What no answer of verify says, whatever it is. */
export const NOT_PROVED: readonly string[] = [
  "Who has both the signing key and this disk can write a log anew that verifies. A checkpoint kept elsewhere shows" +
  " that too, for what came before it.",
  "Of a session that did not close, what came after its last checkpoint can be cut off unseen: about a second of a" +
  " new session, and a minute or 1000 records of an older one.",
  "A log says what passed through Sallyport, not what went around it.",
];

async function runVerify(call: AuditCall): Promise<number> {
  const { args, edge, home } = call;
  const flags = parseFlags(args, { values: ["key", "since"], lists: ["against"], switches: ["json"] });
  const since = readMoment(flags.values["since"], (await edge.audit(home)).nowMs(), "since")?.slice(0, 19);
  const report = await verifyAsked(call, flags, { since });
  if (flags.switches.has("json")) edge.out(`${JSON.stringify({ ...report, notProved: NOT_PROVED })}\n`);
  else edge.out(reportText(report));
  if (report.verdicts.some(({ state }) => state === "broken")) return EXIT.finding;
  const isOpen = report.verdicts.some(({ name, state }) => state === "unknown" && name !== "rollback");
  return isOpen ? EXIT.problem : EXIT.done;
}

/**
 * Verifies with what `--against` and `--key` say. Sessions that began before `since` are left out. Throws
 * {@linkcode UsageError} where a flag has no checkpoint or no key.
 */
export async function verifyAsked(
  call: AuditCall,
  flags: Flags,
  { since }: { readonly since: string | undefined },
): Promise<VerifyReport> {
  const audit = await call.edge.audit(call.home);
  const against: Checkpoint[] = [];
  for (const given of flags.lists["against"] ?? []) against.push(...await readAgainst(given, call));
  const given = flags.values["key"];
  if (given !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(given)) {
    throw new UsageError("The key is no Ed25519 key in base64url", "Give what audit key export prints");
  }
  const key = given ?? await ownKey(call);
  return await verifyLog(audit, {
    key: key === undefined ? undefined : { key, isGiven: given !== undefined },
    against,
    since,
  });
}

/** A key that cannot be read leaves its question open; the others still have an answer. */
async function ownKey({ edge, home }: AuditCall): Promise<string | undefined> {
  try {
    return await (await edge.audit(home)).publicKey();
  } catch {
    reportError(edge, "Cannot read the key of this home", "Name the public key with --key");
    return undefined;
  }
}

async function readAgainst(given: string, { edge }: AuditCall): Promise<readonly Checkpoint[]> {
  const inline = readCheckpoints(given);
  if (inline.length > 0) return inline;
  const reading = await edge.readText(edge.absolute(given));
  if (!reading.ok) {
    throw new UsageError(
      `Cannot read checkpoint ${JSON.stringify(given)}: ${reading.why}`,
      "Give a line of audit checkpoint, or a file that holds some",
    );
  }
  const found = readCheckpoints(reading.text);
  if (found.length === 0) {
    throw new UsageError(`There is no checkpoint in ${JSON.stringify(given)}`, "It is a line of audit checkpoint");
  }
  return found;
}

const NAME_WIDTH = 14;
const MAX_SHOWN = 10;

/** The report for people. */
export function reportText({ verdicts, notes }: VerifyReport): string {
  const lines = verdicts.flatMap(verdictLines);
  const told = notes.map((note) => `note: ${note}`);
  const limits = NOT_PROVED.map((text) => `  - ${text}`);
  const parts = [lines, told, ["What this does not prove:", ...limits]].filter((part) => part.length > 0);
  return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

function verdictLines({ name, state, why, findings, count }: VerifyVerdict): string[] {
  const label = name.padEnd(NAME_WIDTH);
  if (state === "ok") return [`${label}ok: ${why}`];
  if (state === "unknown") return [`${label}unknown: ${why}`];
  const shown = findings.slice(0, MAX_SHOWN).map(({ file, line, text }, index) =>
    `${index === 0 ? label : " ".repeat(NAME_WIDTH)}broken at ${file}:${line}: ${text}`
  );
  const more = count - shown.length;
  return more > 0 ? [...shown, `${" ".repeat(NAME_WIDTH)}and ${more} more`] : shown;
}
