/**
 * The `when` of a rule as a test of a message. Where it says yes to refuse, names are compared folded and a condition
 * that cannot be put to a value counts as met; to admit, everything must be as written.
 *
 * @module
 */

import type { ArgumentClass, ClassedText } from "./argument_class.ts";
import { type Compiler, isRefusing, type Test, type Truth, type Way } from "./condition/condition.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";
import { compileGlob, type Glob } from "../guards/glob.ts";
import { toKeyword } from "../text/keyword_automaton.ts";
import type { MessageScan } from "./message_scan.ts";
import { formatPath, type Path, valueAt, valuesNear } from "./pointer.ts";
import { type Detector, isDetected } from "./detector.ts";
import type { When } from "./policy.ts";
import { isJsonNumber } from "./decimal.ts";
import { stringsInside, valuesInside } from "./strings_inside.ts";
import type { Subject } from "./subject.ts";

/** A compiled `when`. */
export interface CompiledWhen {
  /** Whether method, tool, server and side are right; the same for every message that shares these. */
  readonly fits: (subject: Subject) => boolean;
  /** Whether the rest holds; false, or what was decisive. */
  readonly holds: (subject: Subject, scan: MessageScan) => Match | false;
  /** Classes of which the message has a text wherever the rule holds. */
  readonly classes: readonly ArgumentClass[];
  /** The rule can hold only for messages that open one of these gates; absent when nothing is known. */
  readonly gates?: readonly number[] | undefined;
  /** Whether the rule is about some tools alone. */
  readonly namesTools: boolean;
  /** What the rule looks for, each of which must be found. */
  readonly detectors: readonly Detector[];
}

/** Whether a rule refuses (or asks, or logs) or admits. */
export type RuleWay = Extract<Way, "admit" | "refuse">;

/** Where a `when` held. */
export interface Match {
  readonly pointer?: string | undefined;
  readonly condition?: string | undefined;
}

/** Compiles a `when` for a rule that refuses (also asks, logs) or admits. */
export function compileWhen(when: When, way: RuleWay, compiler: Compiler): CompiledWhen {
  const args = (when.args ?? []).map((argument) => ({ ...argument, test: argument.condition.compile(compiler) }));
  const any = when.any && { kind: when.any.kind, test: when.any.compile(compiler) };
  const containsGate = when.contains && compiler.gate(keywordsOf(when.contains));
  const { contains, bytesOver, detectors = [] } = when;
  const classes = args.flatMap(({ target }) => typeof target === "string" && target !== "*" ? target : []);
  for (const { kind } of detectors) compiler.detects(kind);
  return {
    detectors,
    namesTools: when.tool !== undefined,
    fits: compileFits(when, way),
    gates: any?.test.gates ?? (containsGate === undefined ? undefined : [containsGate]),
    classes,
    holds(subject, scan) {
      let match = NO_MATCH;
      for (const { target, condition, test } of args) {
        const found = typeof target === "string" && target !== "*"
          ? classHolds(test, scan.classed(target), way, scan)
          : argumentHolds({ target, test }, subject.args, way, scan);
        if (found === false) return false;
        match = { ...found, condition: condition.kind };
      }
      if (bytesOver !== undefined && !(subject.bytes > bytesOver)) return false;
      if (any !== undefined && !anyHolds(any.test, scan, way)) return false;
      for (const detector of detectors) {
        const found = scan.found();
        if (found.length === 0) return false;
        if (!found.some(({ findings }) => findings.some((each) => isDetected(detector, each)))) return false;
      }
      if (contains !== undefined && !containsHolds(contains, containsGate, scan)) return false;
      return any === undefined ? match : { ...match, condition: any.kind };
    },
  };
}

function counts(truth: Truth, way: Way): boolean {
  return isRefusing(way) ? truth !== false : truth === true;
}

function compileFits(when: When, way: Way): (subject: Subject) => boolean {
  const method = compileNames(when.method, way);
  const tool = compileNames(when.tool, way);
  const server = compileNames(when.server, way);
  return (subject) =>
    (when.side === undefined || when.side === subject.side) &&
    (method === undefined || method(subject.method)) &&
    (tool === undefined || (subject.tool !== undefined && tool(subject.tool))) &&
    (server === undefined || server(subject.server));
}

function compileNames(sources: readonly string[] | undefined, way: Way): ((name: string) => boolean) | undefined {
  if (sources === undefined) return undefined;
  const globs: Glob[] = [];
  for (const source of sources) {
    const glob = compileGlob(source, "name");
    // A glob that does not compile is a problem since it was read.
    if (!("fault" in glob)) globs.push(glob);
  }
  return (name) => globs.some((glob) => glob.matches(name) || (isRefusing(way) && glob.matchesFolded(name)));
}

