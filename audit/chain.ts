/**
 * Chains records: every line carries the hash of the line before it and its own, so that a line that is changed,
 * removed or put elsewhere breaks the chain.
 *
 * @module
 */

import { createHash } from "node:crypto";

import { argumentShapes } from "./argument_shape.ts";
import { canonicalMembers, type Plain, type PlainObject } from "./canonical.ts";
import type { RecordBody } from "./record.ts";

/** Version of the line format. */
export const RECORD_VERSION = 1;

/** What stands for the hash of the line before the first. */
export const FIRST_PREVIOUS = "0".repeat(64);

/** The place of a record: its session, its number in it, when it was written, and the hash of the line before. */
export interface RecordPlace {
  readonly session: string;
  readonly seq: number;
  /** ISO 8601 in UTC with milliseconds. */
  readonly time: string;
  readonly previous: string;
}

/** A line of the log, without its newline, and its hash. */
export interface SealedRecord {
  readonly line: string;
  readonly hash: string;
}

/**
 * Writes a record as a line: canonical JSON (RFC 8785) with `hash`, the SHA-256 in hex over the same object without
 * `hash`. `key` is the install key for the hashes of arguments.
 */
export function sealRecord(place: RecordPlace, body: RecordBody, key: Uint8Array): SealedRecord {
  const { session, seq, time, previous } = place;
  const members = canonicalMembers({ ...plainBody(body, key), v: RECORD_VERSION, session, seq, time, prev: previous });
  const hash = createHash("sha256").update(`{${members.join(",")}}`).digest("hex");
  const at = members.findIndex((member) => member > '"hash"');
  members.splice(at < 0 ? members.length : at, 0, `"hash":"${hash}"`);
  return { line: `{${members.join(",")}}`, hash };
}

const MAX_NAME_LENGTH = 128;

function plainBody(body: RecordBody, key: Uint8Array): PlainObject {
  const plain: Record<string, Plain | undefined> = {};
  for (const [name, value] of Object.entries(body)) {
    if (name === "args" || value === undefined) continue;
    plain[name] = typeof value === "string" ? cut(value) : value;
  }
  if (body.kind === "verdict" && body.args !== undefined) plain["args"] = argumentShapes(body.args, key);
  return plain;
}

/** Names come from messages: none makes a record long. */
function cut(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`;
}
