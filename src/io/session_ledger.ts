/**
 * One session's part of the ledger: its opening, checkpoints while it runs, its close. Checkpoints are made beside the
 * traffic; one that fails is made a second later.
 *
 * @module
 */

import { LedgerBusyError, LedgerFile } from "./ledger_file.ts";
import { ledgerSigner } from "./ledger_key.ts";

/** How far the session's file is. */
export interface Progress {
  /** Lines in the file. */
  readonly records: number;
  /** Hash of the last. */
  readonly last: string;
}

/** Where the ledger and its key are, and whose part this is. */
export interface SessionLedgerOptions {
  /** The audit folder. */
  readonly folder: string;
  readonly home: string;
  readonly session: string;
  /** Whether each line is on the disk before all goes on. */
  readonly isSynced: boolean;
}

/** At most so many records, or so long, are not vouched for. */
const CHECKPOINT_RECORDS = 1000;
const CHECKPOINT_MS = 60_000;
/** A client waits two seconds for the end, of which most is the server's. */
const MAX_CLOSE_MS = 400;

/** The session's part. */
export class SessionLedger {
  readonly #options: SessionLedgerOptions;
  readonly #file: LedgerFile;
  #isOpen = false;
  /** What the last checkpoint vouched for, and when it was made. */
  #vouched = { records: 0, atMs: -Infinity };
  #running: Promise<void> | undefined;

  constructor(options: SessionLedgerOptions) {
    this.#options = options;
    this.#file = new LedgerFile(options.folder, options.isSynced);
  }

  /** Enters the session's file, before its first record is written. Blocks; throws where that cannot be. */
  open(begins: { readonly file: string; readonly first: string }): void {
    const { session } = this.#options;
    // A checkpoint of the file that is gone must not stand behind the opening of the new one.
    if (this.#running !== undefined) {
      throw new LedgerBusyError("Cannot open a session in the ledger: it is being signed");
    }
    this.#file.appendSync({ kind: "open", session, ...begins, pid: Deno.pid });
    this.#isOpen = true;
    this.#vouched = { records: 0, atMs: -Infinity };
  }

  /** Makes a checkpoint in the background when one is due; to be called once a second. */
  tick(progress: Progress): void {
    if (!this.#isOpen || this.#running !== undefined || !this.#isDue(progress)) return;
    this.#running = this.#vouch("checkpoint", progress).catch(() => {}).finally(() => this.#running = undefined);
  }

  /** Enters the end of the session; gives up after a moment, since the client counts the seconds. */
  async close(progress: Progress): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const closing = (this.#running ?? Promise.resolve()).then(() => this.#vouch("close", progress)).catch(() => {});
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([closing, new Promise((resolve) => timer = setTimeout(resolve, MAX_CLOSE_MS))]);
    clearTimeout(timer);
  }

  #isDue({ records }: Progress): boolean {
    const more = records - this.#vouched.records;
    return more >= CHECKPOINT_RECORDS || (more > 0 && performance.now() - this.#vouched.atMs >= CHECKPOINT_MS);
  }

  async #vouch(kind: "checkpoint" | "close", progress: Progress): Promise<void> {
    const { home, session } = this.#options;
    await this.#file.append({ kind, session, ...progress }, () => ledgerSigner(home));
    this.#vouched = { records: progress.records, atMs: performance.now() };
  }
}
