/**
 * The plan of an entry: for each place in the arguments the ladder of what was seen there. Which step of each counts is
 * said apart, so that a person or a check can move on one of them.
 *
 * @module
 */

import { LADDER } from "./ladder.ts";
import type { UseProfile, ValueProfile } from "./profile.ts";
import type { Ladder } from "./rung.ts";
import { booleanLadder, NULL_LADDER, numberLadder } from "./rungs/scalar_ladders.ts";
import { type Readers, stringLadder } from "./string_ladder.ts";

/** One place that a condition speaks of. */
export interface Slot {
  /** Unique in the proposal. */
  readonly id: string;
  /** The place, as a JSON pointer in which `*` stands for each item of a list. */
  readonly pointer: string;
  readonly ladder: Ladder;
  readonly calls: number;
  readonly sessions: number;
}

/** What is known of one place and of those inside it. */
export interface PlanNode {
  /** One for each type of plain value. */
  readonly slots: readonly Slot[];
  readonly items?: { readonly node: PlanNode; readonly maxLength: number } | undefined;
  readonly members?: ReadonlyMap<string, PlanMember> | undefined;
}

/** One member of an object. */
export interface PlanMember {
  readonly node: PlanNode;
  /** Whether all objects had it. */
  readonly isRequired: boolean;
  /** Whether too few had it to tell what it is for. */
  readonly isThin: boolean;
}

/** One entry of the policy. */
export interface EntryPlan {
  readonly what: string;
  readonly kind: "tool" | "method";
  readonly name: string;
  readonly side: "client" | "server";
  readonly calls: number;
  readonly sessions: number;
  readonly days: readonly string[];
  /** Too few calls or sessions: whatever the arguments, it asks. */
  readonly isThin: boolean;
  readonly args: PlanNode;
}

/** Plans an entry. */
export function planOf(use: UseProfile, readers: Readers): EntryPlan {
  const { what, kind, name, side, calls, sessions, days, args } = use;
  return {
    what,
    kind,
    name,
    side,
    calls,
    sessions: sessions.size,
    days: [...days].sort(),
    isThin: isThin(calls, sessions.size),
    args: planNode(args, { pointer: "", name: "", id: what }, readers),
  };
}

function isThin(calls: number, sessions: number): boolean {
  return calls < LADDER.thinCalls || sessions < LADDER.thinSessions;
}

interface Spot {
  readonly pointer: string;
  readonly name: string;
  readonly id: string;
}

function planNode(profile: ValueProfile, spot: Spot, readers: Readers): PlanNode {
  const { arrays, objects } = profile;
  const slots: Slot[] = laddersOf(profile, spot.name, readers).map((ladder) => ({
    id: `${spot.id} ${spot.pointer} ${ladder.kind}`,
    pointer: spot.pointer,
    ladder,
    calls: profile.count,
    sessions: profile.sessions.size,
  }));
  return {
    slots,
    items: arrays && {
      node: planNode(arrays.items, { ...spot, pointer: `${spot.pointer}/*` }, readers),
      maxLength: arrays.maxLength,
    },
    members: objects && new Map(
      [...objects.members].map(([key, member]): [string, PlanMember] => {
        const pointer = `${spot.pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        return [key, {
          node: planNode(member, { ...spot, pointer, name: key }, readers),
          isRequired: member.count === objects.count,
          isThin: isThin(member.count, member.sessions.size),
        }];
      }),
    ),
  };
}

function laddersOf(profile: ValueProfile, name: string, readers: Readers): Ladder[] {
  return [
    ...(profile.strings === undefined ? [] : [stringLadder(profile.strings, name, readers)]),
    ...(profile.numbers.size + profile.bigNumbers === 0 ? [] : [numberLadder(profile)]),
    ...(profile.booleans.size === 0 ? [] : [booleanLadder(profile)]),
    ...(profile.nulls === 0 ? [] : [NULL_LADDER]),
  ];
}

/** All places of a plan, in the order in which they are written. */
export function slotsOf({ slots, items, members }: PlanNode): Slot[] {
  return [
    ...slots,
    ...(items === undefined ? [] : slotsOf(items.node)),
    ...[...members?.values() ?? []].flatMap(({ node }) => slotsOf(node)),
  ];
}
