/**
 * How deep a statement nests, as what it costs to read: `sqlparser` tries a bracket in several ways, and each of them
 * tries what is inside anew, so that its time is a power of the depth (seen with 0.62.0: about 3 to the depth for SQLite
 * and MySQL, 4 for SQL Server, where a call of 20 levels took half a minute). PostgreSQL's own parser reads in one pass.
 *
 * @module
 */

/** The dialects that `sqlparser` reads. */
export type BacktrackingDialect = "sqlite" | "mysql" | "mssql";

const COST_A_LEVEL: Readonly<Record<BacktrackingDialect, number>> = { sqlite: 3, mysql: 3, mssql: 4 };
/** Ten levels for SQLite and MySQL, eight for SQL Server; some tens of milliseconds. */
const MAX_COST = 100_000;

/** What a reader may take for a text, a name or a comment; one of them is how the parser reads it. */
const QUOTED: Readonly<Record<BacktrackingDialect, readonly RegExp[]>> = {
  sqlite: [
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
  ],
  mysql: [
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|`[^`]*(?:`|$)|(?:#|--(?=\s))[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    /'(?:\\[\s\S]|[^'\\])*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|`[^`]*(?:`|$)|(?:#|--)[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    /'(?:\\[\s\S]|[^'\\])*(?:'|$)|"(?:\\[\s\S]|[^"\\])*(?:"|$)|`[^`]*(?:`|$)|(?:#|--(?=\s))[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
  ],
  mssql: [
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
    /'[^']*(?:'|$)|"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
  ],
};

/** A name in brackets, or one of the signs that open and close a level. `INTERVAL` has no end of its own. */
const SIGN_REGEXP = /\[[\w $#@.-]*\]|[([\])]|\b(?:case|end|interval)\b/gi;

/**
 * Says whether a text nests more than its parser reads in bounded time. What opens counts wherever some reader sees it,
 * what closes only where all of them do, so that a bracket in a comment closes nothing. Linear in the text.
 *
 * @example Eight calls in one another, and twenty
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(nestsTooDeep(`select ${"f(".repeat(8)}1${")".repeat(8)}`, "sqlite"), false);
 * assert.equal(nestsTooDeep(`select ${"f(".repeat(20)}1${")".repeat(20)}`, "sqlite"), true);
 * ```
 */
export function nestsTooDeep(text: string, dialect: BacktrackingDialect): boolean {
  const readings = QUOTED[dialect];
  const quotedBy = new Uint8Array(text.length);
  for (const quoted of readings) {
    for (const { index, 0: piece } of text.matchAll(quoted)) {
      for (let at = index; at < index + piece.length; at++) quotedBy[at] = (quotedBy[at] ?? 0) + 1;
    }
  }
  const base = COST_A_LEVEL[dialect];
  let depth = 0;
  let cost = 0;
  for (const { index, 0: sign } of text.matchAll(SIGN_REGEXP)) {
    const by = quotedBy[index] ?? 0;
    if (sign === ")" || sign === "]" || sign.toLowerCase() === "end") {
      if (by === 0) depth = Math.max(0, depth - 1);
      continue;
    }
    if (by === readings.length || (sign.length > 1 && sign.startsWith("["))) continue;
    depth++;
    cost += base ** depth;
    if (cost > MAX_COST) return true;
  }
  return false;
}
