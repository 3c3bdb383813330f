/**
 * Finds what a model reads and a person does not see: control characters and sequences, direction controls, tag
 * characters, variation selectors, characters without width, text pushed out of view by white space.
 *
 * Honest uses pass: TAB, LF and CR LF; colours that hide nothing; joiners inside emoji and between letters of scripts
 * that need them; one variation selector behind a character that has variants; flags of regions; one direction mark
 * beside right-to-left text; a byte order mark at the very start, which editors write. Source: Unicode Standard 17,
 * chapter 23; UTS #51 (emoji sequences); UTS #39; ECMA-48.
 *
 * @module
 */

// deno-lint-ignore-file no-control-regex -- Control characters are what this is about.

import type { Confidence } from "../finding.ts";
import type { Span } from "../span.ts";
import { applyColours, NO_COLOURS, readTerminalSequence } from "./terminal_sequence.ts";

/** Something hidden, where it stands. */
export interface FoundHidden extends Span {
  readonly rule: string;
  readonly confidence: Confidence;
}

/** More columns of white space than any table has. */
const MIN_BLANKS = 200;
/** More empty lines than anyone leaves. */
const MIN_LINES = 40;

/** Every character that is looked at; all others cost one step of this pattern. */
const SUSPECT_REGEXP =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]/g;

const JOINING_LETTER_REGEXP =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const UNSPACED_LETTER_REGEXP =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const RIGHT_TO_LEFT_REGEXP = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const PICTURE_REGEXP = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]/u;
const HAS_VARIANTS_REGEXP =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{S}\p{Script=Han}\p{Script=Mongolian}\p{Script=Myanmar}\p{Script=Phags_Pa}\u2000-\u2bff\u3000-\u303f\uff00-\uffef]/u;
const HAN_REGEXP = /\p{Script=Han}/u;
/** Flags of regions: a black flag, the region's letters as tags, the tag that ends it. */
const FLAG_REGEXP = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,4}\u{e007f}/uy;
const INVISIBLE_REGEXP = /[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2060-\u206f\ufe00-\ufe0f\ufeff]/;

/** What is hidden in a text, and all that cannot be seen. */
export interface HiddenText {
  /** What is hidden, from left to right; nothing overlaps. */
  readonly found: FoundHidden[];
  /**
   * Every character without width and every sequence, honest ones too: what to leave out to read the text. Two numbers
   * each, where it begins and ends.
   */
  readonly invisible: readonly number[];
}

/** How much is listed. */
export interface FindHiddenOptions {
  /** At most this many; all if absent. The rest is only left out of the list. */
  readonly limit?: number;
}

/** Finds what is hidden in a text. */
export function findHidden(text: string, { limit = Infinity }: FindHiddenOptions = {}): HiddenText {
  const { found, invisible } = findCharacters(text, limit);
  const padding = findPadding(text);
  if (padding.length === 0) return { found, invisible };
  return { found: [...found, ...padding].sort((one, other) => one.start - other.start), invisible };
}

/**
 * Runs of white space with more blanks or line feeds than anyone writes, before something that is to be read. A row of
 * a table may be as wide as its widest neighbour.
 */
function findPadding(text: string): FoundHidden[] {
  const found: FoundHidden[] = [];
  if (!hasLongSpace(text)) return found;
  let start = 0;
  let blanks = 0;
  let longest = 0;
  let lines = 0;
  let isRow = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x0a) {
      lines++;
      blanks = 0;
    } else if (code === 0x20 || code === 0x09 || code === 0x0d || (code >= 0xa0 && isBlank(code))) {
      if (++blanks > longest) longest = blanks;
    } else {
      if (lines > 0 || start === 0) isRow = isColumnEdge(code) && lines < MIN_LINES;
      if ((longest >= MIN_BLANKS && !(isRow && isColumnEdge(code))) || lines >= MIN_LINES) {
        found.push({ rule: "padding", start, end: index, confidence: "likely" });
      }
      start = index + 1;
      blanks = 0;
      longest = 0;
      lines = 0;
    }
  }
  return found;
}

