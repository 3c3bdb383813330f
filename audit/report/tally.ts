/**
 * What became of messages, in three numbers.
 *
 * @module
 */

import type { LogRecord } from "../log_record.ts";

/** How many messages passed, were asked about, redacted or only observed, and were refused. */
export interface Tally {
  passed: number;
  flagged: number;
  refused: number;
}

/** One of the three. */
export type TallyKind = keyof Tally;

/** Zero of each. */
export function newTally(): Tally {
  return { passed: 0, flagged: 0, refused: 0 };
}

/** Adds one tally to another. */
export function addTo(sum: Tally, { passed, flagged, refused }: Readonly<Tally>): void {
  sum.passed += passed;
  sum.flagged += flagged;
  sum.refused += refused;
}

/**
 * Which number a record counts in; none where it decides nothing. A verdict that this program does not know counts as
 * refused. An answer counts where it was refused or redacted: its request is counted apart.
 */
export function tallyKindOf({ kind, verdict, outcome, observed, redacted }: LogRecord): TallyKind | undefined {
  if (kind === "outcome") {
    if (outcome === "refused") return observed === true ? "flagged" : "refused";
    return redacted === true ? "flagged" : undefined;
  }
  if (kind !== "verdict") return undefined;
  if (verdict === "allow" || verdict === "log") return "passed";
  return observed === true || verdict === "ask" || verdict === "redact" ? "flagged" : "refused";
}
