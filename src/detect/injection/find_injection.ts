/**
 * Grades text that gives orders to a model: `possible` on one strong sign or several weak ones, `likely` when signs that
 * do not depend on each other come together. Words about such orders, as documents on security have them, and quoted
 * ones are never more than `possible`.
 *
 * @module
 */

import { buildKeywordAutomaton, MAX_KEYWORD_CHARS } from "../../text/keyword_automaton.ts";
import { chainViews, plainView } from "../decode/view.ts";
import type { Confidence, Decoding } from "../finding.ts";
import type { Span } from "../span.ts";
import { normalizeText, otherReadings } from "./normalize.ts";
import { type Signal, type SignalKind, SIGNALS, WEIGHTS } from "./signals.ts";

/** An order, where it stands. */
export interface FoundInjection extends Span {
  readonly rule: string;
  readonly confidence: Confidence;
  /** The view in which it was seen, where that was not the text as it stands. */
  readonly decoded?: Decoding;
}

/** Where a text comes from: what describes a tool has less reason to give orders. */
export type InjectionPlace = "text" | "description";

/** Grades the orders in a text, unsorted. */
export type InjectionFinder = (text: string, place: InjectionPlace) => FoundInjection[];

/** No sign is longer, from its first word to the word that decides. */
const MAX_SIGN = 256;
/** How many beginnings of one sign wait for the word that decides. */
const MAX_WAITING = 6;
/** Texts up to this length are looked through whole for weak signs. */
const MAX_SHORT_TEXT = 16_384;
/** Signs further apart than this have nothing to do with each other. */
const NEAR = 280;
const LIKELY_SCORE = 3;
/** What guides and interfaces speak of as well: it takes more beside them. */
const EVERYDAY_KINDS: Readonly<Record<InjectionPlace, ReadonlySet<SignalKind>>> = {
  text: new Set(["sensitive-place", "shadowing", "leak", "smuggling"]),
  description: new Set(["smuggling"]),
};
const LIKELY_EVERYDAY_SCORE = 4;
const POSSIBLE_WEAK_SCORE = 3;
/** How far before a sign a word may stand that says it is only spoken of. */
const MENTION_CHARS = 160;
const MENTION_REGEXP =
  /\b(?:injections?|jailbreak\w{0,3}|attack(?:s|er|ers|ing)?|malicious\w{0,2}|vulnerab\w{1,8}|cve|workaround|adversar\w{1,5}|phishing|exploit\w{0,4}|payloads?|red[- ]team\w{0,3}|owasp|detect\w{0,4}|sanitiz\w{1,5}|suspicious|untrusted|threats?|defen[cs]e\w{0,3}|mitigat\w{1,5}|for example|for instance|such as|e\.g\.|phrases? like|looks? like|angriff\w{0,2}|attaque\w{0,2}|ataque\w{0,1})\b/g;
