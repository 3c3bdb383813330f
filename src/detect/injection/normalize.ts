/**
 * Brings a text to the form in which orders to a model are looked for: small letters, one form for characters that look
 * alike, accents of European scripts gone. And reads letters written apart, or as digits.
 * Source: Unicode UAX #15 (compatibility forms), UTS #39 (look-alikes).
 *
 * @module
 */

import { type View, ViewBuilder } from "../decode/view.ts";
import type { Span } from "../span.ts";

/** Letters of other scripts that look like Latin ones, in pairs. */
const LOOK_ALIKES = new Map(
  [..."аaеeоoрpсcуyхxіiјjѕsԁdԛqԝwһhкkмmтtвbнhгrпnзeαaεeοoρpτtυuιiκkνvηnχxγyωwβbσoӏlԍgɡgıiɑa".matchAll(/(.)(.)/gu)]
    .map(([, from = "", to = ""]) => [from, to]),
);
const FOREIGN_REGEXP = /[\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261]/;
const MIXED_WORD_REGEXP =
  /[a-z]{0,64}[\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261][a-z\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261]{0,64}/g;
const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  "$": "s",
  "!": "i",
  "|": "l",
};
/** A digit or sign between letters. */
const DIGIT_INSIDE_REGEXP = /(?<=[a-z@$])[0134578@$!|]{1,3}[a-z@$]/g;
const DIGIT_INSIDE_ANY_CASE_REGEXP = new RegExp(DIGIT_INSIDE_REGEXP, "gi");
const MAX_DIGIT_WORD = 24;
/** What is read before and behind such a word. */
const NEAR_DIGITS = 64;
const APART_SIGN_REGEXP =
  /(?<![a-z0-9\u0400-\u04ff])[a-z\u0400-\u04ff][ ._*\u00b7-][a-z\u0400-\u04ff][ ._*\u00b7-][a-z\u0400-\u04ff][ ._*\u00b7-]/;
/** The same wherever a line may be cut. */
const APART_ANYWHERE_REGEXP = /[a-z][ ._*-][a-z][ ._*-][a-z][ ._*-]/i;
const APART_REGEXP =
  /(?<![a-z0-9\u0400-\u04ff])(?:[a-z\u0400-\u04ff][ ._*\u00b7-]{1,3}){5,400}[a-z\u0400-\u04ff](?![a-z0-9\u0400-\u04ff])/g;

/** Normalises a text; the result knows where each character came from. */
export function normalizeText(text: string): View {
  const beyond = /[^\0-\x7f]+/g;
  if (!beyond.test(text)) return { text: text.toLowerCase(), toSource: (span) => span };
  beyond.lastIndex = 0;
  const builder = new ViewBuilder(text);
  let copied = 0;
  for (const match of text.matchAll(beyond)) {
    builder.replaceOneForOne(text.slice(copied, match.index).toLowerCase(), { start: copied, end: match.index });
    addFolded(builder, match[0], match.index);
    copied = match.index + match[0].length;
  }
  builder.replaceOneForOne(text.slice(copied).toLowerCase(), { start: copied, end: text.length });
  const { text: folded, toSource } = builder.build("letters");
  return { text: FOREIGN_REGEXP.test(folded) ? folded.replace(MIXED_WORD_REGEXP, unmix) : folded, toSource };
}

/** Scripts whose accents are taken off, and the accents. */
const ACCENTED_REGEXP = /[\u00c0-\u052f\u1e00-\u1fff]/;

/** Adds a run beyond ASCII: in one piece where its characters stay as many. */
function addFolded(builder: ViewBuilder, run: string, start: number): void {
  const span = { start, end: start + run.length };
  const whole = run.normalize("NFKC").toLowerCase();
  if (whole.length === run.length && !ACCENTED_REGEXP.test(whole)) {
    builder.replaceOneForOne(whole, span);
    return;
  }
  const folded = Array.from(run, foldCharacter);
  const text = folded.join("");
  if (text.length === run.length) {
    builder.replaceOneForOne(text, span);
    return;
  }
  let at = start;
  let index = 0;
  for (const character of run) {
    builder.replace(folded[index++] ?? "", { start: at, end: at + character.length });
    at += character.length;
  }
}

