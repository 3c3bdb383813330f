/**
 * What verification comes to: the five verdicts, from all that was found.
 *
 * @module
 */

import type { Checkpoint } from "./checkpoint.ts";
import { LEDGER_FILE, type LedgerCheck } from "./ledger_check.ts";
import { FindingList, type VerifyFinding } from "./verify_finding.ts";

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

/** All that was found on the way. */
export interface Gathered {
  readonly ledger: LedgerCheck;
  readonly completeness: FindingList;
  readonly unknown: string[];
  readonly notes: string[];
  readonly integrity: FindingList;
  readonly order: FindingList;
  sessions: number;
  records: number;
}

/** Makes the report. */
export function reportOf(gathered: Gathered, options: VerifyOptions, hasLedger: boolean): VerifyReport {
  const { ledger, sessions, records, notes } = gathered;
  const removed = [...ledger.sessions.values()].filter(({ state }) => state === "removed").length;
  if (removed > 0) notes.push(`removed because of their age, as signed tombstones say: ${counted(removed, "session")}`);
  if (options.since !== undefined) notes.push(`sessions that began before ${options.since} were not read`);
  const all = `${counted(sessions, "session")} with ${counted(records, "record")}`;
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
        `every session of the ledger (${counted(ledger.lines, "line")}) is there, as far as it vouches for it`,
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
  return verdict(
    "key",
    [ledger.key, wrong],
    counted(ledger.signed, "signature") + (ledger.signed === 1 ? " holds" : " hold"),
    unknown,
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
