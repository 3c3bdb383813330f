/**
 * Rules and response rules of a policy file.
 *
 * @module
 */

import { readDetector } from "../condition/detect.ts";
import { readCondition } from "../condition/kinds.ts";
import { DETECTOR_KINDS, type DetectorKind } from "../../detect/finding.ts";
import type { Detector } from "../detector.ts";
import { compileGlob } from "../../guards/glob.ts";
import { ARGUMENT_CLASSES, type ArgumentClass, isArgumentClass } from "../argument_class.ts";
import { formatPath, type Path, toPath } from "../pointer.ts";
import type { ArgumentCondition, ResponseAction, ResponseRule, Rule, RuleAction, When } from "../policy.ts";
import { type Place, showValue } from "../problem.ts";
import {
  addProblem,
  type FieldReaders,
  noEffect,
  type Reader,
  readFields,
  readInteger,
  readList,
  readObject,
  readString,
  readStringOrList,
  readWord,
} from "./reader.ts";
import type { TreeNode } from "./tree.ts";

/** Most rules a list may have. */
export const MAX_RULES = 5_000;

const RULE_NAME_REGEXP = /^[a-z0-9-]{1,40}$/;

/** Reads `rules`. */
export function readRules(reader: Reader, node: TreeNode, what: string): Rule[] | undefined {
  const whenFields = { ...placeFields(reader), ...contentFields(reader), ...detectorFields(reader) };
  return readNamed(reader, node, what, {
    readWhen: (value, valueWhat) => gatherDetectors(readFields<RuleFields>(reader, value, valueWhat, whenFields)),
    readThen: (value, valueWhat) => readWord<RuleAction>(reader, value, valueWhat, ["allow", "deny", "ask", "log"]),
  });
}

/** Reads `responses`. */
export function readResponseRules(reader: Reader, node: TreeNode, what: string): ResponseRule[] | undefined {
  const whenFields = {
    ...placeFields(reader),
    ...contentFields(reader),
    ...detectorFields(reader),
    ...responseFields(reader),
  };
  return readNamed(reader, node, what, {
    readWhen: (value, valueWhat) => gatherDetectors(readFields<ResponseFields>(reader, value, valueWhat, whenFields)),
    readThen: (value, valueWhat) =>
      readWord<ResponseAction>(reader, value, valueWhat, ["allow", "log", "redact", "deny"]),
  })?.filter((rule) => mayRedact(reader, rule));
}

/** Reads the `args` of an entry: conditions by name, pointer or `*`. */
export function readArguments(reader: Reader, node: TreeNode, what: string): ArgumentCondition[] | undefined {
  return readTargets<never>(reader, node, what, (key, keyPlace, keyWhat) => {
    const fault = "classes of arguments are for rules: an entry names its arguments";
    addProblem(reader, { code: "wrong-value", place: keyPlace, what: keyWhat, fault, hint: literalHint(key) });
    return undefined;
  });
}

/** Reads the `args` of a rule, which may name classes of arguments, too. */
function readRuleArguments(
  reader: Reader,
  node: TreeNode,
  what: string,
): ArgumentCondition<Path | "*" | ArgumentClass>[] | undefined {
  return readTargets<ArgumentClass>(reader, node, what, (key, keyPlace, keyWhat) => {
    if (isArgumentClass(key)) return key;
    const fault = `the classes of arguments are ${ARGUMENT_CLASSES.join(", ")}`;
    addProblem(reader, { code: "wrong-value", place: keyPlace, what: keyWhat, fault, hint: literalHint(key) });
    return undefined;
  });
}

function literalHint(key: string): string {
  return `For an argument of that name write ${showValue(formatPath([key]))}`;
}

function readTargets<Class extends ArgumentClass>(
  reader: Reader,
  node: TreeNode,
  what: string,
  readClass: (key: string, place: Place, what: string) => Class | undefined,
): ArgumentCondition<Path | "*" | Class>[] | undefined {
  const object = readObject(reader, node, what);
  if (object === undefined) return undefined;
  const seen = new Set<string>();
  const found: ArgumentCondition<Path | "*" | Class>[] = [];
  for (const { key, keyPlace, value } of object.members) {
    const keyWhat = `argument ${showValue(key)} of ${what}`;
    if (key.startsWith("@")) {
      const target = readClass(key, keyPlace, keyWhat);
      const condition = target && readCondition(reader, value, keyWhat, "inside");
      if (target !== undefined && condition !== undefined) found.push({ key, target, condition });
      continue;
    }
    const path = toPath(key);
    if (path === undefined) {
      const hint = "In a JSON pointer ~0 stands for ~ and ~1 for /";
      addProblem(reader, {
        code: "wrong-value",
        place: keyPlace,
        what: keyWhat,
        fault: "it is not a JSON pointer",
        hint,
      });
      continue;
    }
    if (seen.has(JSON.stringify(path))) {
      addProblem(reader, { code: "duplicate-field", place: keyPlace, what: keyWhat, fault: "it is named twice" });
    }
    seen.add(JSON.stringify(path));
    const condition = readCondition(reader, value, keyWhat, "at a name", path.at(-1));
    if (condition !== undefined) found.push({ key, target: key === "*" ? "*" : path, condition });
  }
  return found;
}

/** Reads a glob for names, or a list of them. */
export function readNameGlobs(reader: Reader, node: TreeNode, what: string): string[] | undefined {
  const globs = node.type === "string" && node.value === "" ? [""] : readStringOrList(reader, node, what);
  return globs?.filter((source) => {
    const glob = compileGlob(source, "name");
    if (!("fault" in glob)) return true;
    const fault = `the glob ${showValue(source)} does not compile: ${glob.fault}`;
    addProblem(reader, { code: "bad-pattern", place: node.place, what, fault, hint: glob.hint });
    return false;
  });
}

