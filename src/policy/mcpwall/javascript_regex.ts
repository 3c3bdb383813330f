/**
 * A JavaScript regular expression, without flags, in RE2's words. What RE2 cannot do (look-around, back-references) stays
 * as it is and is refused where it is compiled.
 *
 * @module
 */

/** What `\s` means beyond ASCII in ECMAScript (ECMA-262, WhiteSpace and LineTerminator). */
const MORE_SPACES = "\\x{b}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/**
 * Translates the source of an expression. Linear in its length.
 *
 * @example Escapes that only JavaScript has
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(toRe2("a\\/b\\u0041[^]"), "a/b\\x{0041}[\\x{0}-\\x{10ffff}]");
 * ```
 */
export function toRe2(source: string): string {
  let result = "";
  let isInClass = false;
  for (let index = 0; index < source.length;) {
    const rest = source.slice(index, index + 12);
    const { text, length } = isInClass ? classPart(rest) : plainPart(rest);
    if (text === "[" || text === "[^") isInClass = true;
    else if (isInClass && rest.startsWith("]")) isInClass = false;
    result += text;
    index += length;
  }
  return result;
}

interface Part {
  readonly text: string;
  /** How many UTF-16 units of the source it stands for. */
  readonly length: number;
}

function plainPart(rest: string): Part {
  if (rest.startsWith("[^]")) return { text: "[\\x{0}-\\x{10ffff}]", length: 3 };
  if (rest.startsWith("[]")) return { text: "[^\\x{0}-\\x{10ffff}]", length: 2 };
  if (rest.startsWith("[^")) return { text: "[^", length: 2 };
  if (rest.startsWith("(?<") && !/^\(\?<[=!]/.test(rest)) return { text: "(?P<", length: 3 };
  if (rest.startsWith("\\s")) return { text: `[\\s${MORE_SPACES}]`, length: 2 };
  if (rest.startsWith("\\S")) return { text: `[^\\s${MORE_SPACES}]`, length: 2 };
  return escapePart(rest) ?? { text: rest.charAt(0), length: 1 };
}

function classPart(rest: string): Part {
  if (rest.startsWith("\\s")) return { text: `\\s${MORE_SPACES}`, length: 2 };
  if (rest.startsWith("\\b")) return { text: "\\x{8}", length: 2 };
  // RE2 takes `[:` inside a class for the beginning of a named one, and `[` for itself.
  if (rest.startsWith("[")) return { text: "\\[", length: 1 };
  return escapePart(rest) ?? { text: rest.charAt(0), length: 1 };
}

function escapePart(rest: string): Part | undefined {
  if (!rest.startsWith("\\")) return undefined;
  const four = /^\\u([0-9A-Fa-f]{4})/.exec(rest);
  if (four?.[1] !== undefined) return { text: `\\x{${four[1]}}`, length: 6 };
  const control = /^\\c([A-Za-z])/.exec(rest);
  if (control?.[1] !== undefined) {
    return { text: `\\x{${(control[1].charCodeAt(0) % 32).toString(16)}}`, length: 3 };
  }
  if (/^\\0(?!\d)/.test(rest)) return { text: "\\x{0}", length: 2 };
  if (rest.startsWith("\\/")) return { text: "/", length: 2 };
  return { text: rest.slice(0, 2), length: Math.max(1, Math.min(2, rest.length)) };
}
