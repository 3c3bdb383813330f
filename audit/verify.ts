/**
 * Verifies a whole log: the ledger, then each session's file against it. Five verdicts that are apart, since they fail
 * for different reasons.
 *
 * @module
 */

import type { Checkpoint } from "./checkpoint.ts";
import { LEDGER_FILE, LedgerCheck, type LedgerSession, type SignatureCheck } from "./ledger_check.ts";
import { SessionCheck, type SessionSummary } from "./session_check.ts";
import { sessionFileParts } from "./session_file.ts";
import { FindingList, type VerifyFinding } from "./verify_finding.ts";

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

/** What to hold the log against. */
export interface VerifyOptions {
  /** The public key that must have signed; `isGiven`: the person named it. */
  readonly key: { readonly key: string; readonly isGiven: boolean } | undefined;
  /** Checkpoints that were kept elsewhere. */
  readonly against: readonly Checkpoint[];
  /** Sessions that began before this (`2026-11-30T10:00:00`, UTC) are not read. */
  readonly since: string | undefined;
}

/** The five questions. */
export const VERDICT_NAMES = ["integrity", "order", "completeness", "rollback", "key"] as const;

/** One of them. */
export type VerdictName = typeof VERDICT_NAMES[number];

/** The answer to one. */
export interface VerifyVerdict {
  readonly name: VerdictName;
  readonly state: "ok" | "broken" | "unknown";
  /** What `ok` stands on, or why it is not known. */
  readonly why: string;
  /** The first of what is broken, and how much there is. */
  readonly findings: readonly VerifyFinding[];
  readonly count: number;
}

/** All that came out. */
export interface VerifyReport {
  readonly verdicts: readonly VerifyVerdict[];
  /** What a reader should know and is no fault: sessions that go on, or were killed. */
  readonly notes: readonly string[];
  readonly sessions: number;
  readonly records: number;
}

interface Gathered {
  readonly ledger: LedgerCheck;
  readonly completeness: FindingList;
  readonly unknown: string[];
  readonly notes: string[];
  readonly integrity: FindingList;
  readonly order: FindingList;
  sessions: number;
  records: number;
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

function reportOf(gathered: Gathered, options: VerifyOptions, hasLedger: boolean): VerifyReport {
  const { ledger, sessions, records, notes } = gathered;
  const removed = [...ledger.sessions.values()].filter(({ state }) => state === "removed").length;
  if (removed > 0) notes.push(`${removed} sessions were removed because of their age, as signed tombstones say`);
  if (options.since !== undefined) notes.push(`sessions that began before ${options.since} were not read`);
  const all = `${sessions} sessions with ${records} records`;
  const verdict = (name: VerdictName, lists: readonly FindingList[], why: string, unknown?: string): VerifyVerdict => {
    const list = new FindingList();
    for (const each of lists) list.addAll(each);
    const state = list.count > 0 ? "broken" : unknown === undefined ? "ok" : "unknown";
    return { name, state, why: state === "unknown" ? unknown ?? "" : why, findings: list.kept, count: list.count };
  };
  return {
    verdicts: [
      verdict(
        "integrity",
        [ledger.integrity, gathered.integrity],
        `every line of ${all} and of the ledger gives its hash`,
      ),
      verdict("order", [ledger.order, gathered.order], "every line hangs on the one before"),
      verdict(
        "completeness",
        [ledger.completeness, gathered.completeness],
        `every session of the ledger's ${ledger.lines} lines is there, as far as it vouches for it`,
        gathered.unknown[0],
      ),
      rollbackVerdict(verdict, ledger, options),
      keyVerdict(verdict, ledger, { options, hasLedger }),
    ],
    notes: [...notes, ...gathered.unknown.slice(1)],
    sessions,
    records,
  };
}

type MakeVerdict = (name: VerdictName, lists: readonly FindingList[], why: string, unknown?: string) => VerifyVerdict;

function rollbackVerdict(verdict: MakeVerdict, ledger: LedgerCheck, { against }: VerifyOptions): VerifyVerdict {
  const why = `the ledger holds ${against.length === 1 ? "the line" : `all ${against.length} lines`} that you kept`;
  const unknown = against.length > 0 ? undefined : "no checkpoint from elsewhere was given (--against)";
  return verdict("rollback", [ledger.rollback], why, unknown);
}

function keyVerdict(
  verdict: MakeVerdict,
  ledger: LedgerCheck,
  { options: { key }, hasLedger }: { readonly options: VerifyOptions; readonly hasLedger: boolean },
): VerifyVerdict {
  const wrong = new FindingList();
  const isExpected = key === undefined ||
    (key.isGiven ? ledger.keys.includes(key.key) : ledger.keys.at(-1) === key.key);
  if (ledger.keys.length > 0 && !isExpected) {
    const whose = key?.isGiven === true ? "the key that was given" : "the key of this home";
    wrong.add({ file: LEDGER_FILE, line: ledger.lines, text: `the ledger is not signed by ${whose}` });
  }
  const nothing = hasLedger ? "nothing is signed yet; that takes about a second" : "there is no ledger";
  const noKey = "this home has no key to hold the signatures against; name one with --key";
  const unknown = ledger.signed === 0 ? nothing : key === undefined ? noKey : undefined;
  return verdict("key", [ledger.key, wrong], `${ledger.signed} signatures hold`, unknown);
}
