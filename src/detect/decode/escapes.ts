/**
 * Escapes inside texts, undone once: JSON's and JavaScript's, percent-encoding, character references of HTML.
 *
 * @module
 */

import type { Decoding } from "../finding.ts";
import { type View, ViewBuilder } from "./view.ts";

interface EscapeKind {
  readonly decoded: Decoding;
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
    sign: /\\(?:u00[2-7][0-9a-f]|x[2-7][0-9a-f]|\/)/i,
    escape: /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["'\\/bfnrt])/g,
    undo: (escape) => {
      const letter = escape.charAt(1);
      if (letter === "u" || letter === "x") return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
      return SHORT[letter] ?? letter;
    },
  },
  {
    decoded: "percent",
    sign: /%[2-7][0-9a-f]/i,
    escape: /%[0-7][0-9a-fA-F]/g,
    undo: (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  },
  {
    decoded: "html",
    sign: /&(?:#x?[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/i,
    escape: /&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos|nbsp);/g,
    undo: (escape) => {
      const name = escape.slice(1, -1);
      if (!name.startsWith("#")) return NAMED[name] ?? " ";
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > MAX_CODE_POINT ? " " : String.fromCodePoint(code);
    },
  },
];

/** The views of a text in which the escapes of one kind are undone, for each kind that is there. */
export function unescapedViews(text: string): View[] {
  const views: View[] = [];
  for (const kind of KINDS) {
    if (!kind.sign.test(text)) continue;
    const builder = new ViewBuilder(text);
    let copied = 0;
    for (const match of text.matchAll(kind.escape)) {
      builder.copy(copied, match.index);
      copied = match.index + match[0].length;
      builder.replace(kind.undo(match[0]), { start: match.index, end: copied });
    }
    builder.copy(copied, text.length);
    views.push(builder.build(kind.decoded));
  }
  return views;
}
