/**
 * One line of a server's stderr as a person may see it: named, without control characters or terminal sequences, so
 * that it cannot pass for a line of ours or drive the terminal.
 *
 * @module
 */

const SEQUENCE_REGEXP =
  // deno-lint-ignore no-control-regex -- terminal sequences are what is taken out
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])|\x9b[0-?]*[ -/]*[@-~]/g;
// deno-lint-ignore no-control-regex -- controls are what is taken out
const CONTROL_REGEXP = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;
const MAX_LENGTH = 2000;

/** Cleans a line and puts the server's name in front. */
export function formatServerLine(server: string, line: string): string {
  const clean = line.replace(SEQUENCE_REGEXP, "").replace(CONTROL_REGEXP, "").replaceAll("\t", " ");
  const shown = clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH).toWellFormed()}…` : clean;
  return `[${server}] ${shown}`;
}
