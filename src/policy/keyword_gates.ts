/**
 * Gates: one per expression with known keywords. A gate opens for a message when one of its keywords occurs in it, which
 * one pass over the message finds out for all expressions at once. Behind a closed gate nothing can match.
 *
 * @module
 */

import { type ArgumentClass, type ClassedText, classTexts } from "./argument_class.ts";
import { type FoundText, isTooShort, scanContent } from "./content_scan.ts";
import type { DetectorKind, Finding } from "../detect/finding.ts";
import type { Scanner } from "../detect/scan.ts";
import type { planEdits } from "./redaction.ts";
import { foldName } from "../jsonrpc/fold.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import type { Moment, Truth } from "./condition/condition.ts";
import { type CheckTime, paced } from "./deadline.ts";
import { buildKeywordAutomaton, type KeywordAutomaton } from "../text/keyword_automaton.ts";
import type { Regex, RegexSet } from "./pattern/regex.ts";
import { stringsInside } from "./strings_inside.ts";
import type { Subject } from "./subject.ts";

/** The gates of a compiled policy, and what opens them. */
export interface Gates {
  readonly count: number;
  readonly automaton: KeywordAutomaton | undefined;
  /** The gates that each keyword opens. */
  readonly gatesOf: readonly (readonly number[])[];
  /** Indexes by source of the expressions in the set. */
  readonly setIndexes: ReadonlyMap<string, number>;
  /** All expressions as one; built when it is first needed. */
  readonly set: (() => RegexSet) | undefined;
  /** What looks for secrets, hidden text and orders, when the policy asks for them. */
  readonly detection: Detection | undefined;
}

/** The scanner of a policy, and what it looks for. */
export interface Detection {
  readonly scanner: Scanner;
  readonly kinds: readonly DetectorKind[];
  /** Plans what a redaction changes. */
  readonly planEdits: typeof planEdits;
}

/** Longest text an expression is run on, in UTF-16 units; on a longer one it cannot be evaluated. */
export const MAX_REGEX_TEXT = 2 * 1024 * 1024;

/** How many UTF-16 units of text, times the weight of each expression, one judgement may run expressions over. */
export const MAX_REGEX_WORK = 64 * 1024 * 1024;

/** From so many expressions to be run on one text, a set is quicker than one after the other. */
const SET_PAYS_FROM = 4;

/** What one judgement found out about its message so far; made anew for each. */
export interface MessageScan extends Moment {
  /** Every string and key of the content, at any depth. */
  strings(): readonly string[];
  /** The arguments whose name is the same after folding. */
  argumentsNear(name: string): readonly Json[];
  /** What detectors find in the content. */
  found(): readonly FoundText[];
  /** The texts of a class. */
  classed(of: ArgumentClass): readonly ClassedText[];
  /** Calls `each` with every gate that is open for some string of the message. */
  openGates(each: (gate: number) => void): void;
}

/** Makes gates of their keywords. */
export function buildGates(
  keywordsByGate: readonly (readonly string[])[],
  setSources: readonly string[],
  buildSet: ((sources: readonly string[]) => RegexSet) | undefined,
  detection?: Detection,
): Gates {
  const numbers = new Map<string, number>();
  const gatesOf: number[][] = [];
  keywordsByGate.forEach((keywords, gate) => {
    for (const keyword of keywords) {
      const number = numbers.get(keyword) ?? gatesOf.push([]) - 1;
      numbers.set(keyword, number);
      gatesOf[number]?.push(gate);
    }
  });
  const keywords = [...numbers.keys()];
  return {
    count: keywordsByGate.length,
    automaton: keywords.length === 0 ? undefined : buildKeywordAutomaton(keywords),
    gatesOf,
    setIndexes: new Map(setSources.map((source, index) => [source, index])),
    set: buildSet && once(() => buildSet(setSources)),
    detection,
  };
}

/**
 * Begins to look at a message; nothing is scanned before it is asked for. `checkTime` is called every so often and ends
 * it by throwing.
 */