const QUOTES = /["'`\u201c\u201d\u2018\u2019\u00ab\u00bb\u300c\u300e]/;
/** What the redactor leaves behind parts a text: signs on both sides of it are apart. */
const BARRIER_REGEXP = /\[(?:removed:injection|redacted:[\w./-]{1,64})\]/;

interface Sign extends Span {
  readonly kind: SignalKind;
  /** Whether it is spoken of rather than given. */
  readonly isMention: boolean;
}

/** Makes a finder; its tables are built at its first text. */
export function newInjectionFinder(): InjectionFinder {
  let table: SignTable | undefined;
  return (text, place) => {
    table ??= buildTable();
    const found: FoundInjection[] = [];
    const normal = normalizeText(text);
    for (const reading of [plainView(normal.text), ...otherReadings(normal.text)]) {
      const view = chainViews(normal, reading);
      for (const graded of grade(reading.text, findSigns(reading.text, table, place), place)) {
        const span = view.toSource(graded);
        const decoded = reading.decoded;
        found.push(decoded === undefined ? { ...graded, ...span } : { ...graded, ...span, decoded });
      }
    }
    return found;
  };
}

/** Two automatons: weak signs begin with words that every text has, and are only looked for where they count. */
interface SignTable {
  readonly strong: SignFinder;
  readonly weak: SignFinder;
}

type SignFinder = (text: string, found: (sign: Sign) => void) => void;

function buildTable(): SignTable {
  return {
    strong: newSignFinder(SIGNALS.filter(({ kind }) => WEIGHTS[kind] > 1)),
    weak: newSignFinder(SIGNALS.filter(({ kind }) => WEIGHTS[kind] === 1)),
  };
}

function newSignFinder(signals: readonly Signal[]): SignFinder {
  const numbers = new Map<string, { starts: number[]; also: number[] }>();
  const entry = (keyword: string) => {
    const known = numbers.get(keyword) ?? { starts: [], also: [] };
    numbers.set(keyword, known);
    return known;
  };
  signals.forEach((signal, number) => {
    for (const start of signal.starts) entry(start.slice(0, MAX_KEYWORD_CHARS)).starts.push(number);
    for (const also of signal.also ?? []) entry(also.slice(0, MAX_KEYWORD_CHARS)).also.push(number);
  });
  const keywords = [...numbers];
  const automaton = buildKeywordAutomaton(keywords.map(([keyword]) => keyword));
  return (text, found) => {
    const isMention = newMentions(text);
    const waiting: number[][] = [];
    const until: number[] = [];
    const attempt = (signal: Signal, number: number, start: number) => {
      if (start < (until[number] ?? 0)) return;
      signal.pattern.lastIndex = start;
      const match = signal.pattern.exec(text);
      if (match === null) return;
      until[number] = signal.pattern.lastIndex;
      const first = start - (match.groups?.["before"]?.length ?? 0);
      found({ kind: signal.kind, start: first, end: signal.pattern.lastIndex, isMention: isMention(first) });
    };
    automaton.scanAll(text, (keyword, end) => {
      const [word, uses] = keywords[keyword] ?? ["", { starts: [], also: [] }];
      for (const number of uses.starts) {
        const signal = signals[number];
        const start = end - word.length;
        if (signal === undefined || isInsideWord(text, start)) continue;
        if (signal.also === undefined) attempt(signal, number, start);
        else (waiting[number] ??= []).push(start);
      }
      for (const number of uses.also) {
        const signal = signals[number];
        const starts = waiting[number] ?? [];
        if (signal === undefined || starts.length === 0) continue;
        // Only the last few: whatever begins before is too far away, or has the same words between.
        for (const start of starts.slice(-MAX_WAITING)) if (end - start <= MAX_SIGN) attempt(signal, number, start);
        if (starts.length > MAX_WAITING) starts.splice(0, starts.length - MAX_WAITING);
      }
    });
  };
}

/** Whether a sign that begins with a letter would begin behind a letter or digit; case does not count. */
export function isInsideWord(text: string, start: number): boolean {
  const last = text.charCodeAt(start - 1);
  return isLetter(text.charCodeAt(start)) && (isLetter(last) || (last >= 0x30 && last <= 0x39));
}

function isLetter(code: number): boolean {
  const small = code | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/** Weak signs count by themselves in a short text; in a long one only near a strong one. */
function findSigns(text: string, table: SignTable, place: InjectionPlace): Sign[] {
  const signs: Sign[] = [];
  table.strong(text, (sign) => signs.push(sign));
  if (place === "description" || text.length <= MAX_SHORT_TEXT) {
    table.weak(text, (sign) => signs.push(sign));
  } else {
    for (const { start, end } of joinNear(signs, text.length)) {
      table.weak(text.slice(start, end), (sign) => {
        signs.push({ ...sign, start: sign.start + start, end: sign.end + start });
      });
    }
  }
  return signs.sort((one, other) => one.start - other.start);
}

function joinNear(signs: readonly Span[], length: number): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const sign of signs.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1);
    const end = Math.min(length, sign.end + NEAR);
    if (last !== undefined && sign.start - NEAR <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start: Math.max(0, sign.start - NEAR), end });
  }
  return joined;
}

