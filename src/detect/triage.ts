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
import { countDigitWords, hasLettersApart } from "./injection/normalize.ts";
import { SIGNALS, WEIGHTS } from "./injection/signals.ts";
import { secretKeywords, type SecretPattern } from "./secrets/find_secrets.ts";

/**
 * Lists the kinds that `Scanner.scan` may find in some texts, or in whole lines of one, wherever they stand; and the
 * secrets and orders that it may find in texts read together as lines. What is not listed is not there.
 */
export type Triage = (texts: readonly string[]) => readonly DetectorKind[];

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
  // Names of the protocol and of arguments, the same in every message, that have no keyword in them.
  const silent = new Set<string>();
  return (texts) => {
    table ??= buildTable(patterns);
    const signs = new Signs(table.hasSecretAlways);
    for (const text of texts) {
      // Asking a set about a long text would cost as much as reading it.
      const isShort = text.length <= MAX_SILENT_CHARS;
      if (isShort && silent.has(text)) continue;
      const { count } = signs;
      if (take(signs, text, table) === "anything") return DETECTOR_KINDS;
      if (!isShort || signs.count > count || signs.injection) continue;
      if (silent.size >= MAX_SILENT) silent.clear();
      silent.add(text);
    }
    const { secrets, injection } = signs;
    return secrets ? injection ? BOTH : SECRETS : injection ? INJECTION : NONE;
  };
}

const MAX_SILENT = 1000;
const MAX_SILENT_CHARS = 64;

/** What was seen so far. */
class Signs {
  secrets: boolean;
  injection = false;
  /** Strong signs of which a beginning was seen, and those of which a word was. */
  begun = 0;
  completed = 0;
  weak = 0;
  /** Words with digits in them: one by itself is no hiding place. */
  digitWords = 0;
  /** How many keywords and other such things there were: none in a text that says nothing beside others either. */
  count = 0;

  constructor(secrets: boolean) {
    this.secrets = secrets;
  }
}

/** Looks at one text: there may be anything in it, or what the signs say. */
function take(signs: Signs, text: string, table: Table): "anything" | "signs" {
  if (UNPLAIN_REGEXP.test(text)) {
    if (hasSuspect(text) || hasEscape(text)) return "anything";
    if (BEYOND_ASCII_REGEXP.test(text)) signs.injection = true;
  }
  if (hasLongSpace(text)) return "anything";
  // What is encoded may be a secret or an order; in a later text something may be hidden.
  if (hasEncodedRun(text)) signs.secrets = signs.injection = true;
  if (signs.secrets && signs.injection) return "signs";
  look(signs, text, table);
  if (signs.injection) return "signs";
  const digitWords = countDigitWords(text);
  signs.digitWords += digitWords;
  signs.count += digitWords;
  if (signs.digitWords > 1 || hasLettersApart(text)) signs.injection = true;
  return "signs";
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

function look(signs: Signs, text: string, { automaton, keywords }: Table): void {
  automaton.some(text, (number, end) => {
    const keyword = keywords[number];
    if (keyword === undefined) return false;
    signs.count++;
    if (keyword.isSecret) signs.secrets = true;
    if (!signs.injection) {
      signs.completed |= keyword.completes;
      if (keyword.isStart && !isInsideWord(text, end - keyword.length)) {
        if (keyword.isStrong) signs.injection = true;
        signs.begun |= keyword.begins;
        signs.weak |= keyword.weak;
      }
      if ((signs.begun & signs.completed) !== 0 || bitsIn(signs.weak) >= MIN_WEAK_KINDS) signs.injection = true;
    }
    return signs.secrets && signs.injection;
  });
}

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
