/**
 * The session's file of the audit log: opened when the first record that opens it comes, written before the messages
 * move, flushed as the policy says.
 *
 * @module
 */

import { FIRST_PREVIOUS, sealRecord } from "../../audit/chain.ts";
import type { WriteRecord } from "../firewall/command.ts";

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
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Records of a version probe that wait for the file; more than that is no probe. */
const MAX_WAITING = 100;

/** Writes one session's records. Every method returns normally; what fails is told by the result. */
export class AuditFile {
  readonly #options: AuditFileOptions;
  #file: Deno.FsFile | undefined;
  #path: string | undefined;
  #inode: number | null = null;
  #previous = FIRST_PREVIOUS;
  /** Length of the file up to its last whole record. */
  #goodLength = 0;
  #waiting: WriteRecord[] = [];
  #dirty = false;
  #broken = false;

  constructor(options: AuditFileOptions) {
    this.#options = options;
  }

  /** The file, once it is open. */
  get path(): string | undefined {
    return this.#path;
  }

  /** Whether the last write failed. */
  get isBroken(): boolean {
    return this.#broken;
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

  /** Flushes what was written; to be called once a second. Notices when the file is gone. */
  flush(): boolean {
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

  /** Ends the file. */
  close(): void {
    this.flush();
    this.#file?.close();
    this.#file = undefined;
  }

  #write(records: readonly WriteRecord[]): void {
    const file = this.#file ?? this.#open();
    let previous = this.#previous;
    let text = "";
    const time = new Date().toISOString();
    for (const { seq, body } of records) {
      const sealed = sealRecord({ session: this.#options.session, seq, time, previous }, body, this.#options.key);
      text += `${sealed.line}\n`;
      previous = sealed.hash;
    }
    const bytes = new TextEncoder().encode(text);
    for (let offset = 0; offset < bytes.length;) offset += file.writeSync(bytes.subarray(offset));
    if (this.#options.flush === "each") file.syncDataSync();
    else this.#dirty = true;
    this.#goodLength += bytes.length;
    this.#previous = previous;
  }

  #open(): Deno.FsFile {
    const path = this.#path ?? this.#newPath();
    Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: PRIVATE_FOLDER });
    const file = Deno.openSync(path, { append: true, create: true, mode: PRIVATE_FILE });
    this.#file = file;
    this.#path = path;
    this.#inode = file.statSync().ino;
    return file;
  }

  #newPath(): string {
    const now = new Date().toISOString();
    const folder = `${this.#options.folder}/${now.slice(0, 10).replaceAll("-", "/")}`;
    const time = now.slice(11, 19).replaceAll(":", "");
    return `${folder}/${safeName(this.#options.server)}-${time}-${this.#options.session}.jsonl`;
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
  }
}

function safeName(server: string): string {
  return server.replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[.-]+/, "").slice(0, 60) || "server";
}

/** Room that a log must have to begin, and to go on after a failure. */
const ROOM_BYTES = 16 * 1024;

/**
 * Tries that logs can be written: makes the folder, writes and removes a file in it. Returns why not, in a few words.
 */
export function tryAuditFolder(folder: string): string | undefined {
  const path = `${folder}/.try-${crypto.randomUUID()}`;
  try {
    Deno.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    const file = Deno.openSync(path, { write: true, createNew: true, mode: PRIVATE_FILE });
    const page = new Uint8Array(ROOM_BYTES);
    try {
      for (let offset = 0; offset < page.length;) offset += file.writeSync(page.subarray(offset));
    } finally {
      file.close();
      Deno.removeSync(path);
    }
    return undefined;
  } catch (error) {
    return describeFileError(error);
  }
}

/** A file error in a few words, without the path. */
export function describeFileError(error: unknown): string {
  if (error instanceof Deno.errors.NotCapable) return "Deno permission is missing";
  if (error instanceof Deno.errors.NotFound) return "it does not exist";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory) {
    return "a file is in the way";
  }
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  const text = error instanceof Error ? error.message : String(error);
  if (/read-only|os error 30/i.test(text)) return "the disk is read-only";
  if (/no space|os error 28/i.test(text)) return "the disk is full";
  if (/os error 20/i.test(text)) return "a file is in the way";
  return text.replace(/\p{Cc}/gu, " ").slice(0, 120);
}
