/**
 * Verifies a whole log: the ledger, then each session's file against it. Five verdicts that are apart, since they fail
 * for different reasons.
 *
 * @module
 */

import { LEDGER_FILE, LedgerCheck, type LedgerSession, type SignatureCheck } from "./ledger_check.ts";
import { SessionCheck, type SessionSummary } from "./session_check.ts";
import { sessionFileParts } from "./session_file.ts";
import { FindingList } from "./verify_finding.ts";
import { type Gathered, reportOf, type VerifyOptions, type VerifyReport } from "./verify_report.ts";

/** Some lines of a file in order; `isUnfinished`: the last has no newline behind it. */
export interface Lines {
  readonly lines: readonly string[];
  readonly isUnfinished: boolean;
}

/** The log as it is on the disk. */
export interface LogPorts {
  /** The sessions' files, from the audit folder. */
  files(): Promise<readonly string[]>;
  /** The lines of a file; throws where it cannot be read. */
  lines(file: string): AsyncIterable<Lines>;
  /** Whether a process still writes the file: it holds its lock. */
  isWritten(file: string): Promise<"yes" | "no" | "unknown">;
  readonly verifySignature: SignatureCheck;
}

/** Verifies the log. Streaming: memory grows with the number of sessions only. Throws what the ports throw. */
export async function verifyLog(ports: LogPorts, options: VerifyOptions): Promise<VerifyReport> {
  // The files first: a session that begins meanwhile must not look like one that the ledger does not know.
  const files = await ports.files();
  const { verifySignature } = ports;
  const gathered: Gathered = {
    ledger: new LedgerCheck({ verifySignature, against: options.against }),
    completeness: new FindingList(),
    integrity: new FindingList(),
    order: new FindingList(),
    unknown: [],
    notes: [],
    sessions: 0,
    records: 0,
  };
  const hasLedger = await readLedger(ports, gathered.ledger);
  if (!hasLedger && files.length > 0) {
    gathered.completeness.add({ file: LEDGER_FILE, line: 0, text: "it is missing" });
  }
  for (const file of files) {
    const isOld = options.since !== undefined && (sessionFileParts(file)?.startedAt ?? "9") < options.since;
    if (!isOld) await checkFile(ports, file, gathered, hasLedger);
  }
  findMissing(files, options.since, gathered);
  if (!hasLedger && files.length === 0) gathered.unknown.push("there is no log here");
  return reportOf(gathered, options, hasLedger);
}

async function readLedger(ports: LogPorts, check: LedgerCheck): Promise<boolean> {
  let isUnfinished = false;
  let hasLines = false;
  for await (const batch of ports.lines(LEDGER_FILE)) {
    hasLines = true;
    isUnfinished = batch.isUnfinished;
    const whole = isUnfinished ? batch.lines.slice(0, -1) : batch.lines;
    for (const line of whole) await check.push(line);
  }
  await check.end(isUnfinished);
  return hasLines;
}

async function checkFile(ports: LogPorts, file: string, gathered: Gathered, hasLedger: boolean): Promise<void> {
  const parts = sessionFileParts(file);
  const session = parts?.session ?? "";
  const entry = gathered.ledger.sessions.get(session);
  const known = entry?.file === file ? entry : undefined;
  const check = new SessionCheck({ file, session, vouchedRecords: known?.vouched?.records });
  let isUnfinished = false;
  for await (const batch of ports.lines(file)) {
    isUnfinished = batch.isUnfinished;
    for (const line of isUnfinished ? batch.lines.slice(0, -1) : batch.lines) check.push(line);
  }
  const summary = check.end(isUnfinished);
  gathered.sessions++;
  gathered.records += summary.records;
  gathered.integrity.addAll(summary.integrity);
  gathered.order.addAll(summary.order);
  gathered.completeness.addAll(summary.completeness);
  if (summary.records === 0 && !isUnfinished && known === undefined) return;
  const isWritten = known?.state === "closed" ? "no" : await ports.isWritten(file);
  if (known === undefined) judgeUnknown(file, isWritten, gathered, hasLedger);
  else judgeKnown(known, summary, isWritten, gathered);
}

