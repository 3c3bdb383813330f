/**
 * Grades text that gives orders to a model: `possible` on one strong sign or several weak ones, `likely` when signs that
 * do not depend on each other come together. Words about such orders, as documents on security have them, and quoted
 * ones are never more than `possible`.
 *
 * @module
 */

import { buildKeywordAutomaton, type KeywordAutomaton } from "../../text/keyword_automaton.ts";
import { chainViews, plainView } from "../decode/view.ts";
import type { Confidence, Decoding } from "../finding.ts";
import type { Span } from "../span.ts";
import { normalizeText, otherReadings } from "./normalize.ts";
import { type SignalKind, SIGNALS, WEIGHTS } from "./signals.ts";

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

/** What is looked at before and behind a keyword. */
const BEFORE = 96;
const BEHIND = 224;
/** Signs further apart than this have nothing to do with each other. */
const NEAR = 480;
const LIKELY_SCORE = { text: 4, description: 3 } as const;
const POSSIBLE_WEAK_SCORE = { text: 4, description: 3 } as const;
/** How far before a sign a word may stand that says it is only spoken of. */
const MENTION_CHARS = 160;
const MENTION_REGEXP =
  /\b(?:injections?|jailbreak\w{0,3}|attack(?:s|er|ers|ing)?|malicious\w{0,2}|vulnerab\w{1,8}|adversar\w{1,5}|phishing|exploit\w{0,4}|payloads?|red[- ]team\w{0,3}|owasp|detect\w{0,4}|sanitiz\w{1,5}|suspicious|untrusted|threats?|defen[cs]e\w{0,3}|mitigat\w{1,5}|for example|for instance|such as|e\.g\.|phrases? like|looks? like|angriff\w{0,2}|attaque\w{0,2}|ataque\w{0,1})\b/;
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
  let automaton: KeywordAutomaton | undefined;
  let keywords: readonly (readonly [string, readonly number[]])[] = [];
  return (text, place) => {
    if (automaton === undefined) {
      keywords = signalsByKeyword();
      automaton = buildKeywordAutomaton(keywords.map(([keyword]) => keyword));
    }
    const found: FoundInjection[] = [];
    const normal = normalizeText(text);
    const readings = [plainView(normal.text), ...otherReadings(normal.text)];
    for (const reading of readings) {
      const view = chainViews(normal, reading);
      for (const graded of grade(reading.text, findSigns(reading.text, automaton, keywords), place)) {
        const span = view.toSource(graded);
        const decoded = reading.decoded;
        found.push(decoded === undefined ? { ...graded, ...span } : { ...graded, ...span, decoded });
      }
    }
    return found;
  };
}

function signalsByKeyword(): [string, number[]][] {
  const numbers = new Map<string, number[]>();
  SIGNALS.forEach((signal, number) => {
    for (const keyword of signal.keywords) numbers.set(keyword, [...(numbers.get(keyword) ?? []), number]);
  });
  return [...numbers];
}

function findSigns(
  text: string,
  automaton: KeywordAutomaton,
  keywords: readonly (readonly [string, readonly number[]])[],
): Sign[] {
  const windows: { start: number; end: number }[][] = SIGNALS.map(() => []);
  automaton.scanAll(text, (keyword, end) => {
    for (const number of keywords[keyword]?.[1] ?? []) {
      const list = windows[number];
      const last = list?.at(-1);
      if (last !== undefined && end - BEFORE <= last.end) last.end = end + BEHIND;
      else list?.push({ start: Math.max(0, end - BEFORE), end: end + BEHIND });
    }
  });
  const signs: Sign[] = [];
  windows.forEach((list, number) => {
    const signal = SIGNALS[number];
    if (signal === undefined) return;
    for (const { start, end } of list) {
      for (const match of text.slice(start, end).matchAll(signal.pattern)) {
        const at = start + match.index;
        signs.push({ kind: signal.kind, start: at, end: at + match[0].length, isMention: isMention(text, at) });
      }
    }
  });
  return signs.sort((one, other) => one.start - other.start);
}

function isMention(text: string, at: number): boolean {
  if (QUOTES.test(text.slice(Math.max(0, at - 2), at))) return true;
  return MENTION_REGEXP.test(text.slice(Math.max(0, at - MENTION_CHARS), at));
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
  const isLikely = given.strong.size > 0 && given.kinds.size > 1 && given.score >= LIKELY_SCORE[place];
  const isPossible = whole.strong.size > 0 || whole.score >= POSSIBLE_WEAK_SCORE[place];
  if (!isPossible) return undefined;
  const [strongest] = [...given.strong, ...whole.strong, first.kind];
  return {
    rule: `injection-${strongest}`,
    start: first.start,
    end: Math.max(...ends(group)),
    confidence: isLikely ? "likely" : "possible",
  };
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
