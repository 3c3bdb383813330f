/**
 * What a condition is, to the code that reads policies and to the code that judges. Each kind has a file of its own;
 * `kinds.ts` lists them.
 *
 * @module
 */

import type { DetectorKind, Finding } from "../../detect/finding.ts";
import type { CommandParser } from "../../guards/shell.ts";
import type { FileView } from "../../guards/file_view.ts";
import type { Json } from "../../jsonrpc/json.ts";
import type { Regex } from "../pattern/regex.ts";
import type { Place } from "../problem.ts";

/** Whether a condition holds. `not-applicable`: it cannot be put to a value of this type, or cannot be evaluated. */
export type Truth = boolean | "not-applicable";

/**
 * What follows when a condition holds. `admit` and `refuse` are those of the rule or entry; inside a `not` each turns to
 * its `-not`. A condition looks at a value as it is to admit it, but at every string inside it to refuse it.
 */
export type Way = "admit" | "admit-not" | "refuse" | "refuse-not";

/** What the tests of one judgement share: which keywords occur in the message, and how much work is left. */
export interface Moment {
  /** False when `gate` proves that no expression behind it matches this text. */
  isOpen(gate: number, text: string): boolean;
  /** Whether the regular expression matches; `not-applicable` when finding out would cost more than is left. */
  matches(regex: Regex, gate: number | undefined, text: string): Truth;
  /** What a detector finds in a text. */
  findings(text: string, kind: DetectorKind): readonly Finding[];
  /** What `make` gave for this key before in this judgement, else what it gives now. */
  recall<Value extends object>(key: string, make: () => Value): Value;
}

/** A condition, ready to be put to values. */
export interface Test {
  holds(value: Json, way: Way, moment: Moment): Truth;
  /**
   * Put to a string, with the message's keywords known, the test is false unless one of these gates is open. Absent:
   * nothing is known.
   */
  readonly gates?: readonly number[] | undefined;
}

/** What a condition may ask for while it is compiled. Faults become problems at the condition's place. */
export interface Compiler {
  /** Compiles an expression, once for all conditions that share it; nothing when it is faulty. */
  regex(source: string, place: Place): Regex | undefined;
  /** A gate that opens for texts in which one of the keywords occurs; nothing when any text might match. */
  gate(keywords: readonly string[] | undefined): number | undefined;
  /** Puts the values of variables in place of `${NAME}`, each passed through `escape` first. */
  expand(text: string, place: Place, escape?: (value: string) => string): string | undefined;
  /** What conditions about files and commands may know of the world. */
  readonly world: World;
  /** Notes that findings of a kind are asked for. */
  detects(kind: DetectorKind): void;
  /** The shell parser, when a condition that needs it was read. */
  readonly shell: CommandParser | undefined;
  /** Reports a fault of the policy. */
  fault(place: Place, fault: string, hint?: string): void;
}

/** The part of the world that conditions may look at. */
export interface World {
  /** Absent: nothing can be looked at, so that a path is judged by its letters only where the policy says so. */
  readonly view?: FileView | undefined;
  /** Where the server's relative paths start. */
  readonly workingFolder?: string | undefined;
  readonly home?: string | undefined;
}

/** A condition as a policy states it. */
export interface Condition {
  readonly kind: string;
  readonly place: Place;
  /** What stands behind the kind's name in the file. */
  readonly operand: Json;
  /** The conditions inside, for kinds that combine others. */
  readonly inner: readonly Condition[];
  /** Whether an expression inside needs the engine, so that it is loaded before compiling. */
  readonly needsEngine: boolean;
  /** Loads what compiling needs and only a policy with this condition pays for. */
  readonly load?: () => Promise<void>;
  /** Whether one inside needs the shell parser. */
  readonly needsShell: boolean;
  compile(compiler: Compiler): Test;
}

/** A test that never lets anything through: what a faulty condition compiles to beside its problem. */
export const CANNOT_TELL: Test = { holds: () => "not-applicable" };

/** The way inside a `not`. */
export function flip(way: Way): Way {
  switch (way) {
    case "admit":
      return "admit-not";
    case "admit-not":
      return "admit";
    case "refuse":
      return "refuse-not";
    case "refuse-not":
      return "refuse";
  }
}

/** Says whether a condition is part of a rule that refuses. */
export function isRefusing(way: Way): boolean {
  return way === "refuse" || way === "refuse-not";
}

/** Says whether it is the stricter reading of a condition to let it hold for more values. */
export function isWide(way: Way): boolean {
  return way === "refuse" || way === "admit-not";
}

/** All of them: false if one is, else not applicable if one is. */
export function allOf(truths: Iterable<Truth>): Truth {
  let result: Truth = true;
  for (const truth of truths) {
    if (truth === false) return false;
    if (truth === "not-applicable") result = truth;
  }
  return result;
}

/** Any of them: true if one is, else not applicable if one is. */
export function anyOf(truths: Iterable<Truth>): Truth {
  let result: Truth = false;
  for (const truth of truths) {
    if (truth === true) return true;
    if (truth === "not-applicable") result = truth;
  }
  return result;
}

/** The gates of a test that holds when any of these does; nothing is known if one of them has none. */
export function gatesOfAny(tests: readonly Test[]): readonly number[] | undefined {
  const known = tests.map((test) => test.gates).filter((gates) => gates !== undefined);
  return known.length === tests.length ? known.flat() : undefined;
}
