/**
 * What the `audit` commands may do to the world, beside what all commands may.
 *
 * @module
 */

import type { LogPorts } from "../../audit/verify.ts";

/** What came of sending something over HTTP. */
export type PostResult =
  | { readonly kind: "answered"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "failed"; readonly why: string };

/** A file of the log, or a key, is there and cannot be read. */
export class LogReadError extends Error {
  override readonly name = "LogReadError";

  /** `file` is its path; `why` ends the sentence, such as `permission denied`. */
  constructor(file: string, why: string) {
    super(`Cannot read ${JSON.stringify(file)}: ${why}`);
  }
}

/**
 * The log of one Sallyport home, and what reads it needs. Methods that take a file take its path from the audit folder;
 * they throw {@linkcode LogReadError} where something is there and cannot be read.
 */
export interface AuditEdge extends LogPorts {
  /** The size of a file in bytes; 0 where there is none. */
  size(file: string): Promise<number>;
  /** The lines of a file from a place in bytes on; nothing where there is no file. */
  linesFrom(file: string, offset: number): ReturnType<LogPorts["lines"]>;
  /** The key of argument hashes; nothing where there is none. */
  installKey(): Promise<Uint8Array | undefined>;
  /** The public key that signs; nothing where there is none yet. */
  publicKey(): Promise<string | undefined>;
  /** Replaces the key that signs and says so in the ledger; returns the new public key. */
  rotateKey(): Promise<string>;
  /** A line to keep elsewhere; nothing where there is no ledger. */
  checkpoint(): Promise<string | undefined>;
  /** Sends a body as JSON. Never throws. */
  post(url: string, body: string, headers: readonly (readonly [string, string])[]): Promise<PostResult>;
  /** Waits so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** Now, in milliseconds since 1970. */
  nowMs(): number;
}