/** Whether there is a character that `findHidden` looks at, however honest. */
export function hasSuspect(text: string): boolean {
  SUSPECT_REGEXP.lastIndex = 0;
  const has = SUSPECT_REGEXP.test(text);
  SUSPECT_REGEXP.lastIndex = 0;
  return has;
}

/** Whether there is so much white space in one place that it may push something out of view. */
export function hasLongSpace(text: string): boolean {
  // Looks only at each so many-th character: a run that is long enough has one of them.
  const least = Math.min(MIN_BLANKS, MIN_LINES);
  for (let probe = least - 1; probe < text.length; probe += least) {
    if (!isSpace(text.charCodeAt(probe))) continue;
    let start = probe;
    let end = probe + 1;
    while (start > 0 && probe - start < least && isSpace(text.charCodeAt(start - 1))) start--;
    while (end < text.length && end - start < least && isSpace(text.charCodeAt(end))) end++;
    if (end - start >= least) return true;
  }
  return false;
}

function isSpace(code: number): boolean {
  return code === 0x0a || code === 0x20 || code === 0x09 || code === 0x0d || (code >= 0xa0 && isBlank(code));
}

/** What stands between columns. */
function isColumnEdge(code: number): boolean {
  return code === 0x7c || code === 0x2502;
}

/** Blanks beyond ASCII, of all widths, and those that look like one. */
function isBlank(code: number): boolean {
  return code === 0xa0 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f || code === 0x205f ||
    code === 0x2800 || code === 0x3000 || code === 0x1680;
}

function findCharacters(text: string, limit: number): { readonly found: FoundHidden[]; readonly invisible: number[] } {
  const found: FoundHidden[] = [];
  const invisible: number[] = [];
  let colours = NO_COLOURS;
  SUSPECT_REGEXP.lastIndex = 0;
  for (let match = SUSPECT_REGEXP.exec(text); match !== null; match = SUSPECT_REGEXP.exec(text)) {
    const start = match.index;
    let end = start + match[0].length;
    const code = text.charCodeAt(start);
    if (code === 0x0d && text.charCodeAt(start + 1) === 0x0a) continue;
    if (isSequenceStart(code)) {
      const sequence = readTerminalSequence(text, start);
      end = sequence.end;
      SUSPECT_REGEXP.lastIndex = end;
      invisible.push(start, end);
      if (sequence.colours !== undefined) {
        const { after, hides } = applyColours(sequence.colours, colours);
        colours = after;
        if (hides) found.push({ rule: "hiding-colour", start, end, confidence: "certain" });
        continue;
      }
      found.push({ rule: "terminal-sequence", start, end, confidence: "certain" });
      continue;
    }
    invisible.push(start, end);
    const rule = found.length < limit ? ruleOf(text, start, code) : undefined;
    if (rule !== undefined) push(found, { ...rule, start, end });
  }
  SUSPECT_REGEXP.lastIndex = 0;
  return { found, invisible };
}

/** Neighbours of one rule are one finding. */
function push(found: FoundHidden[], next: FoundHidden): void {
  const last = found.at(-1);
  if (last?.end !== next.start || last.rule !== next.rule) {
    found.push(next);
    return;
  }
  found[found.length - 1] = { ...last, end: next.end, confidence: "certain" };
}

function isSequenceStart(code: number): boolean {
  return code === 0x1b || code === 0x9b || code === 0x90 || code === 0x98 || (code >= 0x9d && code <= 0x9f);
}

type Judged = { readonly rule: string; readonly confidence: Confidence } | undefined;

