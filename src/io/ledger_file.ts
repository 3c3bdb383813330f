/**
 * The ledger's file, which all proxies of a home append to: under a lock, one whole line at a time, chained to the line
 * that is last at that moment. A lock ends with its process, so that none that crashed blocks the others.
 *
 * @module
 */

import { FIRST_PREVIOUS } from "../../audit/chain.ts";
import {
  type LedgerLine,
  type LedgerOpen,
  type LedgerPlace,
  type LedgerSigner,
  sealLedgerLine,
  sealSignedLine,
  type SignedLedgerBody,
} from "../../audit/ledger.ts";
import { readLedgerLine } from "../../audit/read_ledger_line.ts";

/** Nobody holds the lock longer than a line and a signature take; two seconds are a fault. */
const MAX_WAIT_MS = 2000;
const STEP_MS = 5;
/** How often a line is signed anew because others came first. */
const MAX_ATTEMPTS = 100;
const PRIVATE_FILE = 0o600;
/** The last line is looked for in so many bytes; lines are below one KiB. */
const TAIL_BYTES = 8 * 1024;
const NEWLINE = 0x0a;

/** The ledger cannot be locked: another process holds it and does not let go. */
export class LedgerBusyError extends Error {
  override readonly name = "LedgerBusyError";
}

/** The file of a ledger. Opened anew for each line: it may be moved or removed meanwhile. */
export class LedgerFile {
  readonly #path: string;
  readonly #isSynced: boolean;
  #lastTime = "";
  /** After a wait in vain, the next do not wait: every message would stand still for seconds. */
  #maxWaitMs = MAX_WAIT_MS;

  /** The ledger in an audit folder, which must be there. With `isSynced` each line is on the disk before all goes on. */
  constructor(folder: string, isSynced = false) {
    this.#path = `${folder}/ledger.jsonl`;
    this.#isSynced = isSynced;
  }

  /** Appends an unsigned line, blocking. Throws Deno's errors, or {@linkcode LedgerBusyError} after two seconds. */
  appendSync(body: LedgerOpen): void {
    const file = openLedger(this.#path);
    try {
      const end = performance.now() + this.#maxWaitMs;
      while (!file.tryLockSync(true)) {
        if (performance.now() >= end) this.#giveUp();
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
      }
      this.#maxWaitMs = MAX_WAIT_MS;
      const ledger = new LockedLedger(file);
      ledger.write(sealLedgerLine(ledger.place(this.#time()), body));
      if (this.#isSynced) file.syncDataSync();
    } finally {
      file.close();
    }
  }

  /**
   * Appends a signed line; throws as {@linkcode appendSync} does. Signing takes its time, and a busy process more: the
   * lock is not held meanwhile. Where another process was faster, the line is signed again for its new place, and by the
   * key that is in force then. `atOnce` is done with the line, before anybody else can write.
   */
  async append(
    body: SignedLedgerBody,
    signer: () => Promise<LedgerSigner>,
    atOnce: () => void = () => {},
  ): Promise<void> {
    let place = await this.#locked((ledger) => ledger.place(this.#time()));
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const signedFor = place;
      const sealed = await sealSignedLine(signedFor, body, await signer());
      place = await this.#locked((ledger) => {
        const now = ledger.place(signedFor.time);
        if (now.previous === signedFor.previous && now.n === signedFor.n) {
          ledger.write(sealed);
          atOnce();
          return signedFor;
        }
        return now;
      });
      if (place === signedFor) return;
    }
    this.#giveUp();
  }

  /** Number and hash of the last whole line; nothing where there is none. Throws as {@linkcode appendSync} does. */
  async head(): Promise<{ readonly n: number; readonly hash: string } | undefined> {
    const { n, previous } = await this.#locked((ledger) => ledger.place(""));
    return n === 1 ? undefined : { n: n - 1, hash: previous };
  }

  /** Runs a step that does not wait, under the lock. */
  async #locked<T>(step: (ledger: LockedLedger) => T): Promise<T> {
    const file = openLedger(this.#path);
    try {
      const end = performance.now() + MAX_WAIT_MS;
      while (!file.tryLockSync(true)) {
        if (performance.now() >= end) this.#giveUp();
        await new Promise((resolve) => setTimeout(resolve, STEP_MS * Math.random()));
      }
      return step(new LockedLedger(file));
    } finally {
      // Closing gives the lock back.
      file.close();
    }
  }

  #giveUp(): never {
    this.#maxWaitMs = 0;
    throw new LedgerBusyError("Cannot lock the ledger: another process holds it");
  }

  #time(): string {
    const now = new Date().toISOString();
    if (now > this.#lastTime) this.#lastTime = now;
    return this.#lastTime;
  }
}

function openLedger(path: string): Deno.FsFile {
  return Deno.openSync(path, { read: true, append: true, create: true, mode: PRIVATE_FILE });
}

/** The ledger while this process alone may write. */
class LockedLedger {
  readonly #file: Deno.FsFile;

  constructor(file: Deno.FsFile) {
    this.#file = file;
  }

  /** The place of the next line. Times never go back: that of the last line is kept where it is later. */
  place(now: string): LedgerPlace {
    const last = this.#lastLine();
    if (last === undefined) return { n: 1, time: now, previous: FIRST_PREVIOUS };
    const read = readLedgerLine(last);
    // Somebody was here. Going on with a chain that is visibly broken beats a proxy that nobody can start.
    if (!read.ok) return { n: 1, time: now, previous: FIRST_PREVIOUS };
    const { entry } = read;
    return { n: entry.n + 1, time: now > entry.time ? now : entry.time, previous: entry.hash };
  }

  write({ line }: LedgerLine): void {
    const bytes = new TextEncoder().encode(`${line}\n`);
    const before = this.#file.statSync().size;
    try {
      for (let offset = 0; offset < bytes.length;) offset += this.#file.writeSync(bytes.subarray(offset));
    } catch (error) {
      this.#file.truncateSync(before);
      throw error;
    }
  }

  /** The last whole line. What a process that was killed left half written behind it is cut off. */
  #lastLine(): string | undefined {
    const { size } = this.#file.statSync();
    if (size === 0) return undefined;
    const start = Math.max(0, size - TAIL_BYTES);
    this.#file.seekSync(start, Deno.SeekMode.Start);
    const tail = new Uint8Array(size - start);
    let length = 0;
    for (let count: number | null = 0; count !== null && length < tail.length; length += count ?? 0) {
      count = this.#file.readSync(tail.subarray(length));
    }
    const end = tail.lastIndexOf(NEWLINE);
    if (end < 0 && start === 0) {
      this.#file.truncateSync(0);
      return undefined;
    }
    if (end < 0) return "";
    if (end + 1 < tail.length) this.#file.truncateSync(start + end + 1);
    const before = tail.lastIndexOf(NEWLINE, end - 1);
    return new TextDecoder().decode(tail.subarray(before + 1, end));
  }
}
