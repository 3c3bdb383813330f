/**
 * Escapes inside texts, undone once: JSON's and JavaScript's, percent-encoding, character references of HTML.
 *
 * @module
 */

import type { Decoding } from "../finding.ts";
import type { Span } from "../span.ts";
import { type View, ViewBuilder } from "./view.ts";

interface EscapeKind {
  readonly decoded: Decoding;
  /** The character that every escape begins with: most texts have none, and looking for one character costs least. */
  readonly first: string;
  /** Whether it is worth while: an escape that hides a character which others would see. */
  readonly sign: RegExp;
  readonly escape: RegExp;
  readonly undo: (escape: string) => string;
}

const SHORT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const MAX_CODE_POINT = 0x10ffff;

const KINDS: readonly EscapeKind[] = [
  {
    decoded: "json",
    first: "\\",
    sign: /\\(?:u00[2-7][0-9a-f]|x[2-7][0-9a-f]|\/)/gi,
    escape: /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["'\\/bfnrt])/g,
    undo: (escape) => {
      const letter = escape.charAt(1);
      if (letter === "u" || letter === "x") return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
      return SHORT[letter] ?? letter;
    },
  },
  {
    decoded: "percent",
    first: "%",
    sign: /%[2-7][0-9a-f]/gi,
    escape: /%[0-7][0-9a-fA-F]/g,
    undo: (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  },
  {
    decoded: "html",
    first: "&",
    sign: /&(?:#x?[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi,
    escape: /&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos|nbsp);/g,
    undo: (escape) => {
      const name = escape.slice(1, -1);
      if (!name.startsWith("#")) return NAMED[name] ?? " ";
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > MAX_CODE_POINT ? " " : String.fromCodePoint(code);
    },
  },
];

/** What is read before and behind an escape; nothing that is looked for and has an escape in it begins further away. */
const NEAR = 512;

/** The views of a text in which the escapes of one kind are undone, near those that hide something. */
export function unescapedViews(text: string): View[] {
  const views: View[] = [];
  for (const kind of KINDS) {
    const parts = text.includes(kind.first) ? partsNear(text, kind.sign) : [];
    if (parts.length === 0) continue;
    const builder = new ViewBuilder(text);
    for (const { start, end } of parts) {
      let copied = start;
      kind.escape.lastIndex = start;
      for (let match = kind.escape.exec(text); match !== null; match = kind.escape.exec(text)) {
        if (match.index >= end) break;
        builder.copy(copied, match.index);
        copied = kind.escape.lastIndex;
        builder.replace(kind.undo(match[0]), { start: match.index, end: copied });
      }
      builder.copy(copied, end);
      builder.replace("\n", { start: end, end });
    }
    views.push(builder.build(kind.decoded));
  }
  return views;
}

/** Whether a text has an escape that `unescapedViews` undoes. */
export function hasEscape(text: string): boolean {
  return KINDS.some(({ first, sign }) => text.includes(first) && text.search(sign) >= 0);
}

function partsNear(text: string, sign: RegExp): Span[] {
  const parts: { start: number; end: number }[] = [];
  sign.lastIndex = 0;
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    const last = parts.at(-1);
    const end = Math.min(text.length, sign.lastIndex + NEAR);
    if (last !== undefined && match.index - NEAR <= last.end) last.end = end;
    else parts.push({ start: Math.max(0, match.index - NEAR), end });
  }
  return parts;
}
