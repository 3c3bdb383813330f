/**
 * Chains records: every line carries the hash of the line before it and its own, so that a line that is changed,
 * removed or put elsewhere breaks the chain.
 *
 * @module
 */

import { sha256Hex } from "../src/hash/sha256.ts";
import { argumentShapes } from "./argument_shape.ts";
import type { ClearArguments } from "./clear_arguments.ts";
import type { RecordBody, VerdictRecord } from "./record.ts";

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
 * `hash`. `key` is the install key for the hashes of arguments; `clear` says which are kept of calls that passed.
 */
export function sealRecord(
  place: RecordPlace,
  body: RecordBody,
  key: Uint8Array,
  clear?: ClearArguments,
): SealedRecord {
  const before = beforeHash(body, key, clear);
  const behind = behindHash(body, place);
  const hash = sha256Hex(`{${before}${behind}}`);
  return { line: `{${before}"hash":"${hash}",${behind}}`, hash };
}

// A record is written with every message, so its members are put in canonical order here, by hand, and not sorted each
// time. `audit/chain_test.ts` holds the result against a writer that sorts.

/** The members whose keys come before `hash`, each with its comma. */
function beforeHash(body: RecordBody, key: Uint8Array, clear: ClearArguments | undefined): string {
  switch (body.kind) {
    case "verdict": {
      const { args, condition } = body;
      const shapes = args === undefined ? "" : `"args":${argumentShapes(args, key, keptOf(body, clear))},`;
      return `${shapes}"bytes":${body.bytes},${word("condition", condition)}`;
    }
    case "outcome":
      return `"bytes":${body.bytes},`;
    case "finding":
      return `${word("confidence", body.confidence)}"count":${body.count},${word("detector", body.detector)}`;
    case "ask":
      return word("answer", body.answer);
    case "drift":
      return word("after", body.after) + word("before", body.before) + word("definition", body.definition);
    case "sandbox": {
      const shapes = body.args === undefined ? "" : `"args":${argumentShapes(body.args, key)},`;
      return `${shapes}${number("calls", body.calls)}"count":${body.count},`;
    }
    case "note":
      return body.count === undefined ? "" : `"count":${body.count},`;
    case "open":
      return word("command", body.command);
    case "close":
      return `"exit":${body.exit},`;
  }
}

/** A denied call may hold anything: nothing of it is kept. */
function keptOf(body: VerdictRecord, clear: ClearArguments | undefined): ReadonlyMap<string, string> | undefined {
  if (clear === undefined || body.tool === undefined || body.args === undefined || body.observed === true) {
    return undefined;
  }
  return body.verdict === "allow" || body.verdict === "log" ? clear.of(body.tool, body.args) : undefined;
}

/** The members whose keys come behind `hash`. */
function behindHash(body: RecordBody, place: RecordPlace): string {
  const prev = `"prev":"${place.previous}",`;
  const sequence = `"seq":${place.seq},`;
  const session = `"session":${quoted(place.session)},`;
  const time = `"time":"${place.time}",`;
  const version = `"v":${RECORD_VERSION}`;
  switch (body.kind) {
    case "verdict":
      return word("id", body.id) + '"kind":"verdict",' + logs(body.logs) + word("message", body.message) +
        word("method", body.method) + flag("observed", body.observed) + word("pointer", body.pointer) + prev +
        word("reason", body.reason) + word("rule", body.rule) + sequence + session + word("side", body.side) + time +
        word("tool", body.tool) + `${version},"verdict":${quoted(body.verdict)}`;
    case "outcome":
      return '"kind":"outcome",' + logs(body.logs) + word("method", body.method) + `"ms":${body.ms},` +
        flag("observed", body.observed) + `"of":${body.of},` + word("outcome", body.outcome) + prev +
        word("reason", body.reason) + flag("redacted", body.redacted) + word("rule", body.rule) + sequence + session +
        word("side", body.side) + time + word("tool", body.tool) + version;
    case "finding":
      return '"kind":"finding",' + word("method", body.method) + (body.of === undefined ? "" : `"of":${body.of},`) +
        word("pointer", body.pointer) + prev + word("rule", body.rule) + sequence + session + word("side", body.side) +
        time + word("tool", body.tool) + version;
    case "ask":
      return '"kind":"ask",' + word("method", body.method) + `"ms":${body.ms},"of":${body.of},` + prev +
        word("rule", body.rule) + sequence + session + word("side", body.side) + time + word("tool", body.tool) +
        `${version},"via":${quoted(body.via)}`;
    case "drift":
      return '"kind":"drift",' + word("name", body.name) + prev + word("rule", body.rule) + sequence + session + time +
        version;
    case "sandbox":
      return '"kind":"sandbox",' + number("of", body.of) + word("permission", body.permission) + prev +
        word("rule", body.rule) + sequence + session + number("shared", body.shared) + time + word("tool", body.tool) +
        `${version},"verdict":${quoted(body.verdict)}`;
    case "note":
      return `"kind":"note",${word("note", body.note)}${word("policy", body.policy)}` + prev + sequence + session +
        time +
        version;
    case "open":
      return `"kind":"open",${word("mode", body.mode)}${word("policy", body.policy)}` + prev + sequence +
        word("server", body.server) + session + time + `${version},"version":${quoted(body.version)}`;
    case "close":
      return `"kind":"close","messages":${body.messages},` + prev + `"refused":${body.refused},` + sequence + session +
        time + version;
  }
}

function word(key: string, value: string | undefined): string {
  if (value === undefined) return "";
  return `"${key}":${value.length <= MAX_NAME_LENGTH ? quoted(value) : JSON.stringify(cut(value))},`;
}

function number(key: string, value: number | undefined): string {
  return value === undefined ? "" : `"${key}":${value},`;
}

function logs(names: readonly string[] | undefined): string {
  return names === undefined ? "" : `"logs":${JSON.stringify(names)},`;
}

function flag(key: string, isSet: true | undefined): string {
  return isSet === undefined ? "" : `"${key}":true,`;
}

/** Most strings of a record are the same words in every record. */
const quotedWords = new Map<string, string>();
const MAX_QUOTED_WORDS = 1000;
const MAX_WORD_LENGTH = 32;

function quoted(word: string): string {
  if (word.length > MAX_WORD_LENGTH) return JSON.stringify(word);
  const known = quotedWords.get(word);
  if (known !== undefined) return known;
  const text = JSON.stringify(word);
  if (quotedWords.size >= MAX_QUOTED_WORDS) quotedWords.clear();
  quotedWords.set(word, text);
  return text;
}

const MAX_NAME_LENGTH = 128;

/** Names come from messages: none makes a record long. */
function cut(text: string): string {
  return text.length <= MAX_NAME_LENGTH ? text : `${text.slice(0, MAX_NAME_LENGTH).toWellFormed()}…`;
}
