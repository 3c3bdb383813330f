/**
 * What all sessions together say of each use: for each place in the arguments the values, lengths and types that were
 * seen, and in which sessions. One pass, memory by distinct values.
 *
 * @module
 */

import type { Fact, ObservedSession, StringFact, TextShape } from "./observation.ts";
import { withMadeUpFolders } from "./place_names.ts";
import { useOf } from "./summarize.ts";

/** How often something was seen, and by whom. */
export interface Sighting {
  count: number;
  readonly sessions: Set<string>;
  /** Whether it was seen at least once where the server had not said it first. */
  isClean: boolean;
}

/** The strings of one place. */
export interface StringProfile {
  /** Values that are kept, with made-up folders. */
  readonly values: Map<string, Sighting>;
  /** Hashes of values that are not. */
  readonly hidden: Map<string, Sighting>;
  readonly shapes: Map<TextShape, Set<string>>;
  secrets: number;
  maxLength: number;
}

/** One place in the arguments. */
export interface ValueProfile {
  count: number;
  readonly sessions: Set<string>;
  nulls: number;
  readonly booleans: Map<boolean, Set<string>>;
  readonly numbers: Map<number, Set<string>>;
  /** Numbers that a double cannot hold. */
  bigNumbers: number;
  strings: StringProfile | undefined;
  arrays: { count: number; maxLength: number; readonly items: ValueProfile } | undefined;
  objects: { count: number; readonly members: Map<string, ValueProfile> } | undefined;
}

/** One tool or method. */
export interface UseProfile {
  readonly what: string;
  readonly kind: "tool" | "method";
  readonly name: string;
  readonly side: "client" | "server";
  calls: number;
  readonly sessions: Set<string>;
  readonly days: Set<string>;
  readonly args: ValueProfile;
}

/** Builds the profiles of what nothing speaks against, in the order in which uses came. */
export function profileOf(sessions: readonly ObservedSession[]): Map<string, UseProfile> {
  const uses = new Map<string, UseProfile>();
  for (const { head, calls } of sessions) {
    for (const call of calls) {
      if (call.apart !== undefined) continue;
      const what = useOf(call);
      const isTool = call.method === "tools/call" && call.tool !== undefined;
      const use = uses.get(what) ?? {
        what,
        kind: isTool ? "tool" : "method",
        name: isTool ? call.tool ?? "" : call.method,
        side: call.side,
        calls: 0,
        sessions: new Set(),
        days: new Set(),
        args: newValueProfile(),
      };
      uses.set(what, use);
      use.calls++;
      use.sessions.add(head.session);
      use.days.add(head.day);
      addFact(use.args, withoutMeta(call.args ?? { t: "object", m: {} }, isTool), head.session);
    }
  }
  return uses;
}

/** `_meta` beside the parameters of other methods is the protocol's. */
function withoutMeta(fact: Fact, isTool: boolean): Fact {
  if (isTool || fact.t !== "object" || !Object.hasOwn(fact.m, "_meta")) return fact;
  const { _meta, ...rest } = fact.m;
  return { t: "object", m: rest };
}

/** An empty profile. */
export function newValueProfile(): ValueProfile {
  return {
    count: 0,
    sessions: new Set(),
    nulls: 0,
    booleans: new Map(),
    numbers: new Map(),
    bigNumbers: 0,
    strings: undefined,
    arrays: undefined,
    objects: undefined,
  };
}

/** Adds a value that was seen. */
export function addFact(profile: ValueProfile, fact: Fact, session: string): void {
  profile.count++;
  profile.sessions.add(session);
  switch (fact.t) {
    case "null":
      profile.nulls++;
      return;
    case "boolean":
      return addTo(profile.booleans, fact.v, session);
    case "number":
      if (fact.v === undefined) profile.bigNumbers++;
      else addTo(profile.numbers, fact.v, session);
      return;
    case "string":
      profile.strings ??= { values: new Map(), hidden: new Map(), shapes: new Map(), secrets: 0, maxLength: 0 };
      return addString(profile.strings, fact, session);
    case "array": {
      profile.arrays ??= { count: 0, maxLength: 0, items: newValueProfile() };
      profile.arrays.count++;
      profile.arrays.maxLength = Math.max(profile.arrays.maxLength, fact.n);
      for (const item of fact.i) addFact(profile.arrays.items, item, session);
      return;
    }
    case "object": {
      profile.objects ??= { count: 0, members: new Map() };
      profile.objects.count++;
      for (const key of Object.keys(fact.m)) {
        const member = profile.objects.members.get(key) ?? newValueProfile();
        profile.objects.members.set(key, member);
        addFact(member, fact.m[key] ?? { t: "null" }, session);
      }
      return;
    }
    case "cut":
      return;
  }
}

function addString(profile: StringProfile, fact: StringFact, session: string): void {
  profile.maxLength = Math.max(profile.maxLength, fact.n);
  addTo(profile.shapes, fact.s, session);
  if (fact.secret === true) profile.secrets++;
  const into = fact.v === undefined ? profile.hidden : profile.values;
  const key = fact.v === undefined ? fact.h ?? "" : withMadeUpFolders(fact.v);
  const sighting = into.get(key) ?? { count: 0, sessions: new Set(), isClean: false };
  into.set(key, sighting);
  sighting.count++;
  sighting.sessions.add(session);
  if (fact.taint === undefined) sighting.isClean = true;
}

function addTo<Key>(map: Map<Key, Set<string>>, key: Key, session: string): void {
  const sessions = map.get(key) ?? new Set();
  map.set(key, sessions);
  sessions.add(session);
}
