/**
 * Tells which kinds of findings a text can have at all, by its characters and by one pass for all keywords. Most texts
 * can have none, and are not looked at further.
 *
 * @module
 */

import { buildKeywordAutomaton, type KeywordAutomaton, MAX_KEYWORD_CHARS } from "../text/keyword_automaton.ts";
import { hasEncodedRun } from "./decode/encoded_runs.ts";
import { hasEscape } from "./decode/escapes.ts";
import type { DetectorKind } from "./finding.ts";
import { DETECTOR_KINDS } from "./finding.ts";
import { hasLongSpace, hasSuspect } from "./hidden/find_hidden.ts";
import { isInsideWord } from "./injection/find_injection.ts";
import { mayReadOtherwise } from "./injection/normalize.ts";
import { SIGNALS, WEIGHTS } from "./injection/signals.ts";
import { secretKeywords, type SecretPattern } from "./secrets/find_secrets.ts";

/**
 * Lists the kinds that `Scanner.scan` may find in a text, and in any of its whole lines read together, in every place
 * where texts stand. What is not listed is not there.
 */
export type Triage = (text: string) => readonly DetectorKind[];

/** Characters that are read as they stand: no escape begins with them, none is hidden, all are ASCII. */
const UNPLAIN_REGEXP = /[^\t\n -$'-[\]-~]/;
const BEYOND_ASCII_REGEXP = /[^\0-\x7f]/;
/** Fewer kinds of weak signs come to nothing, in a description too. */
const MIN_WEAK_KINDS = 3;
const NONE: readonly DetectorKind[] = [];
const SECRETS: readonly DetectorKind[] = ["secrets"];
const INJECTION: readonly DetectorKind[] = ["injection"];
const BOTH: readonly DetectorKind[] = ["secrets", "injection"];

/** What a keyword says of the text that it stands in. */
interface Keyword {
  readonly length: number;
  isSecret: boolean;
  /** Whether some sign begins with it. */
  isStart: boolean;
  /** Whether that is one that weighs enough by itself. */
  isStrong: boolean;
  /** Bits of strong signs that begin with it, and wait for a word behind. */
  begins: number;
  /** Bits of those that it is the word of. */
  completes: number;
  /** Bits of kinds of weak signs that begin with it. */
  weak: number;
}

/** Makes a triage for a scanner with these patterns; its table is built at its first text. */
export function newTriage(patterns: readonly SecretPattern[] = []): Triage {
  let table: Table | undefined;
  return (text) => {
    table ??= buildTable(patterns);
    let isBeyondAscii = false;
    if (UNPLAIN_REGEXP.test(text)) {
      if (hasSuspect(text) || hasEscape(text)) return DETECTOR_KINDS;
      isBeyondAscii = BEYOND_ASCII_REGEXP.test(text);
    }
    if (hasLongSpace(text)) return DETECTOR_KINDS;
    if (hasEncodedRun(text)) return BOTH;
    const { secrets, injection } = look(text, table);
    const mayOrder = injection || isBeyondAscii || mayReadOtherwise(text);
    return secrets ? mayOrder ? BOTH : SECRETS : mayOrder ? INJECTION : NONE;
  };
}

interface Table {
  readonly automaton: KeywordAutomaton;
  readonly keywords: readonly Keyword[];
  /** Some pattern has no keyword. */
  readonly hasSecretAlways: boolean;
}

function buildTable(patterns: readonly SecretPattern[]): Table {
  const keywords = new Map<string, Keyword>();
  const keyword = (text: string): Keyword => {
    const word = text.slice(0, MAX_KEYWORD_CHARS);
    const known = keywords.get(word) ??
      { length: word.length, isSecret: false, isStart: false, isStrong: false, begins: 0, completes: 0, weak: 0 };
    keywords.set(word, known);
    return known;
  };
  const secrets = secretKeywords(patterns);
  for (const word of secrets ?? []) keyword(word).isSecret = true;
  addSigns(keyword);
  return {
    automaton: buildKeywordAutomaton([...keywords.keys()]),
    keywords: [...keywords.values()],
    hasSecretAlways: secrets === undefined,
  };
}

function addSigns(keyword: (text: string) => Keyword): void {
  const weakBits = new Map<string, number>();
  let strongBit = 1;
  for (const { kind, starts, also } of SIGNALS) {
    // What is not ASCII is looked through anyway.
    const own = starts.filter((start) => !BEYOND_ASCII_REGEXP.test(start)).map(keyword);
    for (const start of own) start.isStart = true;
    if (WEIGHTS[kind] === 1) {
      const bit = weakBits.get(kind) ?? 1 << weakBits.size;
      weakBits.set(kind, bit);
      for (const start of own) start.weak |= bit;
    } else if (also === undefined || strongBit <= 0) {
      for (const start of own) start.isStrong = true;
    } else {
      for (const start of own) start.begins |= strongBit;
      for (const word of also) keyword(word).completes |= strongBit;
      // Past the last bit it is negative, and what comes then is strong by itself.
      strongBit <<= 1;
    }
  }
}

function look(text: string, { automaton, keywords, hasSecretAlways }: Table): {
  readonly secrets: boolean;
  readonly injection: boolean;
} {
  let secrets = hasSecretAlways;
  let injection = false;
  let begun = 0;
  let completed = 0;
  let weak = 0;
  automaton.some(text, (number, end) => {
    const keyword = keywords[number];
    if (keyword === undefined) return false;
    if (keyword.isSecret) secrets = true;
    if (!injection) {
      completed |= keyword.completes;
      if (keyword.isStart && !isInsideWord(text, end - keyword.length)) {
        if (keyword.isStrong) injection = true;
        begun |= keyword.begins;
        weak |= keyword.weak;
      }
      if ((begun & completed) !== 0 || bitsIn(weak) >= MIN_WEAK_KINDS) injection = true;
    }
    return secrets && injection;
  });
  return { secrets, injection };
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
