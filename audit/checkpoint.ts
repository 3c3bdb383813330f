/**
 * A checkpoint to keep elsewhere: one line that says how far the ledger was, signed. A log that was set back to before it,
 * or written anew, does not hold what it names.
 *
 * @module
 */

import type { LedgerSigner } from "./ledger.ts";

/** How far a ledger was. */
export interface Checkpoint {
  /** The number of a line of the ledger. */
  readonly n: number;
  /** That line's hash. */
  readonly hash: string;
  /** When this was written: ISO 8601, UTC. */
  readonly time: string;
  readonly key: string;
  readonly sig: string;
}

const WORD = "sallyport-checkpoint-1";
const LINE_REGEXP =
  /sallyport-checkpoint-1 (\d{1,15}) ([0-9a-f]{64}) (\d{4}-\d\d-\d\dT[\d:.]+Z) ([A-Za-z0-9_-]{43}) ([A-Za-z0-9_-]{86})(?![A-Za-z0-9_-])/g;

/** Writes a checkpoint as its line, without a newline. */
export async function formatCheckpoint(
  at: Pick<Checkpoint, "n" | "hash" | "time">,
  signer: LedgerSigner,
): Promise<string> {
  const text = checkpointText({ ...at, key: signer.key });
  return `${text} ${await signer.sign(text)}`;
}

/** The text that a checkpoint's signature is over. */
export function checkpointText({ n, hash, time, key }: Omit<Checkpoint, "sig">): string {
  return `${WORD} ${n} ${hash} ${time} ${key}`;
}

/** Every checkpoint in a text, whatever stands around it: a ticket, a mail, a file with one a day. */
export function readCheckpoints(text: string): readonly Checkpoint[] {
  return [...text.matchAll(LINE_REGEXP)].map(([, n, hash = "", time = "", key = "", sig = ""]) => ({
    n: Number(n),
    hash,
    time,
    key,
    sig,
  }));
}
