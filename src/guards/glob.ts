/**
 * Globs, compiled by hand to matchers whose time grows with pattern length times text length, never faster.
 *
 * `?` is one character, `[a-z]` one of a set (`[!a-z]` one outside it), `{a,b}` alternatives, `\` takes the next
 * character as it is. What `*` and `**` reach over depends on the dialect:
 *
 * - `name`: both match anything, also `/`, `.`, `..` and nothing at all. A tool named `fs/read` is matched by `*`.
 * - `path`: `*` and `?` stop at `/`; `**` does not. `**` with a slash on its right also matches no folder.
 * - `host`: `*` matches one or more characters other than `.`, `**` one or more of any; compared folded.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";

/** What kind of text a glob is for. */
export type GlobDialect = "name" | "path" | "host";

/** A compiled glob. */
export interface Glob {
  readonly source: string;
  /** The parts of plain text of each alternative; a text that matches contains all parts of one alternative. */
  readonly literals: readonly (readonly string[])[];
  /** Says whether the whole text matches. */
  matches(text: string): boolean;
  /** Says whether the whole text matches when upper and lower case are the same; for names only. */
  matchesFolded(text: string): boolean;
}

/** Why a glob cannot be compiled. */
export interface GlobFault {
  readonly fault: string;
  readonly hint?: string | undefined;
}

/** Longest glob that is compiled, in UTF-16 units. */
export const MAX_GLOB_CHARS = 1_024;

/** How many alternatives braces may expand to. */
export const MAX_GLOB_ALTERNATIVES = 256;

type Token =
  | { readonly kind: "char"; readonly point: number }
  | { readonly kind: "one" }
  | { readonly kind: "set"; readonly outside: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: "star" }
  | { readonly kind: "globstar" }
  | { readonly kind: "folders" };

const SLASH = 0x2f;
const DOT = 0x2e;

/**
 * Compiles a glob, or says why it cannot be.
 *
 * @example Names have no separators
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const glob = compileGlob("read_*", "name");
 * assert.ok("matches" in glob && glob.matches("read_a/../b") && !glob.matches("write_a"));
 * ```
 */
export function compileGlob(source: string, dialect: GlobDialect): Glob | GlobFault {
  if (source.length > MAX_GLOB_CHARS) return { fault: `longer than ${MAX_GLOB_CHARS} characters` };
  const alternatives = expandBraces(source);
  if (!Array.isArray(alternatives)) return alternatives;
  const programs: Token[][] = [];
  for (const alternative of alternatives) {
    const tokens = readTokens(dialect === "host" ? foldName(alternative) : alternative, dialect);
    if (!Array.isArray(tokens)) return tokens;
    programs.push(tokens);
  }
  const exact = programs.map((tokens) => matcherOf(tokens, dialect, "exact"));
  const folded = programs.map((tokens) => matcherOf(tokens, dialect, "folded"));
  return {
    source,
    literals: programs.map(literalParts),
    matches: (text) => exact.some((match) => match(dialect === "host" ? foldName(text) : text)),
    matchesFolded: (text) => folded.some((match) => match(foldName(text))),
  };
}

/** Puts a `\` before everything that means something in a glob. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{},!^]/g, "\\$&");
}

/** Says whether a text has any glob character, so that it can match more than itself. */
export function isGlob(text: string): boolean {
  return /[\\*?[\]{}]/.test(text);
}

/** Writes out `{a,b}`; braces may nest. Stops at the cap, so a bomb of braces costs nothing. */
function expandBraces(source: string): string[] | GlobFault {
  const done: string[] = [];
  const waiting: string[] = [source];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    const group = firstGroup(text);
    if (group === undefined) {
      done.push(text);
    } else if ("fault" in group) {
      return group;
    } else {
      const { before, options, after } = group;
      for (const option of options.toReversed()) waiting.push(before + option + after);
    }
    if (done.length + waiting.length > MAX_GLOB_ALTERNATIVES) {
      return { fault: `its braces expand to more than ${MAX_GLOB_ALTERNATIVES} alternatives` };
    }
  }
  return done;
}

