/**
 * Lines of a server's stderr as a person may see them: named, without control characters or terminal sequences, so that
 * none can pass for a line of ours or drive the terminal; and without secrets, also those of several lines.
 *
 * @module
 */

import { redactText } from "../detect/redact.ts";
import type { Scanner } from "../detect/scan.ts";

const SEQUENCE_REGEXP =
  // deno-lint-ignore no-control-regex -- terminal sequences are what is taken out
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
// deno-lint-ignore no-control-regex -- controls are what is taken out
const CONTROL_REGEXP = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const MAX_LENGTH = 2000;
/** A private key is many lines, of which one alone looks like nothing. */
const KEY_BEGINS_REGEXP = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----/;
const KEY_ENDS_REGEXP = /-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----/;
/** So many lines a key may have; behind them the server talks of something else. */
const MAX_KEY_LINES = 200;

/** Makes what formats one server's lines, in the order in which they come. */
export function newServerLines(server: string, scanner: Scanner): (line: string) => string {
  let keyLines = 0;
  return (line) => {
    const begins = KEY_BEGINS_REGEXP.test(line);
    const isInside = keyLines > 0;
    if (begins) keyLines = MAX_KEY_LINES;
    else if (isInside) keyLines--;
    if (KEY_ENDS_REGEXP.test(line)) keyLines = 0;
    if (begins || isInside) return formatServerLine(server, "[redacted:private-key]");
    const plain = formatServerLine(server, line);
    return redactText(plain, scanner.scan(plain, { kinds: ["secrets"] }));
  };
}

/** Cleans a line and puts the server's name in front. */
export function formatServerLine(server: string, line: string): string {
  const clean = line.replace(SEQUENCE_REGEXP, "").replace(CONTROL_REGEXP, "").replaceAll("\t", " ");
  const shown = clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH).toWellFormed()}…` : clean;
  return `[${server}] ${shown}`;
}