/** A match of which nothing more is to be told. */
const NO_MATCH: Match = Object.freeze({});

interface CompiledArgument {
  readonly target: Path | "*";
  readonly test: Test;
}

/** To admit, the condition holds for each text of the class, and there is one; to refuse, for one of them. */
function classHolds(test: Test, texts: readonly ClassedText[], way: Way, scan: MessageScan): Match | false {
  // Most messages have no text of most classes.
  if (texts.length === 0) return false;
  const isMet = ({ text }: ClassedText) => counts(test.holds(text, way, scan), way);
  if (!isRefusing(way)) return texts.every(isMet) ? NO_MATCH : false;
  const met = texts.find(isMet);
  return met !== undefined && { pointer: formatPath(met.path) };
}

function argumentHolds(
  argument: CompiledArgument,
  args: JsonObject | undefined,
  way: Way,
  scan: MessageScan,
): Match | false {
  const truth = argumentTruth(argument, args, way, scan);
  if (!counts(truth, way)) return false;
  return { pointer: argument.target === "*" ? undefined : formatPath(argument.target) };
}

/** False when the argument is absent, also under `not`. */
function argumentTruth(
  argument: CompiledArgument,
  args: JsonObject | undefined,
  way: Way,
  scan: MessageScan,
): Truth {
  if (args === undefined) return false;
  if (argument.target === "*") return eachArgumentHolds(argument.test, args, way, scan);
  if (!isRefusing(way)) return exactHolds(argument.test, args, argument.target, scan);
  const [name, ...inner] = argument.target;
  if (name === undefined) return false;
  const named = scan.argumentsNear(name);
  let result: Truth = false;
  for (const value of inner.length === 0 ? named : named.flatMap((each) => valuesNear(each, inner))) {
    const truth = argument.test.holds(value, way, scan);
    if (truth === true) return true;
    if (truth !== false) result = truth;
  }
  return result;
}

function exactHolds(test: Test, args: JsonObject, path: Path, scan: MessageScan): Truth {
  const value = valueAt(args, path);
  return value === undefined ? false : test.holds(value, "admit", scan);
}

/**
 * To admit, the condition holds for each argument, and there is one. To refuse, for one of them; what has no text in it,
 * such as a number or `{}`, gives most conditions nothing to test, and must not be refused in every call for that.
 */
function eachArgumentHolds(test: Test, args: JsonObject, way: Way, scan: MessageScan): Truth {
  const values = Object.keys(args).map((name) => args[name] ?? null);
  if (!isRefusing(way)) return values.length > 0 && values.every((value) => test.holds(value, way, scan) === true);
  return values.some((value) => {
    const truth = test.holds(value, way, scan);
    return truth === true || (truth !== false && !givesNothingToTest(test, value, way, scan));
  });
}

/**
 * Whether there is no text in a value to which a condition does not apply, and nothing else to which it applies. A
 * number in an array is one that a `range` applies to, so an array does not hide it.
 */
function givesNothingToTest(test: Test, value: Json, way: Way, scan: MessageScan): boolean {
  if (isPlain(value)) return true;
  if (stringsInside(value).length > 0) return false;
  return valuesInside(value).every((inner) =>
    !(isPlain(inner) || isEmpty(inner)) || test.holds(inner, way, scan) === "not-applicable"
  );
}

/** Without text an object is empty: its keys would be text. */
function isEmpty(value: Json): boolean {
  return isJsonArray(value) ? value.length === 0 : isJsonObject(value);
}

function isPlain(value: Json): boolean {
  return value === null || typeof value === "boolean" || isJsonNumber(value);
}

/** To admit, `any` holds for every string there is, and there is one; to refuse, for one of them. */
function anyHolds(test: Test, scan: MessageScan, way: Way): boolean {
  const strings = scan.strings();
  if (!isRefusing(way)) return strings.length > 0 && strings.every((text) => test.holds(text, way, scan) === true);
  return strings.some((text) => test.holds(text, way, scan) !== false);
}

function containsHolds(contains: readonly string[], gate: number | undefined, scan: MessageScan): boolean {
  return scan.strings().some((text) =>
    (gate === undefined || scan.isOpen(gate, text)) && contains.some((part) => text.includes(part))
  );
}

function keywordsOf(texts: readonly string[]): readonly string[] | undefined {
  const keywords = texts.map(toKeyword);
  return keywords.includes("") ? undefined : keywords;
}
