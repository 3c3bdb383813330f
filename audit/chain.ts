/**
 * Chains records: every line carries the hash of the line before it and its own, so that a line that is changed,
 * removed or put elsewhere breaks the chain.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { argumentShapes } from "./argument_shape.ts";
import { canonicalJson } from "./canonical.ts";
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

/** Every key of every kind of record but `hash`, in canonical order: no record needs to be sorted. */
const KEYS = (
  "args bytes command condition count exit id kind logs message messages method mode ms note observed of outcome " +
  "pointer policy prev reason refused rule seq server session side time tool v verdict version"
).split(" ").map((name) => ({ name, quoted: `"${name}":` }));
/** Those in front of `hash`. */
const KEYS_BEFORE_HASH = KEYS.filter(({ name }) => name < "hash").length;

/**
 * Writes a record as a line: canonical JSON (RFC 8785) with `hash`, the SHA-256 in hex over the same object without
 * `hash`. `key` is the install key for the hashes of arguments.
 */
export function sealRecord(place: RecordPlace, body: RecordBody, key: Uint8Array): SealedRecord {
  const { session, seq, time, previous } = place;
  const fields: Readonly<Record<string, unknown>> = { ...body, v: RECORD_VERSION, session, seq, time, prev: previous };
  const before = writeFields(fields, 0, KEYS_BEFORE_HASH, key);
  const behind = writeFields(fields, KEYS_BEFORE_HASH, KEYS.length, key);
  const hash = sha256Hex(`{${before}${before === "" ? "" : ","}${behind}}`);
  return { line: `{${before}${before === "" ? "" : ","}"hash":"${hash}",${behind}}`, hash };
}

function writeFields(fields: Readonly<Record<string, unknown>>, from: number, to: number, key: Uint8Array): string {
  let text = "";
  for (let index = from; index < to; index++) {
    const field = KEYS[index];
    const value = field === undefined ? undefined : fields[field.name];
    if (field === undefined || value === undefined) continue;
    text += `${text === "" ? "" : ","}${field.quoted}${writeValue(field.name, value, key)}`;
  }
  return text;
}

function writeValue(name: string, value: unknown, key: Uint8Array): string {
  if (typeof value === "string") return JSON.stringify(cut(value));
  if (name === "args") return canonicalJson(argumentShapes(Object(value), key));
  return JSON.stringify(value);
}

const MAX_NAME_LENGTH = 128;

/** Names come from messages: none makes a record long. */
function cut(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`;
}
