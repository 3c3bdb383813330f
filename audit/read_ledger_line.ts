/**
 * Reads a line of the ledger strictly: a line whose bytes do not give its hash, or that lacks what its kind has, is no
 * line.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { LEDGER_VERSION, type LedgerBody } from "./ledger.ts";

/** A line of the ledger as it was read. */
export interface LedgerEntry {
  readonly n: number;
  readonly time: string;
  readonly previous: string;
  readonly hash: string;
  readonly body: LedgerBody;
  /** Public key and signature, where the line carries them. */
  readonly signature: { readonly key: string; readonly sig: string } | undefined;
}

/** An entry, or why the line is none. */
export type LedgerReading =
  | { readonly ok: true; readonly entry: LedgerEntry }
  | { readonly ok: false; readonly why: string };

const HASH_MEMBER_REGEXP = /"hash":"([0-9a-f]{64})",/;
const SIGNATURE_MEMBER_REGEXP = /"sig":"[A-Za-z0-9_-]{86}",/;

/** Reads one line, without its newline. Never throws. */
export function readLedgerLine(line: string): LedgerReading {
  const hash = HASH_MEMBER_REGEXP.exec(line)?.[1];
  if (hash === undefined) return { ok: false, why: "it is no line of a ledger" };
  const covered = line.replace(HASH_MEMBER_REGEXP, "").replace(SIGNATURE_MEMBER_REGEXP, "");
  if (sha256Hex(covered) !== hash) return { ok: false, why: "it does not give its own hash: it was changed" };
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line);
  } catch {
    return { ok: false, why: "it is no JSON" };
  }
  const { n, time, prev: previous, v, key, sig } = value;
  if (v !== LEDGER_VERSION) return { ok: false, why: "it is of a version that this program does not know" };
  const body = bodyOf(value);
  if (body === undefined || !isCount(n) || typeof time !== "string" || typeof previous !== "string") {
    return { ok: false, why: "it lacks a field of its kind" };
  }
  const signature = typeof key === "string" && typeof sig === "string" ? { key, sig } : undefined;
  return { ok: true, entry: { n, time, previous, hash, body, signature } };
}

function bodyOf(value: Record<string, unknown>): LedgerBody | undefined {
  const { kind, session, file, first, pid, records, last, next } = value;
  if (kind === "key") return typeof next === "string" ? { kind, next } : undefined;
  if (typeof session !== "string") return undefined;
  switch (kind) {
    case "open":
      if (typeof file !== "string" || typeof first !== "string" || !isCount(pid)) return undefined;
      return { kind, session, file, first, pid };
    case "checkpoint":
    case "close":
      return isCount(records) && typeof last === "string" ? { kind, session, records, last } : undefined;
    case "removed":
      if (typeof file !== "string" || !isCount(records) || typeof last !== "string") return undefined;
      return { kind, session, file, records, last };
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
