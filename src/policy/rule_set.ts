/**
 * Rules arranged so that judging a message costs as much with a thousand as with ten: which rules fit a method and tool
 * is found out once for each such pair, and a rule whose keywords do not occur in the message is not looked at.
 *
 * @module
 */

import type { CompiledWhen } from "./compile_when.ts";
import type { MessageScan } from "./message_scan.ts";
import type { ResponseAction, RuleAction } from "./policy.ts";
import type { Subject } from "./subject.ts";

/** A compiled rule. */
export interface CompiledRule<Action extends RuleAction | ResponseAction> {
  readonly name: string;
  readonly file: string;
  readonly action: Action;
  readonly when: CompiledWhen;
}

/** Rules in policy order, with what is remembered about them. */
export interface RuleSet<Action extends RuleAction | ResponseAction> {
  readonly rules: readonly CompiledRule<Action>[];
  /** Only a memory: what it says follows from `rules`. */
  readonly selections: Map<string, Selection<Action>>;
}

/** The rules that fit one pair of method and tool. */
interface Selection<Action extends RuleAction | ResponseAction> {
  /** Indexes of rules that must always be looked at, in order; and these rules. */
  readonly always: readonly number[];
  readonly unguarded: readonly CompiledRule<Action>[];
  /** Indexes of the other rules by the gates they wait for. */
  readonly byGate: ReadonlyMap<number, readonly number[]>;
}

/** More pairs than this come from made-up names; the memory starts anew. */
const MAX_SELECTIONS = 256;

/** Longer names are not remembered. */
const MAX_REMEMBERED_CHARS = 512;

/** Arranges rules. */
export function buildRuleSet<Action extends RuleAction | ResponseAction>(
  rules: readonly CompiledRule<Action>[],
): RuleSet<Action> {
  return { rules, selections: new Map() };
}

/** The rules that may match a message, in policy order; every rule left out does not match it. */
export function candidateRules<Action extends RuleAction | ResponseAction>(
  set: RuleSet<Action>,
  subject: Subject,
  scan: MessageScan,
): readonly CompiledRule<Action>[] {
  if (set.rules.length === 0) return [];
  const { always, byGate, unguarded } = selectionFor(set, subject);
  if (byGate.size === 0) return unguarded;
  const indexes = new Set<number>();
  scan.openGates((gate) => {
    for (const index of byGate.get(gate) ?? []) indexes.add(index);
  });
  if (indexes.size === 0) return unguarded;
  return rulesAt(set.rules, [...new Set([...always, ...indexes])].toSorted((a, b) => a - b));
}

function rulesAt<Action extends RuleAction | ResponseAction>(
  rules: readonly CompiledRule<Action>[],
  indexes: readonly number[],
): readonly CompiledRule<Action>[] {
  return indexes.flatMap((index) => rules[index] ?? []);
}

function selectionFor<Action extends RuleAction | ResponseAction>(
  set: RuleSet<Action>,
  subject: Subject,
): Selection<Action> {
  const { side, server, method, tool } = subject;
  // With lengths, so that no two pairs have one key; every message asks, and this costs less than JSON.
  const key = `${side} ${method.length} ${tool?.length} ${method} ${tool} ${server}`;
  const known = set.selections.get(key);
  if (known !== undefined) return known;
  const selection = select(set.rules, subject);
  if (key.length > MAX_REMEMBERED_CHARS) return selection;
  if (set.selections.size >= MAX_SELECTIONS) set.selections.clear();
  set.selections.set(key, selection);
  return selection;
}

function select<Action extends RuleAction | ResponseAction>(
  rules: readonly CompiledRule<Action>[],
  subject: Subject,
): Selection<Action> {
  const always: number[] = [];
  const byGate = new Map<number, number[]>();
  rules.forEach(({ when }, index) => {
    if (!when.fits(subject)) return;
    if (when.gates === undefined) always.push(index);
    for (const gate of when.gates ?? []) {
      const waiting = byGate.get(gate) ?? [];
      waiting.push(index);
      byGate.set(gate, waiting);
    }
  });
  return { always, byGate, unguarded: rulesAt(rules, always) };
}
