/**
 * Gates: one per expression with known keywords. A gate opens for a message when one of its keywords occurs in it, which
 * one pass over the message finds out for all expressions at once. Behind a closed gate nothing can match.
 *
 * @module
 */

import type { DetectorKind } from "../detect/finding.ts";
import type { Scanner } from "../detect/scan.ts";
import { buildKeywordAutomaton, type KeywordAutomaton } from "../text/keyword_automaton.ts";
import type { RegexSet } from "./pattern/regex.ts";
import type { planEdits } from "./redaction.ts";

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

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
