/**
 * One look at a message: what is asked of it while it is judged, each found out when it is first asked for and once. A
 * class, since one is made for each message and policy, and most of it is never asked for.
 *
 * @module
 */

import type { DetectorKind, Finding } from "../detect/finding.ts";
import type { Scanner } from "../detect/scan.ts";
import { foldName } from "../jsonrpc/fold.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { type ArgumentClass, type ClassedText, type ClassedTexts, classTexts } from "./argument_class.ts";
import type { Moment, Truth } from "./condition/condition.ts";
import { type FoundText, isTooShort, scanContent } from "./content_scan.ts";
import { type CheckTime, paced } from "./deadline.ts";
import type { Detection, Gates } from "./keyword_gates.ts";
import type { Regex } from "./pattern/regex.ts";
import { stringsInside } from "./strings_inside.ts";
import type { Subject } from "./subject.ts";

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

/**
 * Begins to look at a message; nothing is scanned before it is asked for. `checkTime` is called every so often and ends
 * it by throwing.
 */
export function scanMessage(gates: Gates, subject: Subject, checkTime?: CheckTime): MessageScan {
  return new Look(gates, subject, checkTime);
}

class Look implements MessageScan {
  readonly #gates: Gates;
  readonly #subject: Subject;
  readonly #step: Step;
  #strings: readonly string[] | undefined;
  #open: Uint8Array | undefined;
  #openByText: Map<string, Uint8Array> | undefined;
  #arguments: ReadonlyMap<string, readonly Json[]> | undefined;
  #classes: ClassedTexts | undefined;
  #found: readonly FoundText[] | undefined;
  #findings: Map<string, readonly Finding[]> | undefined;
  #recalled: Map<string, object> | undefined;
  #runner: RegexRunner | undefined;

  constructor(gates: Gates, subject: Subject, checkTime: CheckTime | undefined) {
    this.#gates = gates;
    this.#subject = subject;
    this.#step = checkTime === undefined ? NO_STEP : paced(checkTime);
  }

  strings(): readonly string[] {
    const { content } = this.#subject;
    return this.#strings ??= content === undefined ? [] : stringsInside(content);
  }

  argumentsNear(name: string): readonly Json[] {
    this.#arguments ??= argumentsByFoldedName(this.#subject.args ?? {});
    return this.#arguments.get(foldName(name)) ?? [];
  }

  classed(of: ArgumentClass): readonly ClassedText[] {
    return (this.#classes ??= classTexts(this.#subject))[of];
  }

  found(): readonly FoundText[] {
    const { detection } = this.#gates;
    return this.#found ??= detection === undefined ? [] : foundIn(this.#subject, detection, this.#step);
  }

  findings(text: string, kind: DetectorKind): readonly Finding[] {
    const { detection } = this.#gates;
    if (detection === undefined || isTooShort(text)) return [];
    this.#findings ??= new Map();
    const key = `${kind} ${text}`;
    const known = this.#findings.get(key) ??
      stepped(detection.scanner.scan, this.#step)(text, { kinds: [kind] });
    this.#findings.set(key, known);
    return known;
  }

  openGates(each: (gate: number) => void): void {
    this.#openInMessage().forEach((state, gate) => {
      if (state === 1) each(gate);
    });
  }

  isOpen(gate: number, text: string): boolean {
    return this.#openInMessage()[gate] === 1 && this.#openIn(text)[gate] === 1;
  }

  recall<Value extends object>(key: string, make: () => Value): Value {
    this.#recalled ??= new Map();
    // One key is always asked for with the same kind of value.
    const value = this.#recalled.get(key) as Value | undefined ?? make();
    this.#recalled.set(key, value);
    return value;
  }

  matches(regex: Regex, gate: number | undefined, text: string): Truth {
    if (gate !== undefined && !this.isOpen(gate, text)) return false;
    this.#runner ??= regexRunner(this.#gates, this.#step);
    return this.#runner(regex, text);
  }

  #openInMessage(): Uint8Array {
    return this.#open ??= openedBy(this.#gates, messageStrings(this.#subject, this.strings()), this.#step);
  }

  #openIn(text: string): Uint8Array {
    this.#openByText ??= new Map();
    const known = this.#openByText.get(text) ?? openedBy(this.#gates, [text], this.#step);
    this.#openByText.set(text, known);
    return known;
  }
}

/** The methods whose answers describe what the server has. */
const DESCRIBING_REGEXP = /^(?:(?:tools|prompts|resources|resources\/templates)\/list|initialize|server\/discover)$/;

function foundIn({ content, method }: Subject, { scanner, kinds }: Detection, step: Step): readonly FoundText[] {
  if (content === undefined) return [];
  const place = DESCRIBING_REGEXP.test(method) ? "description" : "text";
  return scanContent(content, { scan: stepped(scanner.scan, step), kinds, mayFind: scanner.mayFind, place });
}

/** Called with how many characters are looked at next. */
type Step = (chars: number) => void;

const NO_STEP: Step = () => {};

type RegexRunner = (regex: Regex, text: string) => Truth;

function stepped(scan: Scanner["scan"], step: Step): Scanner["scan"] {
  return (text, options) => {
    step(text.length);
    const found = scan(text, options);
    // What took long is told also where nothing comes behind it.
    step(text.length);
    return found;
  };
}

/** Runs expressions on texts within the bounds of one judgement. */
function regexRunner(gates: Gates, step: Step): RegexRunner {
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
