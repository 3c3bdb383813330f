/**
 * What was observed of a server, counted: for people who want to know what there is before a policy is made of it.
 *
 * @module
 */

import type { CallLine, ObservedSession } from "./observation.ts";

/** One tool or method. */
export interface UseSummary {
  readonly what: string;
  readonly calls: number;
  readonly sessions: number;
  /** Names of arguments, those that some calls leave out with a `?`. */
  readonly args: readonly string[];
}

/** One server under one command. */
export interface ServerSummary {
  readonly server: string;
  readonly command: string;
  readonly sessions: number;
  readonly days: readonly string[];
  readonly lost: number;
  /** Sessions of which nobody knows how many calls were lost. */
  readonly unended: number;
  readonly uses: readonly UseSummary[];
  /** How many calls nothing is learned from, by reason. */
  readonly apart: Readonly<Record<string, number>>;
}

/** What a call is a use of: the tool's name, or the method of another request. */
export function useOf({ side, method, tool }: CallLine): string {
  if (method === "tools/call" && tool !== undefined) return tool;
  return side === "server" ? `${method} (asked by the server)` : method;
}

/** Sums sessions of one server up. */
export function summarize(sessions: readonly ObservedSession[]): ServerSummary {
  const uses = new Map<string, { calls: number; sessions: Set<string>; args: Map<string, number> }>();
  const apart: Record<string, number> = {};
  for (const { head, calls } of sessions) {
    for (const call of calls) {
      if (call.apart !== undefined) {
        apart[call.apart] = (apart[call.apart] ?? 0) + 1;
        continue;
      }
      const use = uses.get(useOf(call)) ?? { calls: 0, sessions: new Set(), args: new Map() };
      uses.set(useOf(call), use);
      use.calls++;
      use.sessions.add(head.session);
      const names = call.args?.t === "object" ? Object.keys(call.args.m) : [];
      for (const name of names) use.args.set(name, (use.args.get(name) ?? 0) + 1);
    }
  }
  const first = sessions[0]?.head;
  return {
    server: first?.server ?? "",
    command: first?.command ?? "",
    sessions: sessions.length,
    days: [...new Set(sessions.map(({ head }) => head.day))].sort(),
    lost: sessions.reduce((sum, { lost }) => sum + (lost ?? 0), 0),
    unended: sessions.filter(({ lost }) => lost === undefined).length,
    uses: [...uses].map(([what, { calls, sessions: seen, args }]) => ({
      what,
      calls,
      sessions: seen.size,
      args: [...args].map(([name, count]) => count < calls ? `${name}?` : name),
    })),
    apart,
  };
}
