/**
 * The ledger: one line for what happens to sessions (opened, so far, closed, removed), each chained to the line before
 * and, where it vouches for something, signed. A session's file that is gone or cut shows here.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { canonicalJson, type PlainObject } from "./canonical.ts";

/** Version of the ledger's line format. */
export const LEDGER_VERSION = 1;

/** A session's file begins: written before its first record. Not signed: the first checkpoint comes within seconds. */
export interface LedgerOpen {
  readonly kind: "open";
  readonly session: string;
  /** The session's file, from the audit folder, with `/`. */
  readonly file: string;
  /** Hash of the file's first record. */
  readonly first: string;
  /** The process that writes. Whether it lives is told by its lock on the file, since numbers are given again. */
  readonly pid: number;
}

/** How far a session's file is, or how far it was when it ended. */
export interface LedgerProgress {
  readonly kind: "checkpoint" | "close";
  readonly session: string;
  /** Lines in the file. */
  readonly records: number;
  /** Hash of the last of them. */
  readonly last: string;
}

/** A tombstone: the session's file was removed because it was older than the policy keeps them. */
export interface LedgerRemoval {
  readonly kind: "removed";
  readonly session: string;
  readonly file: string;
  readonly records: number;
  readonly last: string;
}

/** The signing key is replaced: signed by the one before, or nobody could tell it from a thief's. */
export interface LedgerKeyChange {
  readonly kind: "key";
  /** The key that signs from here on. */
  readonly next: string;
}

/** A line that carries a signature. */
export type SignedLedgerBody = LedgerProgress | LedgerRemoval | LedgerKeyChange;

/** What a line of the ledger says. */
export type LedgerBody = LedgerOpen | SignedLedgerBody;

/** Where a line stands: its number from 1, when it was written (ISO 8601, UTC), and the hash of the line before. */
export interface LedgerPlace {
  readonly n: number;
  readonly time: string;
  readonly previous: string;
}

/** What signs: the public key (32 bytes in base64url), and the signature of a text (64 bytes in base64url). */
export interface LedgerSigner {
  readonly key: string;
  sign(text: string): Promise<string>;
}

/** A finished line without its newline, and its hash. */
export interface LedgerLine {
  readonly line: string;
  readonly hash: string;
}

/** Writes an unsigned line. Its hash is the SHA-256, in hex, of the canonical object without `hash`. */
export function sealLedgerLine(place: LedgerPlace, body: LedgerOpen): LedgerLine {
  const unsealed = membersOf(place, body);
  const hash = sha256Hex(canonicalJson(unsealed));
  return { line: canonicalJson({ ...unsealed, hash }), hash };
}

/**
 * Writes a signed line: `hash` is over the object with `key` and without `hash` and `sig`; `sig` is over
 * {@linkcode signedText} of that hash.
 */
export async function sealSignedLine(
  place: LedgerPlace,
  body: SignedLedgerBody,
  signer: LedgerSigner,
): Promise<LedgerLine> {
  const unsealed = { ...membersOf(place, body), key: signer.key };
  const hash = sha256Hex(canonicalJson(unsealed));
  const sig = await signer.sign(signedText(hash));
  return { line: canonicalJson({ ...unsealed, hash, sig }), hash };
}

/** The text that a line's signature is over. The words in front keep it from passing as a signature of anything else. */
export function signedText(hash: string): string {
  return `sallyport-ledger-1 ${hash}`;
}

function membersOf(place: LedgerPlace, body: LedgerBody): PlainObject {
  return { ...body, n: place.n, prev: place.previous, time: place.time, v: LEDGER_VERSION };
}
