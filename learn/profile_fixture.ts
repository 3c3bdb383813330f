/**
 * Profiles and sessions for tests, written short.
 *
 * @module
 */

import type { CallLine, Fact, ObservedSession } from "./observation.ts";
import type { StringProfile } from "./profile.ts";
import { shapeOf } from "./to_fact.ts";

/** Strings with the sessions that had them; those of `tainted` only ever came from the server. */
export function stringProfile(
  values: Readonly<Record<string, readonly string[]>>,
  tainted: readonly string[] = [],
): StringProfile {
  const profile: StringProfile = { values: new Map(), hidden: new Map(), shapes: new Map(), secrets: 0, maxLength: 0 };
  for (const [value, sessions] of Object.entries(values)) {
    const isClean = !tainted.includes(value);
    profile.values.set(value, { count: sessions.length, sessions: new Set(sessions), isClean });
    const shape = shapeOf(value);
    const known = profile.shapes.get(shape) ?? new Set<string>();
    profile.shapes.set(shape, known);
    for (const session of sessions) known.add(session);
    profile.maxLength = Math.max(profile.maxLength, value.length);
  }
  return profile;
}

/** The facts of plain values. */
export function factOf(value: unknown): Fact {
  if (value === null) return { t: "null" };
  if (typeof value === "boolean") return { t: "boolean", v: value };
  if (typeof value === "number") return { t: "number", v: value };
  if (typeof value === "string") return { t: "string", n: value.length, s: shapeOf(value), v: value };
  if (Array.isArray(value)) return { t: "array", n: value.length, i: value.map(factOf) };
  const members = Object.entries(value as object).map(([key, inner]) => [key, factOf(inner)]);
  return { t: "object", m: Object.fromEntries(members) };
}

/** A call of a tool. */
export function call(tool: string, args: object, more: Partial<CallLine> = {}): CallLine {
  return { kind: "call", side: "client", method: "tools/call", tool, args: factOf(args), ...more };
}

/** A session with calls. */
export function session(name: string, calls: readonly CallLine[], server = "server"): ObservedSession {
  const head = { kind: "session", v: 1, session: name, server, command: "c", day: "2026-11-30" } as const;
  return { head, calls, lost: 0 };
}