export function scanMessage(gates: Gates, subject: Subject, checkTime: CheckTime = () => {}): MessageScan {
  const step = paced(checkTime);
  const contentStrings = once(() => subject.content === undefined ? [] : stringsInside(subject.content));
  const message = once(() => openedBy(gates, messageStrings(subject, contentStrings()), step));
  const args = once(() => argumentsByFoldedName(subject.args ?? {}));
  const classes = once(() => classTexts(subject));
  const byText = new Map<string, Uint8Array>();
  const opened = (text: string) => {
    const known = byText.get(text) ?? openedBy(gates, [text], step);
    byText.set(text, known);
    return known;
  };
  const isOpen = (gate: number, text: string) => message()[gate] === 1 && opened(text)[gate] === 1;
  const runner = regexRunner(gates, step);
  const { detection } = gates;
  const byScannedText = new Map<string, readonly Finding[]>();
  return {
    strings: contentStrings,
    argumentsNear: (name) => args().get(foldName(name)) ?? [],
    classed: (of) => classes()[of],
    found: once(() => detection === undefined ? [] : foundIn(subject, detection, step)),
    findings(text, kind) {
      if (detection === undefined || isTooShort(text)) return [];
      const key = `${kind} ${text}`;
      const known = byScannedText.get(key) ?? stepped(detection.scanner.scan, step)(text, { kinds: [kind] });
      byScannedText.set(key, known);
      return known;
    },
    openGates(each) {
      message().forEach((state, gate) => {
        if (state === 1) each(gate);
      });
    },
    isOpen,
    recall: recaller(),
    matches: (regex, gate, text) => gate !== undefined && !isOpen(gate, text) ? false : runner(regex, text),
  };
}

/** The methods whose answers describe what the server has. */
const DESCRIBING_REGEXP = /^(?:(?:tools|prompts|resources|resources\/templates)\/list|initialize|server\/discover)$/;

function foundIn({ content, method }: Subject, { scanner, kinds }: Detection, step: Step): readonly FoundText[] {
  if (content === undefined) return [];
  const place = DESCRIBING_REGEXP.test(method) ? "description" : "text";
  return scanContent(content, { scan: stepped(scanner.scan, step), kinds, place });
}

/** Called with how many characters are looked at next. */
type Step = (chars: number) => void;

function stepped(scan: Scanner["scan"], step: Step): Scanner["scan"] {
  return (text, options) => {
    step(text.length);
    const found = scan(text, options);
    // What took long is told also where nothing comes behind it.
    step(text.length);
    return found;
  };
}

function recaller(): Moment["recall"] {
  const known = new Map<string, object>();
  return <Value extends object>(key: string, make: () => Value): Value => {
    // One key is always asked for with the same kind of value.
    const value = known.get(key) as Value | undefined ?? make();
    known.set(key, value);
    return value;
  };
}

/** Runs expressions on texts within the bounds of one judgement. */
function regexRunner(gates: Gates, step: Step): (regex: Regex, text: string) => Truth {
  let workLeft = MAX_REGEX_WORK;
  const runsByText = new Map<string, number>();
  const matchedByText = new Map<string, ReadonlySet<number> | "not by set">();
  const matchedInSet = (text: string) => {
    const known = matchedByText.get(text);
    if (known !== undefined) return known;
    const runs = runsByText.get(text) ?? 0;
    runsByText.set(text, runs + 1);
    if (runs < SET_PAYS_FROM) return "not by set";
    workLeft -= text.length;
    const indexes = gates.set?.()(text);
    const matched = indexes === undefined ? "not by set" : new Set(indexes);
    matchedByText.set(text, matched);
    return matched;
  };
  return (regex, text) => {
    if (text.length > MAX_REGEX_TEXT) return "not-applicable";
    step(text.length);
    const index = gates.setIndexes.get(regex.source);
    const matched = index === undefined ? "not by set" : matchedInSet(text);
    if (index !== undefined && matched !== "not by set") return matched.has(index);
    workLeft -= text.length * regex.weight;
    if (workLeft < 0) return "not-applicable";
    const isMatch = regex.test(text);
    step(text.length);
    return isMatch;
  };
}

function argumentsByFoldedName(args: JsonObject): ReadonlyMap<string, readonly Json[]> {
  const byName = new Map<string, Json[]>();
  for (const name of Object.keys(args)) {
    const folded = foldName(name);
    const values = byName.get(folded) ?? [];
    values.push(args[name] ?? null);
    byName.set(folded, values);
  }
  return byName;
}

function openedBy(gates: Gates, strings: readonly string[], step: Step): Uint8Array {
  const open = new Uint8Array(gates.count);
  const { automaton, gatesOf } = gates;
  if (automaton === undefined) return open;
  for (const text of strings) {
    step(text.length);
    automaton.scan(text, (keyword) => {
      for (const gate of gatesOf[keyword] ?? []) open[gate] = 1;
    });
  }
  return open;
}

/** The strings of the content, and those of the arguments where these are not a part of it. */
function messageStrings(subject: Subject, contentStrings: readonly string[]): readonly string[] {
  const { args, content } = subject;
  if (args === undefined || holds(content, args)) return contentStrings;
  return [...contentStrings, ...stringsInside(args)];
}

function holds(content: Json | undefined, args: Json): boolean {
  if (content === args) return true;
  if (isJsonArray(content) || !isJsonObject(content)) return false;
  return Object.hasOwn(content, "arguments") && content["arguments"] === args;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