function foldCharacter(character: string): string {
  const compatible = character.normalize("NFKC").toLowerCase();
  const parts = compatible.normalize("NFKD");
  // Accents tell no words apart that are looked for; marks of other scripts do.
  if (!/^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Mn}\s]/u.test(parts)) return compatible;
  return parts.replace(/[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]/g, "");
}

/** A word of Latin letters and of others that look like them is a Latin word. */
function unmix(word: string): string {
  if (!/[a-z]/.test(word) || !/[^a-z]/.test(word)) return word;
  return word.replace(/[^a-z]/g, (letter) => LOOK_ALIKES.get(letter) ?? letter);
}

/**
 * Other ways to read a normalised text: digits as letters, letters apart as words. None where nothing is written so.
 */
export function otherReadings(text: string): View[] {
  const views: View[] = [];
  const words = digitWords(text);
  if (words.length > 1) views.push(digitView(text, words));
  if (!APART_SIGN_REGEXP.test(text)) return views;
  const apart = [...text.matchAll(APART_REGEXP)];
  if (apart.length === 0) return views;
  const builder = new ViewBuilder(text);
  for (const match of apart) {
    let at = match.index;
    // One sign between letters of a word, more between words.
    for (const part of match[0].matchAll(/([a-z\u0400-\u04ff])([ ._*\u00b7-]*)/g)) {
      const [whole, letter = "", gap = ""] = part;
      builder.replace(gap.length > 1 ? `${letter} ` : letter, { start: at, end: at + whole.length });
      at += whole.length;
    }
    builder.replace("\n", { start: at, end: at });
  }
  views.push(builder.build("letters"));
  return views;
}

/** Whether letters of an ASCII text, in any case, may be read apart from each other. */
export function hasLettersApart(text: string): boolean {
  return APART_ANYWHERE_REGEXP.test(text);
}

/** How many words of an ASCII text, in letters of any case, may have digits for letters; more than two count as two. */
export function countDigitWords(text: string): number {
  DIGIT_INSIDE_ANY_CASE_REGEXP.lastIndex = 0;
  if (!DIGIT_INSIDE_ANY_CASE_REGEXP.test(text)) return 0;
  return DIGIT_INSIDE_ANY_CASE_REGEXP.test(text) ? 2 : 1;
}

/** What stands round words with digits in them, those read as letters. */
function digitView(text: string, words: readonly Span[]): View {
  const builder = new ViewBuilder(text);
  let copied = 0;
  let known = 0;
  for (const { start: index, end } of words) {
    const start = Math.max(copied, index - NEAR_DIGITS);
    if (start > known) {
      builder.copy(copied, Math.max(copied, known));
      builder.replace("\n", { start: known, end: known });
      copied = start;
    }
    builder.copy(copied, index);
    copied = end;
    known = Math.min(text.length, copied + NEAR_DIGITS);
    const read = text.slice(index, end).replace(/[0134578@$!|]/g, (sign) => DIGIT_LETTERS[sign] ?? sign);
    builder.replaceOneForOne(read, { start: index, end: copied });
  }
  builder.copy(copied, known);
  return builder.build("letters");
}

/** Words of at most `MAX_DIGIT_WORD` characters in which a digit or sign stands between letters. */
function digitWords(text: string): Span[] {
  const words: Span[] = [];
  for (const { index } of text.matchAll(DIGIT_INSIDE_REGEXP)) {
    if (index < (words.at(-1)?.end ?? 0)) continue;
    let start = index;
    while (start > 0 && index - start <= MAX_DIGIT_WORD && isWordPart(text.charCodeAt(start - 1))) start--;
    let end = index + 1;
    while (end < text.length && end - start <= MAX_DIGIT_WORD && isWordPart(text.charCodeAt(end))) end++;
    if (end - start <= MAX_DIGIT_WORD) words.push({ start, end });
  }
  return words;
}

/** Small letters, digits and the signs that stand for letters. */
function isWordPart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x40 || code === 0x24 ||
    code === 0x21 || code === 0x7c;
}