function ruleOf(text: string, at: number, code: number): Judged {
  if (code === 0x0d) return { rule: "lone-carriage-return", confidence: "certain" };
  if (code === 0x08) return { rule: "backspace", confidence: "certain" };
  if (code <= 0x1f || (code >= 0x7f && code <= 0x9f)) return { rule: "control-character", confidence: "certain" };
  if (code === 0x2028 || code === 0x2029) return { rule: "line-separator", confidence: "certain" };
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) {
    return { rule: "direction-control", confidence: "certain" };
  }
  if (code === 0x200e || code === 0x200f || code === 0x61c) return directionMark(text, at);
  if (code === 0xdb40) return beyondPlane(text, at);
  if (code >= 0xfe00 && code <= 0xfe0f) return variationSelector(text, at);
  if (code === 0x200c || code === 0x200d) return joiner(text, at, code);
  if (code === 0xfeff && at === 0) return undefined;
  if (code === 0x00ad) return { rule: "soft-hyphen", confidence: "possible" };
  if (code === 0x200b) {
    if (isBetweenUnspaced(text, at)) return undefined;
    return { rule: "zero-width", confidence: "likely" };
  }
  // Mongolian's own selectors stand behind its letters.
  if (code >= 0x180b && code <= 0x180f && /\p{Script=Mongolian}/u.test(before(text, at))) return undefined;
  return { rule: "zero-width", confidence: "certain" };
}

/** The character before a place, whole. */
function before(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(Math.max(0, at - 2), at) : text.charAt(at - 1);
}

/** The character that begins at a place, whole. */
function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function directionMark(text: string, at: number): Judged {
  const isLone = !INVISIBLE_REGEXP.test(text.charAt(at - 1)) && !INVISIBLE_REGEXP.test(text.charAt(at + 1));
  const near = text.slice(Math.max(0, at - 24), at + 25);
  return isLone && RIGHT_TO_LEFT_REGEXP.test(near) ? undefined : { rule: "direction-mark", confidence: "likely" };
}

function isBetweenUnspaced(text: string, at: number): boolean {
  return UNSPACED_LETTER_REGEXP.test(before(text, at)) && !INVISIBLE_REGEXP.test(text.charAt(at + 1));
}

function joiner(text: string, at: number, code: number): Judged {
  const previous = before(text, at);
  const next = characterAt(text, at + 1);
  if (code === 0x200d) {
    const base = previous === "\ufe0f" ? before(text, at - 1) : previous;
    if (PICTURE_REGEXP.test(base) && (PICTURE_REGEXP.test(next) || next === "\u2640" || next === "\u2642")) {
      return undefined;
    }
  }
  if (JOINING_LETTER_REGEXP.test(previous) && !INVISIBLE_REGEXP.test(next)) return undefined;
  return { rule: "zero-width", confidence: "likely" };
}

function variationSelector(text: string, at: number): Judged {
  const previous = before(text, at);
  // Keycaps: a digit, the selector, the frame.
  if (/[0-9#*]/.test(previous) && text.charCodeAt(at) === 0xfe0f) {
    return text.charCodeAt(at + 1) === 0x20e3 ? undefined : { rule: "variation-selector", confidence: "likely" };
  }
  if (HAS_VARIANTS_REGEXP.test(previous) && !/[\ufe00-\ufe0f]/.test(previous)) return undefined;
  return { rule: "variation-selector", confidence: "certain" };
}

/** Tags and the selectors of the supplementary planes. */
function beyondPlane(text: string, at: number): Judged {
  const code = text.codePointAt(at) ?? 0;
  if (code >= 0xe0100 && code <= 0xe01ef) {
    const isOneBehindHan = HAN_REGEXP.test(before(text, at)) && text.charCodeAt(at + 2) !== 0xdb40;
    return isOneBehindHan ? undefined : { rule: "variation-selector", confidence: "certain" };
  }
  return isInFlag(text, at) ? undefined : { rule: "tag-character", confidence: "certain" };
}

function isInFlag(text: string, at: number): boolean {
  // A flag is at most seven tags long, each of two units, behind its picture.
  for (let start = at - 2; start >= 0 && start >= at - 14; start -= 2) {
    if (text.codePointAt(start) !== 0x1f3f4) continue;
    FLAG_REGEXP.lastIndex = start;
    const match = FLAG_REGEXP.exec(text);
    return match !== null && start + match[0].length > at;
  }
  return false;
}