/** Says of places in one text whether what stands there is only spoken of; walks through the text once. */
function newMentions(text: string): (at: number) => boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  let isWhole = false;
  const readTo = (at: number) => {
    while (!isWhole && (starts.at(-1) ?? -1) < at) {
      MENTION_REGEXP.lastIndex = ends.at(-1) ?? 0;
      const match = MENTION_REGEXP.exec(text);
      if (match === null) isWhole = true;
      else {
        starts.push(match.index);
        ends.push(MENTION_REGEXP.lastIndex);
      }
    }
  };
  return (at) => {
    if (QUOTES.test(text.slice(Math.max(0, at - 2), at))) return true;
    readTo(at);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    // The last that ends before the place.
    return (starts[low - 1] ?? -Infinity) >= at - MENTION_CHARS;
  };
}

/** Puts signs that stand near each other together, and grades each group. */
function grade(text: string, signs: readonly Sign[], place: InjectionPlace): FoundInjection[] {
  const found: FoundInjection[] = [];
  let group: Sign[] = [];
  let end = 0;
  const finish = () => {
    const graded = gradeGroup(group, place);
    if (graded !== undefined) found.push(graded);
  };
  for (const sign of signs) {
    const isApart = sign.start - end > NEAR || BARRIER_REGEXP.test(text.slice(end, sign.start));
    if (group.length > 0 && isApart) {
      finish();
      group = [];
      end = 0;
    }
    group.push(sign);
    end = Math.max(end, sign.end);
  }
  if (group.length > 0) finish();
  return found;
}

function gradeGroup(group: readonly Sign[], place: InjectionPlace): FoundInjection | undefined {
  const given = scoreOf(group.filter(({ isMention }) => !isMention));
  const whole = scoreOf(group);
  const [first] = group;
  if (first === undefined) return undefined;
  const isEveryday = [...given.strong].every((kind) => EVERYDAY_KINDS[place].has(kind));
  const isStrong = given.strong.size > 0 && given.kinds.size > 1 &&
    given.score >= (isEveryday ? LIKELY_EVERYDAY_SCORE : LIKELY_SCORE);
  const isLikely = isStrong || isSpokenTo(given);
  const isPossible = whole.strong.size > 0 || whole.score >= POSSIBLE_WEAK_SCORE;
  if (!isPossible) return undefined;
  const [strongest] = [...given.strong, ...whole.strong, first.kind];
  return {
    rule: `injection-${strongest}`,
    start: first.start,
    end: Math.max(...ends(group)),
    confidence: isLikely ? "likely" : "possible",
  };
}

/** So many weak signs come together by themselves only where somebody tells a model what to do against its person. */
const MIN_SPOKEN_TO = 4;
const AGAINST_KINDS: readonly SignalKind[] = [
  "unasked",
  "loosening",
  "exfiltration",
  "authority",
  "priority",
  "quietly",
];

function isSpokenTo({ kinds }: Score): boolean {
  return kinds.size >= MIN_SPOKEN_TO && (kinds.has("addressed") || kinds.has("instructing")) &&
    AGAINST_KINDS.some((kind) => kinds.has(kind));
}

function ends(group: readonly Sign[]): number[] {
  let end = 0;
  for (const sign of group) end = Math.max(end, sign.end);
  return [end];
}

interface Score {
  readonly score: number;
  readonly kinds: ReadonlySet<SignalKind>;
  readonly strong: ReadonlySet<SignalKind>;
}

function scoreOf(signs: readonly Sign[]): Score {
  const kinds = new Set(signs.map(({ kind }) => kind));
  let score = 0;
  for (const kind of kinds) score += WEIGHTS[kind];
  return { score, kinds, strong: new Set([...kinds].filter((kind) => WEIGHTS[kind] > 1)) };
}