interface Group {
  readonly before: string;
  readonly options: readonly string[];
  readonly after: string;
}

function firstGroup(text: string): Group | GlobFault | undefined {
  const cuts: number[] = [];
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === "\\") index++;
    else if (char === "[") index = endOfSet(text, index);
    else if (char === "{" && depth++ === 0) cuts.push(index);
    else if (char === "," && depth === 1) cuts.push(index);
    else if (char === "}") {
      if (depth === 0) return { fault: '"}" without "{"', hint: 'Write "\\\\}" for the character itself' };
      if (--depth > 0) continue;
      cuts.push(index);
      const options = cuts.slice(1).map((cut, number) => text.slice((cuts[number] ?? 0) + 1, cut));
      return { before: text.slice(0, cuts[0]), options, after: text.slice(index + 1) };
    }
  }
  return depth === 0 ? undefined : { fault: '"{" without "}"', hint: 'Write "\\\\{" for the character itself' };
}

/** Index of the `]` that ends a set; the set's own index when there is none, which `readSet` then reports. */
function endOfSet(text: string, start: number): number {
  let index = start + 1;
  if (text[index] === "!" || text[index] === "^") index++;
  if (text[index] === "]") index++;
  for (; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "]") return index;
  }
  return start;
}

function readTokens(text: string, dialect: GlobDialect): Token[] | GlobFault {
  const tokens: Token[] = [];
  for (let index = 0; index < text.length;) {
    const char = text[index];
    if (char === "*") {
      let end = index;
      while (text[end] === "*") end++;
      const isFolders = dialect === "path" && end - index > 1 && text[end] === "/" &&
        (index === 0 || text[index - 1] === "/");
      tokens.push({ kind: isFolders ? "folders" : end - index > 1 || dialect === "name" ? "globstar" : "star" });
      index = isFolders ? end + 1 : end;
    } else if (char === "?") {
      tokens.push({ kind: "one" });
      index++;
    } else if (char === "[") {
      const end = endOfSet(text, index);
      const set = readSet(text.slice(index + 1, end));
      if ("fault" in set) return set;
      tokens.push(set);
      index = end + 1;
    } else {
      if (char === "\\") index++;
      const point = text.codePointAt(index);
      if (point === undefined) return { fault: 'ends in "\\"' };
      tokens.push({ kind: "char", point });
      index += point > 0xffff ? 2 : 1;
    }
  }
  return tokens;
}

function readSet(body: string): Token | GlobFault {
  const outside = body.startsWith("!") || body.startsWith("^");
  const points: { readonly point: number; readonly plain: boolean }[] = [];
  const inner = outside ? body.slice(1) : body;
  for (let index = 0; index < inner.length;) {
    const escaped = inner[index] === "\\" && index + 1 < inner.length;
    if (escaped) index++;
    const point = inner.codePointAt(index) ?? 0;
    points.push({ point, plain: !escaped });
    index += point > 0xffff ? 2 : 1;
  }
  if (points.length === 0) return { fault: '"[" without "]"', hint: 'Write "\\\\[" for the character itself' };
  const ranges: [number, number][] = [];
  for (let index = 0; index < points.length; index++) {
    const low = points[index]?.point ?? 0;
    const dash = points[index + 1];
    const high = points[index + 2];
    if (dash?.plain === true && dash.point === 0x2d && high !== undefined) {
      if (high.point < low) return { fault: "a range in it runs backwards" };
      ranges.push([low, high.point]);
      index += 2;
    } else {
      ranges.push([low, low]);
    }
  }
  return { kind: "set", outside, ranges };
}

function literalParts(tokens: readonly Token[]): string[] {
  const parts: string[] = [];
  let part = "";
  for (const token of tokens) {
    if (token.kind === "char") {
      part += String.fromCodePoint(token.point);
    } else {
      if (part !== "") parts.push(part);
      part = "";
    }
  }
  return part === "" ? parts : [...parts, part];
}