interface RuleParts<Action> {
  readonly readWhen: (node: TreeNode, what: string) => When | undefined;
  readonly readThen: (node: TreeNode, what: string) => Action | undefined;
}

interface NamedRule<Action> {
  readonly name: string;
  readonly place: TreeNode["place"];
  readonly when: When;
  readonly then: Action;
}

function readNamed<Action>(
  reader: Reader,
  node: TreeNode,
  what: string,
  parts: RuleParts<Action>,
): NamedRule<Action>[] | undefined {
  if (node.type === "array" && node.items.length > MAX_RULES) {
    addProblem(reader, { code: "too-large", place: node.place, what, fault: `more than ${MAX_RULES} rules` });
    return undefined;
  }
  return readList(reader, node, what, (item, itemWhat) => readOne(reader, item, itemWhat, parts));
}

function readOne<Action>(
  reader: Reader,
  node: TreeNode,
  listWhat: string,
  parts: RuleParts<Action>,
): NamedRule<Action> | undefined {
  const what = nameOf(node) ?? listWhat;
  const fields = readFields<{ name: string; when: When; then: Action }>(reader, node, what, {
    name: (value, valueWhat) => readRuleName(reader, value, valueWhat),
    when: (value) => readNonEmpty(reader, value, what, parts.readWhen),
    then: parts.readThen,
  });
  if (fields === undefined || node.type !== "object") return undefined;
  for (const field of ["name", "when", "then"]) {
    if (node.members.some((member) => member.key === field)) continue;
    addProblem(reader, { code: "missing-field", place: node.place, what, fault: `${showValue(field)} is missing` });
  }
  const { name, when, then } = fields;
  if (name === undefined || when === undefined || then === undefined) return undefined;
  return { name, place: node.place, when, then };
}

function nameOf(node: TreeNode): string | undefined {
  const name = node.type === "object" ? node.members.find((member) => member.key === "name")?.value : undefined;
  return name?.type === "string" ? `rule ${showValue(name.value)}` : undefined;
}

function readNonEmpty(
  reader: Reader,
  node: TreeNode,
  what: string,
  readWhen: (node: TreeNode, what: string) => When | undefined,
): When | undefined {
  if (node.type !== "object" || node.members.length > 0) return readWhen(node, what);
  const hint = 'For everything write "method": "*"';
  addProblem(reader, { code: "no-effect", place: node.place, what, fault: '"when" is empty', hint });
  return undefined;
}

/** Reads a rule's name; built-in rules are the ones with a slash in theirs. */
export function readRuleName(reader: Reader, node: TreeNode, what: string): string | undefined {
  const name = readString(reader, node, what);
  if (name === undefined || RULE_NAME_REGEXP.test(name)) return name;
  const fault = `${showValue(name)} is not 1 to 40 of the characters a-z, 0-9 and -`;
  addProblem(reader, { code: "bad-name", place: node.place, what, fault });
  return undefined;
}

type PlaceWhen = Pick<When, "method" | "tool" | "server" | "side">;
type ContentWhen = Pick<When, "args" | "any">;
type ResponseWhen = Pick<When, "contains" | "bytesOver">;
type DetectorWhen = { readonly [Kind in DetectorKind]?: Detector };
type RuleFields = PlaceWhen & ContentWhen & DetectorWhen;
type ResponseFields = RuleFields & ResponseWhen;

function placeFields(reader: Reader): FieldReaders<Required<PlaceWhen>> {
  return {
    method: (node, what) => readNameGlobs(reader, node, what),
    tool: (node, what) => readNameGlobs(reader, node, what),
    server: (node, what) => readNameGlobs(reader, node, what),
    side: (node, what) => readWord(reader, node, what, ["client", "server"]),
  };
}

function contentFields(reader: Reader): FieldReaders<Required<ContentWhen>> {
  return {
    args: (node, what) => {
      const isEmpty = node.type === "object" && node.members.length === 0;
      return isEmpty ? noEffect(reader, node, what, "it names no argument") : readRuleArguments(reader, node, what);
    },
    any: (node, what) => readCondition(reader, node, what, "inside"),
  };
}

function responseFields(reader: Reader): FieldReaders<Required<ResponseWhen>> {
  return {
    contains: (node, what) => readStringOrList(reader, node, what),
    bytesOver: (node, what) => readInteger(reader, node, what, { min: 0, max: Number.MAX_SAFE_INTEGER }),
  };
}

function detectorFields(reader: Reader): FieldReaders<Required<DetectorWhen>> {
  return {
    secrets: (node, what) => readDetector(reader, node, what, "secrets"),
    hidden: (node, what) => readDetector(reader, node, what, "hidden"),
    injection: (node, what) => readDetector(reader, node, what, "injection"),
  };
}

function gatherDetectors(fields: Partial<RuleFields & ResponseFields> | undefined): When | undefined {
  if (fields === undefined) return undefined;
  const { secrets, hidden, injection, ...when } = fields;
  const detectors = [secrets, hidden, injection].filter((detector) => detector !== undefined);
  return detectors.length === 0 ? when : { ...when, detectors };
}

/** Only what was found at a place can be taken out. */
function mayRedact(reader: Reader, { name, place, when, then }: NamedRule<ResponseAction>): boolean {
  if (then !== "redact" || when.detectors !== undefined) return true;
  const fault = `"redact" needs one of ${DETECTOR_KINDS.map(showValue).join(", ")} in "when"`;
  addProblem(reader, { code: "no-effect", place, what: `rule ${showValue(name)}`, fault });
  return false;
}
