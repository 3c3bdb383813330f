/**
 * Brings a text to the form in which orders to a model are looked for: small letters, one form for characters that look
 * alike, accents of European scripts gone. And reads letters written apart, or as digits.
 * Source: Unicode UAX #15 (compatibility forms), UTS #39 (look-alikes).
 *
 * @module
 */

import { type View, ViewBuilder } from "../decode/view.ts";

/** Letters of other scripts that look like Latin ones, in pairs. */
const LOOK_ALIKES = new Map(
  [..."аaеeоoрpсcуyхxіiјjѕsԁdԛqԝwһhкkмmтtвbнhгrпnзeαaεeοoρpτtυuιiκkνvηnχxγyωwβbσoӏlԍgɡgıiɑa".matchAll(/(.)(.)/gu)]
    .map(([, from = "", to = ""]) => [from, to]),
);
const MIXED_WORD_REGEXP = /[a-z\u0370-\u03ff\u0400-\u052f\u0131\u0251\u0261]{2,64}/g;
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
const DIGIT_WORD_REGEXP = /(?<![a-z0-9@$!|])(?=[0-9@$!|]{0,23}[a-z])[a-z0-9@$!|]{3,24}(?![a-z0-9@$!|])/g;
const APART_REGEXP = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*\u00b7-]{1,3}){5,400}\p{L}(?![\p{L}\p{N}])/gu;

/** Normalises a text; the result knows where each character came from. */
export function normalizeText(text: string): View {
  const lower = text.toLowerCase();
  // Where lower case has the same length, characters stay where they are, but for those beyond ASCII.
  const beyond = /[^\0-\x7f]+/g;
  if (lower.length === text.length && !beyond.test(text)) return { text: lower, toSource: (span) => span };
  beyond.lastIndex = 0;
  const builder = new ViewBuilder(text);
  let copied = 0;
  for (const match of text.matchAll(beyond)) {
    builder.replaceOneForOne(text.slice(copied, match.index).toLowerCase(), { start: copied, end: match.index });
    let at = match.index;
    for (const character of match[0]) {
      builder.replace(foldCharacter(character), { start: at, end: at + character.length });
      at += character.length;
    }
    copied = at;
  }
  builder.replaceOneForOne(text.slice(copied).toLowerCase(), { start: copied, end: text.length });
  const { text: folded, toSource } = builder.build("letters");
  return { text: folded.replace(MIXED_WORD_REGEXP, unmix), toSource };
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
  let changed = 0;
  const words = text.replace(DIGIT_WORD_REGEXP, (word) => {
    if (!/[0-9@$!|]/.test(word)) return word;
    changed++;
    return word.replace(/[013457 8@$!|]/g, (sign) => DIGIT_LETTERS[sign] ?? sign);
  });
  if (changed > 0) views.push({ text: words, decoded: "letters", toSource: (span) => span });
  const apart = [...text.matchAll(APART_REGEXP)];
  if (apart.length === 0) return views;
  const builder = new ViewBuilder(text);
  for (const match of apart) {
    let at = match.index;
    // One sign between letters of a word, more between words.
    for (const part of match[0].matchAll(/(\p{L})([ ._*\u00b7-]*)/gu)) {
      const [whole, letter = "", gap = ""] = part;
      builder.replace(gap.length > 1 ? `${letter} ` : letter, { start: at, end: at + whole.length });
      at += whole.length;
    }
    builder.replace("\n", { start: at, end: at });
  }
  views.push(builder.build("letters"));
  return views;
}