function judgeUnknown(file: string, isWritten: string, gathered: Gathered, hasLedger: boolean): void {
  if (!hasLedger) return;
  if (isWritten === "yes") gathered.unknown.push(`${file} began while this was running; verify again`);
  else gathered.completeness.add({ file, line: 1, text: "the ledger does not know this file" });
}

/** Holds a file against what the ledger says of it. */
function judgeKnown(
  known: LedgerSession,
  summary: SessionSummary,
  isWritten: "yes" | "no" | "unknown",
  gathered: Gathered,
): void {
  const { file, session, vouched } = known;
  const { records } = summary;
  const add = (list: FindingList, line: number, text: string) => list.add({ file, line, text });
  if (known.state === "removed") {
    return add(gathered.completeness, 1, "the ledger says that this file was removed");
  }
  if (records === 0 && vouched === undefined) {
    gathered.unknown.push(`${file} has no record yet, or lost those that it had before the first checkpoint`);
    return;
  }
  if (records > 0 && !summary.first.includes(known.first)) {
    add(gathered.completeness, 1, "it begins with another record than the ledger says");
  } else if (records > 0 && !summary.hasBeginning) {
    const before = summary.firstSeq - 1;
    add(
      gathered.completeness,
      1,
      `the ${before} records before it are gone: the file was removed while the session ran`,
    );
  }
  if (vouched !== undefined && records < vouched.records) {
    add(
      gathered.completeness,
      records,
      `the file ends here, after ${records} of ${vouched.records} records: it was cut`,
    );
  } else if (vouched !== undefined && !summary.vouched.includes(vouched.last)) {
    add(gathered.integrity, vouched.records, "it is not the record that the ledger vouches for: lines were changed");
  }
  if (known.state === "closed") return judgeClosed(known, summary, gathered);
  if (isWritten === "yes") {
    gathered.notes.push(`session ${session} is still running (process ${known.pid}): ${file}`);
    return;
  }
  if (summary.isClosed) {
    const why = "its process was ended at that moment, or the ledger was cut";
    gathered.unknown.push(`session ${session} closed, and the ledger does not say so: ${why}`);
    return;
  }
  gathered.notes.push(killedNote(known, summary, isWritten));
}

function judgeClosed({ file, vouched }: LedgerSession, summary: SessionSummary, gathered: Gathered): void {
  const { records, isUnfinished, isClosed } = summary;
  if (isUnfinished) gathered.integrity.add({ file, line: records + 1, text: "the line was not written to its end" });
  if (vouched === undefined) return;
  if (records > vouched.records) {
    gathered.completeness.add({ file, line: vouched.records + 1, text: "it stands behind the end of the session" });
  } else if (records === vouched.records && !isClosed) {
    gathered.completeness.add({ file, line: records, text: "the session's last record is no close" });
  }
}

function killedNote(known: LedgerSession, summary: SessionSummary, isWritten: "no" | "unknown"): string {
  const { session, pid, vouched, file } = known;
  const { records, isUnfinished, openRequests } = summary;
  const unvouched = records - Math.min(records, vouched?.records ?? 0);
  const how = isWritten === "no"
    ? `ended without a close: process ${pid} was killed or crashed`
    : `has no close: process ${pid} runs, or was killed`;
  const requests = openRequests > 0 ? `, ${openRequests} requests had no outcome` : "";
  const half = isUnfinished ? ", its last line is half written" : "";
  const tail = unvouched > 0
    ? `; its last ${unvouched} records came after its last checkpoint: if more of them were cut off, that cannot be seen`
    : "; records that came after its last checkpoint and were cut off could not be seen";
  return `session ${session} ${how} after ${records} records${requests}${half}${tail}: ${file}`;
}

function findMissing(files: readonly string[], since: string | undefined, gathered: Gathered): void {
  const there = new Set(files);
  for (const { file, line, state, session } of gathered.ledger.sessions.values()) {
    if (there.has(file) || state === "removed") continue;
    if (since !== undefined && (sessionFileParts(file)?.startedAt ?? "9") < since) continue;
    gathered.completeness.add({
      file: LEDGER_FILE,
      line,
      text: `the file of session ${session} is missing: ${file}`,
    });
  }
}
