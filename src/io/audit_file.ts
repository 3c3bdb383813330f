/**
 * The session's file of the audit log: opened when the first record that opens it comes, written before the messages
 * move, flushed as the policy says.
 *
 * @module
 */

import { FIRST_PREVIOUS, sealRecord } from "../../audit/chain.ts";
import type { ClearArguments } from "../../audit/clear_arguments.ts";
import { serverInFileName } from "../../audit/session_file.ts";
import type { WriteRecord } from "../firewall/command.ts";
import { SessionLedger } from "./session_ledger.ts";
import { tryAuditFolder } from "./try_audit_folder.ts";

/** When records reach the disk: at once, or within a second. */
export type AuditFlush = "each" | "batch";

/** Options of {@linkcode AuditFile}. */
export interface AuditFileOptions {
  /** The folder of all logs. */
  readonly folder: string;
  readonly server: string;
  readonly session: string;
  /** The install key for the hashes of arguments. */
  readonly key: Uint8Array;
  readonly flush: AuditFlush;
  /** The Sallyport home, which has the key that signs the ledger. */
  readonly home: string;
  /** Arguments that are kept in clear. */
  readonly clear?: ClearArguments | undefined;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** A clock is set by so little all the time. */
const CLOCK_SLACK_MS = 1000;
/** Records of a version probe that wait for the file; more than that is no probe. */
const MAX_WAITING = 100;

/** Writes one session's records. Every method returns normally; what fails is told by the result. */
export class AuditFile {
  readonly #options: AuditFileOptions;
  readonly #ledger: SessionLedger;
  #clear: ClearArguments | undefined;
  #file: Deno.FsFile | undefined;
  #path: string | undefined;
  #inode: number | null = null;
  #previous = FIRST_PREVIOUS;
  /** Records in the file as it is; those in a file that was removed do not count. */
  #records = 0;
  #lastTimeMs = 0;
  /** By how much the clock went back, until somebody asks. */
  #clockBackMs = 0;
  #isClockBack = false;
  /** Length of the file up to its last whole record. */
  #goodLength = 0;
  #waiting: WriteRecord[] = [];
  #dirty = false;
  #broken = false;

  constructor(options: AuditFileOptions) {
    this.#options = options;
    this.#clear = options.clear;
    const { folder, home, session, flush } = options;
    this.#ledger = new SessionLedger({ folder, home, session, isSynced: flush === "each" });
  }

  /** The file, once it is open. */
  get path(): string | undefined {
    return this.#path;
  }

  /** Whether the last write failed. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** What is kept in clear from now on: the policy changed. */
  set clear(clear: ClearArguments | undefined) {
    this.#clear = clear;
  }

  /** By how many milliseconds the clock went back since the last call; 0 where it did not. Records never do. */
  takeClockStep(): number {
    const backMs = this.#clockBackMs;
    this.#clockBackMs = 0;
    return backMs;
  }

  /** Writes records in order; false where they are not on the disk's side of the door. */
  append(records: readonly WriteRecord[]): boolean {
    const opens = this.#path !== undefined || records.some((record) => record.opens) ||
      this.#waiting.length + records.length > MAX_WAITING;
    if (!opens) {
      if (!this.#broken) this.#waiting.push(...records);
      return !this.#broken;
    }
    const all = [...this.#waiting, ...records];
    // A full disk may still take a short record now and then: going on is worth it only with room for many.
    if (this.#broken && tryAuditFolder(this.#options.folder) !== undefined) return false;
    try {
      this.#write(all);
      this.#waiting = [];
      this.#broken = false;
    } catch {
      this.#fail();
    }
    return !this.#broken;
  }

  /**
   * Flushes what was written, and vouches for it in the ledger when it is time; to be called once a second. Notices when
   * the file is gone. Returns whether records can be written.
   */
  flush(): boolean {
    const isWhole = this.#sync();
    if (isWhole) this.#ledger.tick({ records: this.#records, last: this.#previous });
    return isWhole;
  }

  /** Ends the file. The lock that says that we live is held until the ledger says that we ended. */
  async close(): Promise<void> {
    if (this.#sync() && this.#file !== undefined) {
      await this.#ledger.close({ records: this.#records, last: this.#previous });
    }
    this.#file?.close();
    this.#file = undefined;
  }

  #sync(): boolean {
    if (this.#file === undefined || this.#path === undefined) return !this.#broken;
    try {
      if (this.#dirty) this.#file.syncDataSync();
      this.#dirty = false;
      if (this.#inode !== null && Deno.lstatSync(this.#path).ino !== this.#inode) this.#lose();
    } catch {
      this.#lose();
    }
    return !this.#broken;
  }

  #write(records: readonly WriteRecord[]): void {
    const file = this.#file ?? this.#open();
    let previous = this.#previous;
    let text = "";
    let first = "";
    const time = this.#time();
    const { session, key } = this.#options;
    for (const { seq, body } of records) {
      const sealed = sealRecord({ session, seq, time, previous }, body, key, this.#clear);
      text += `${sealed.line}\n`;
      previous = sealed.hash;
      if (first === "") first = sealed.hash;
    }
    // The ledger first: a file that it does not know is what a forger would leave.
    if (this.#records === 0) this.#ledger.open({ file: this.#fileInLog(), first });
    const bytes = new TextEncoder().encode(text);
    for (let offset = 0; offset < bytes.length;) offset += file.writeSync(bytes.subarray(offset));
    if (this.#options.flush === "each") file.syncDataSync();
    else this.#dirty = true;
    this.#goodLength += bytes.length;
    this.#records += records.length;
    this.#previous = previous;
  }

  /** The time of a record. Times never go back in a file: while the clock is behind, the last one is kept. */
  #time(): string {
    const nowMs = Date.now();
    if (nowMs < this.#lastTimeMs - CLOCK_SLACK_MS) {
      if (!this.#isClockBack) this.#clockBackMs = this.#lastTimeMs - nowMs;
      this.#isClockBack = true;
    } else this.#isClockBack = false;
    this.#lastTimeMs = Math.max(this.#lastTimeMs, nowMs);
    return new Date(this.#lastTimeMs).toISOString();
  }

  #fileInLog(): string {
    return (this.#path ?? "").slice(this.#options.folder.length + 1);
  }

  #open(): Deno.FsFile {
    const path = this.#path ?? this.#newPath();
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: PRIVATE_FOLDER });
    const file = Deno.openSync(path, { append: true, create: true, mode: PRIVATE_FILE });
    this.#file = file;
    this.#path = path;
    this.#inode = file.statSync().ino;
    // Held as long as we live: verify tells a session that goes on from one that was killed. Where locks keep readers
    // out too, there is none.
    if (Deno.build.os !== "windows") file.tryLockSync(true);
    return file;
  }

  #newPath(): string {
    const now = new Date().toISOString();
    const folder = `${this.#options.folder}/${now.slice(0, 10).replaceAll("-", "/")}`;
    const time = now.slice(11, 19).replaceAll(":", "");
    return `${folder}/${serverInFileName(this.#options.server)}-${time}-${this.#options.session}.jsonl`;
  }

  /** Cuts a half-written record off, so that the next write begins a line. */
  #fail(): void {
    this.#broken = true;
    try {
      this.#file?.truncateSync(this.#goodLength);
    } catch {
      // Nothing more can be done here; the chain shows the half line.
    }
  }

  /** The file is not where it was: what is written now would be seen by nobody. */
  #lose(): void {
    this.#broken = true;
    try {
      this.#file?.close();
    } catch {
      // It is gone either way.
    }
    this.#file = undefined;
    this.#goodLength = 0;
    this.#records = 0;
  }
}
