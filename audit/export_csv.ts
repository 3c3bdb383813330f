/**
 * Records as CSV (RFC 4180), for spreadsheets, which must not take a name out of a message for a formula.
 *
 * @module
 */

import type { LoggedRecord } from "./merge_sessions.ts";

const FIELDS = [
  ...["time", "session", "seq", "kind", "side", "message", "method", "tool", "verdict", "outcome", "rule", "reason"],
  ...["pointer", "condition", "detector", "confidence", "note", "count", "bytes", "ms", "of", "observed", "redacted"],
] as const;

/** The first line. */
export const CSV_HEADER: string = `${["server", ...FIELDS].join(",")}\r\n`;

/** A record as a line. Arguments are left out: they are shapes. */
export function csvLine({ record, server }: Pick<LoggedRecord, "record" | "server">): string {
  const cells = [server, ...FIELDS.map((field) => record[field])];
  return `${cells.map((cell) => cell === undefined ? "" : csvCell(String(cell))).join(",")}\r\n`;
}

/** What a spreadsheet takes for a formula, also behind spaces and in wide characters. */
const FORMULA_REGEXP = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u;

/**
 * A text as a cell: always in quotes, and with an apostrophe in front where it could be a formula.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(csvCell('=HYPERLINK("x")'), `"'=HYPERLINK(""x"")"`);
 * ```
 */
export function csvCell(text: string): string {
  // A cell on two lines would be one for half of all readers.
  const flat = text.replace(/[\p{Cc}\u2028\u2029]/gu, " ");
  const safe = FORMULA_REGEXP.test(text) || /^[\t\r\n]/.test(text) ? `'${flat}` : flat;
  return `"${safe.replaceAll('"', '""')}"`;
}
