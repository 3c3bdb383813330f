/**
 * One step of a ladder: a condition as a policy writes it, what it is in words, and what it would admit that was not
 * seen.
 *
 * @module
 */

import type { Sightings } from "./ladder.ts";
import type { Sighting } from "./profile.ts";

/** A condition, as JSON of the policy format. */
export type ConditionJson = Readonly<Record<string, unknown>>;

/** One step. */
export interface Rung {
  readonly condition: ConditionJson;
  /** The same inside a list of objects, as JSON Schema; absent where that cannot say it. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** What it is, in a few plain words; holds no value. */
  readonly words: string;
  /** What it admits beyond what was seen. */
  readonly admits: string;
  /** Whether it may be chosen without a person. */
  readonly isAutomatic: boolean;
}

/** The kinds of places. */
export type SlotKind = "path" | "url" | "uri" | "sql" | "command" | "text" | "number" | "boolean" | "null";

/** A ladder, narrow to wide, and where on it the evidence leads. */
export interface Ladder {
  readonly kind: SlotKind;
  readonly rungs: readonly Rung[];
  readonly chosen: number;
  /** With this beside the condition, a value outside it asks: for values that were seen and are not to be trusted. */
  readonly outside?: Rung | undefined;
  /** Nothing that was seen is to be trusted: whatever is there asks. */
  readonly asksAlways?: boolean | undefined;
}

/** The sessions of values; where clean ones are there, of these alone. */
export function cleanSightings(values: ReadonlyMap<string, Sighting>): Sightings {
  return new Map([...values].filter(([, { isClean }]) => isClean).map(([value, { sessions }]) => [value, sessions]));
}

/** The sessions of what values have in common, such as their folder. */
export function sightingsBy(values: Sightings, classOf: (value: string) => readonly string[]): Sightings {
  const found = new Map<string, Set<string>>();
  for (const [value, sessions] of values) {
    for (const name of classOf(value)) {
      const known = found.get(name) ?? new Set();
      found.set(name, known);
      for (const session of sessions) known.add(session);
    }
  }
  return found;
}

/** A text as a policy writes it: `${` would be a variable. */
export function escapeVariables(text: string): string {
  return text.replaceAll("${", () => "$${");
}
