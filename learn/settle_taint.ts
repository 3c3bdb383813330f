/**
 * Takes the taint off values that the client had used by itself in an earlier session: nobody put those into its mouth,
 * also where a server repeats them later, as one does that keeps what it is told.
 *
 * @module
 */

import type { CallLine, Fact, ObservedSession, StringFact } from "./observation.ts";

/** The sessions in the order in which they began, each judged by what came before it. */
export function settleTaint(sessions: readonly ObservedSession[]): ObservedSession[] {
  const own = new Set<string>();
  return inOrder(sessions).map((session) => {
    const calls = session.calls.map((call) => withoutOwn(call, own));
    // Only after the session: within one, the observer has seen what came first.
    for (const call of calls) {
      if (call.apart !== "after an injection" && call.args !== undefined) addOwn(call.args, own);
    }
    return { ...session, calls };
  });
}

function inOrder(sessions: readonly ObservedSession[]): ObservedSession[] {
  const began = ({ head }: ObservedSession) => `${head.day} ${head.time ?? ""}`;
  return [...sessions].sort((one, other) => began(one) < began(other) ? -1 : began(one) > began(other) ? 1 : 0);
}

function withoutOwn(call: CallLine, own: ReadonlySet<string>): CallLine {
  return call.args === undefined ? call : { ...call, args: cleared(call.args, own) };
}

function cleared(fact: Fact, own: ReadonlySet<string>): Fact {
  switch (fact.t) {
    case "string": {
      if (fact.taint === undefined || !own.has(keyOf(fact))) return fact;
      const { taint: _taint, ...rest } = fact;
      return rest;
    }
    case "array":
      return { ...fact, i: fact.i.map((item) => cleared(item, own)) };
    case "object": {
      const members: Record<string, Fact> = Object.create(null);
      for (const key of Object.keys(fact.m)) members[key] = cleared(fact.m[key] ?? { t: "null" }, own);
      return { t: "object", m: members };
    }
    default:
      return fact;
  }
}

function addOwn(fact: Fact, own: Set<string>): void {
  switch (fact.t) {
    case "string":
      if (fact.taint === undefined) own.add(keyOf(fact));
      return;
    case "array":
      for (const item of fact.i) addOwn(item, own);
      return;
    case "object":
      for (const key of Object.keys(fact.m)) addOwn(fact.m[key] ?? { t: "null" }, own);
      return;
    default:
      return;
  }
}

function keyOf({ v, h }: StringFact): string {
  return v === undefined ? `#${h ?? ""}` : `=${v}`;
}