/**
 * Runs the tokens over the text as a set of positions, one pass. A name pattern of plain text around stars takes the
 * quicker way of looking for each part in turn, which is as exact.
 */
function matcherOf(
  tokens: readonly Token[],
  dialect: GlobDialect,
  caseWay: "exact" | "folded",
): (text: string) => boolean {
  if (tokens.every((token) => token.kind === "char" || token.kind === "globstar") && dialect !== "host") {
    return partsMatcher(tokens, caseWay);
  }
  return (text) => runPositions(tokens, text, dialect, caseWay);
}

function partsMatcher(tokens: readonly Token[], caseWay: "exact" | "folded"): (text: string) => boolean {
  const parts: string[] = [""];
  for (const token of tokens) {
    if (token.kind === "char") parts.push((parts.pop() ?? "") + String.fromCodePoint(token.point));
    else parts.push("");
  }
  const [first = "", ...rest] = caseWay === "folded" ? parts.map(foldName) : parts;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
    const end = text.length - last.length;
    let index = first.length;
    for (const part of rest) {
      const found = text.indexOf(part, index);
      if (found === -1 || found + part.length > end) return false;
      index = found + part.length;
    }
    return true;
  };
}

function runPositions(
  tokens: readonly Token[],
  text: string,
  dialect: GlobDialect,
  caseWay: "exact" | "folded",
): boolean {
  let now = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  now[0] = 1;
  let before = -1;
  for (let index = 0; index < text.length;) {
    const point = text.codePointAt(index) ?? 0;
    next.fill(0);
    let alive = false;
    for (let at = 0; at <= tokens.length; at++) {
      if (now[at] === 0) continue;
      const token = tokens[at];
      if (token === undefined) continue;
      alive = true;
      // The state 2 of a star is "has taken a character": a star of a host name takes at least one.
      const taken = now[at] === 2;
      if (isSkippable(token, dialect, taken, before, index)) now[at + 1] = Math.max(now[at + 1] ?? 0, 1);
      if (!takes(token, point, dialect, caseWay)) continue;
      if (token.kind === "star" || token.kind === "globstar" || token.kind === "folders") next[at] = 2;
      else next[at + 1] = Math.max(next[at + 1] ?? 0, 1);
    }
    if (!alive) return false;
    [now, next] = [next, now];
    before = point;
    index += point > 0xffff ? 2 : 1;
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (now[at] === 0 || token === undefined) continue;
    if (isSkippable(token, dialect, now[at] === 2, before, text.length)) now[at + 1] = 1;
  }
  return now[tokens.length] !== 0;
}

/** Says whether a repeating token may stop here. */
function isSkippable(token: Token, dialect: GlobDialect, taken: boolean, before: number, index: number): boolean {
  if (token.kind === "star" || token.kind === "globstar") return dialect !== "host" || taken;
  // A `**/` ends where it began or behind a slash.
  return token.kind === "folders" && (!taken || before === SLASH || index === 0);
}

function takes(token: Token, point: number, dialect: GlobDialect, caseWay: "exact" | "folded"): boolean {
  const isSeparator = dialect === "path" ? point === SLASH : dialect === "host" && point === DOT;
  switch (token.kind) {
    case "char":
      return token.point === point || (caseWay === "folded" && foldPoint(token.point) === point);
    case "set":
      return !isSeparator && (isInSet(token.ranges, point, caseWay) !== token.outside);
    case "one":
    case "star":
      return !isSeparator;
    case "globstar":
    case "folders":
      return true;
  }
}

function isInSet(ranges: readonly (readonly [number, number])[], point: number, caseWay: "exact" | "folded"): boolean {
  const isIn = (candidate: number) => ranges.some(([low, high]) => low <= candidate && candidate <= high);
  if (isIn(point)) return true;
  if (caseWay === "exact") return false;
  const upper = String.fromCodePoint(point).toUpperCase().codePointAt(0) ?? point;
  return isIn(upper);
}

function foldPoint(point: number): number {
  return foldName(String.fromCodePoint(point)).codePointAt(0) ?? point;
}
