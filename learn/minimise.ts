/**
 * Takes permissions away one by one, as long as no answer changes. Runs nothing: it is handed what replays the calls.
 *
 * @module
 */

import { PERMISSION_KINDS, type PermissionKind, type PermissionSet } from "../src/sandbox/permission_set.ts";

/** One answer of a replay, in the order of the calls. */
export interface ReplayAnswer {
  /** How it ended: `none` where the server gave none. */
  readonly outcome: "result" | "tool error" | "error" | "none";
  /** The whole answer, in one spelling. */
  readonly text: string;
}

/** Replays all calls under a set. */
export type Replay = (set: PermissionSet) => Promise<readonly ReplayAnswer[]>;

/** A value that was taken away, since no answer changed. */
export interface DroppedValue {
  readonly permission: PermissionKind;
  readonly value: string;
}

/** What came of it. */
export type Minimised =
  | {
    readonly ok: true;
    readonly set: PermissionSet;
    readonly dropped: readonly DroppedValue[];
    /** Answers that differ from run to run under the same set: of these only the outcome counts. */
    readonly unsteady: readonly number[];
    readonly replays: number;
  }
  | {
    readonly ok: false;
    readonly why: string;
    /** The answer that is another one, where it is known. */
    readonly index?: number | undefined;
  };

/** What does most harm goes first. */
const ORDER: readonly PermissionKind[] = ["run", "ffi", "write", "net", "sys", "env", "read"];

/** Answers with more than the set, twice: what differs between the two differs by itself. */
export type Expected = readonly [readonly ReplayAnswer[], readonly ReplayAnswer[]];

/** What is left alone. */
export interface MinimiseOptions {
  /** Kinds of which nothing is taken. */
  readonly keep?: readonly PermissionKind[] | undefined;
}

/**
 * Finds a set of which nothing more can be taken: first whole kinds, then single values. Where the set itself changes an
 * answer, there is nothing to be said. Costs at most one replay for each kind and value, and three more.
 */
export async function minimise(
  set: PermissionSet,
  [expected, again]: Expected,
  replay: Replay,
  { keep = [] }: MinimiseOptions = {},
): Promise<Minimised> {
  let replays = 2;
  const [first, second] = [await replay(set), await replay(set)];
  const unsteady = expected.flatMap((answer, index) => {
    const isUnsteady = answer.text !== again[index]?.text || first[index]?.text !== second[index]?.text;
    return isUnsteady && answer.outcome === again[index]?.outcome ? [index] : [];
  });
  const isSame = (answers: readonly ReplayAnswer[]) => firstDifference(expected, answers, new Set(unsteady)) < 0;
  for (const answers of [again, first, second]) {
    const index = firstDifference(expected, answers, new Set(unsteady));
    if (index >= 0) return { ok: false, why: "with what was learned it is answered otherwise than without", index };
  }
  let current = set;
  const dropped: DroppedValue[] = [];
  const isDispensable = async (values: readonly DroppedValue[]): Promise<boolean> => {
    const candidate = without(current, values);
    replays++;
    if (!isSame(await replay(candidate))) return false;
    current = candidate;
    dropped.push(...values);
    return true;
  };
  for (const permission of ORDER) {
    const values = set[permission].map((value): DroppedValue => ({ permission, value }));
    if (values.length === 0 || keep.includes(permission)) continue;
    if (await isDispensable(values) || values.length === 1) continue;
    for (const value of values) await isDispensable([value]);
  }
  replays++;
  if (!isSame(await replay(current))) return { ok: false, why: "the answers differ from run to run" };
  return { ok: true, set: current, dropped, unsteady, replays };
}

/** The first answer that is another one, or -1. */
function firstDifference(
  expected: readonly ReplayAnswer[],
  answers: readonly ReplayAnswer[],
  unsteady: ReadonlySet<number>,
): number {
  if (answers.length !== expected.length) return Math.min(answers.length, expected.length);
  return expected.findIndex(({ outcome, text }, index) => {
    const answer = answers[index];
    return answer?.outcome !== outcome || (!unsteady.has(index) && answer.text !== text);
  });
}

function without(set: PermissionSet, dropped: readonly DroppedValue[]): PermissionSet {
  const rest: Record<PermissionKind, readonly string[]> = { ...set };
  for (const kind of PERMISSION_KINDS) {
    rest[kind] = set[kind].filter((value) => !dropped.some((one) => one.permission === kind && one.value === value));
  }
  return rest;
}
