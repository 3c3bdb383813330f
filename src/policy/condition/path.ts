/**
 * `path`: the string is a path that the path guard passes. `{"under", "not"}` says where it must lead; `sensitive` alone
 * selects what keeps secrets, in any spelling.
 *
 * A path that leads elsewhere does not meet the condition; one that readers could take in two ways, or that cannot be
 * looked at, is one the condition does not apply to, so that it neither admits nor slips by a refusal.
 *
 * @module
 */

import { escapeGlob } from "../../guards/glob.ts";
import type { Guard, Reason } from "../../guards/guard.ts";
import { leadsUnder, newPathGuard, type PathOptions, pathOptionsFault } from "../../guards/path.ts";
import type { FileView } from "../../guards/file_view.ts";
import { sensitiveKinds } from "../../guards/sensitive_path.ts";
import { SENSITIVE_KINDS, type SensitiveKind } from "../../guards/sensitive_places.ts";
import {
  addProblem,
  noEffect,
  readBoolean,
  type Reader,
  readFields,
  readList,
  readStringOrList,
  readWord,
} from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import type { Place } from "../problem.ts";
import { CANNOT_TELL, type Compiler, isWide, type Test } from "./condition.ts";
import { type ConditionKind, type ConditionReader, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";

/** The refusals that say where a path leads; all others say that it cannot be told. */
const ELSEWHERE: ReadonlySet<Reason> = new Set<Reason>([
  "blocked: outside the allowed folders",
  "blocked: named as not allowed",
  "blocked: sensitive place",
  "blocked: not a sensitive place",
]);

/** `{"under", "not", "sensitive", "platform", "view", "uri"}`. */
export const PATH: ConditionKind = {
  name: "path",
  read(node, what, conditions) {
    const spec = readPathSpec(node, what, conditions);
    if (spec === undefined) return undefined;
    return plainCondition("path", node, (compiler) => pathTest(spec, node.place, compiler));
  },
};

/** What a policy says of a path. */
export type PathSpec = Pick<PathOptions, "under" | "not" | "sensitive" | "platform" | "view" | "uri">;

/** Reads what a policy says of a path. */
export function readPathSpec(
  node: TreeNode,
  what: string,
  { reader, argument }: ConditionReader,
): PathSpec | undefined {
  const fields = readFields<Required<{ [Name in keyof PathSpec]: NonNullable<PathSpec[Name]> }>>(reader, node, what, {
    under: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
    not: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
    sensitive: (value, valueWhat) => readSensitive(reader, value, valueWhat),
    platform: (value, valueWhat) => readWord(reader, value, valueWhat, ["auto", "posix", "windows"]),
    view: (value, valueWhat) => readWord(reader, value, valueWhat, ["real", "lexical"]),
    uri: (value, valueWhat) => readBoolean(reader, value, valueWhat),
  });
  if (fields === undefined || node.type !== "object") return undefined;
  const has = (name: string) => node.members.some(({ key }) => key === name);
  if (!has("under") && !has("not") && !has("sensitive")) {
    return noEffect(reader, node, what, 'it has none of "under", "not" and "sensitive"');
  }
  if (fields.sensitive !== undefined && fields.sensitive !== false && (has("under") || has("not"))) {
    const hint = 'Combine two "path" conditions with "allOf"';
    addProblem(reader, { code: "wrong-value", place: node.place, what, fault: '"sensitive" goes alone', hint });
    return undefined;
  }
  return { uri: argument !== undefined && /uri$/i.test(argument), ...fields };
}

/** A boolean, or kinds of places. */
function readSensitive(reader: Reader, node: TreeNode, what: string): boolean | readonly SensitiveKind[] | undefined {
  if (node.type !== "array") return readBoolean(reader, node, what);
  const kinds = readList(reader, node, what, (item, itemWhat) => readWord(reader, item, itemWhat, SENSITIVE_KINDS));
  return kinds?.length === node.items.length ? kinds : undefined;
}

function pathTest(spec: PathSpec, place: Place, compiler: Compiler): Test {
  const expanded = expandPathSpec(spec, place, compiler);
  if (expanded === "faulty") return CANNOT_TELL;
  const { view, workingFolder, home } = compiler.world;
  const options: PathOptions = { ...expanded, workingFolder, home };
  const fault = pathOptionsFault(options);
  if (fault !== undefined) {
    compiler.fault(place, `the path condition cannot be met: ${fault}`, "Write ${HOME} or ${PROJECT_DIR} in front");
    return CANNOT_TELL;
  }
  const { sensitive } = expanded;
  if (sensitive !== undefined && sensitive !== false) return sensitiveTest(sensitive, options, view);
  const guard: Guard = newPathGuard(options, view);
  return stringTest((text, way) => {
    const result = guard(text);
    if (result.ok) return true;
    if (!ELSEWHERE.has(result.reason)) return "not-applicable";
    return isWide(way) && result.reason === "blocked: outside the allowed folders" && leadsUnder(text, options, view);
  });
}

/** Many rules ask of one text, each for a kind of its own: where it leads is looked up once a judgement. */
function sensitiveTest(
  wanted: true | readonly SensitiveKind[],
  { workingFolder = "/", home }: PathOptions,
  view: FileView | undefined,
): Test {
  const options = { base: { home, workingFolder, variables: {} }, view };
  return stringTest((text, _way, moment) => {
    const found = moment.recall(`sensitive ${text}`, () => sensitiveKinds(text, options));
    return wanted === true ? found.size > 0 : wanted.some((kind) => found.has(kind));
  });
}

/** Puts the values of variables in. */
export function expandPathSpec(spec: PathSpec, place: Place, compiler: Compiler): PathSpec | "faulty" {
  const under = expandAll(spec.under, (text) => compiler.expand(text, place));
  const not = expandAll(spec.not, (text) => compiler.expand(text, place, escapeFolder));
  return under === "faulty" || not === "faulty" ? "faulty" : { ...spec, under, not };
}

function expandAll(
  texts: readonly string[] | undefined,
  expand: (text: string) => string | undefined,
): readonly string[] | undefined | "faulty" {
  const expanded = texts?.map(expand).filter((text) => text !== undefined);
  return expanded?.length === texts?.length ? expanded : "faulty";
}

/** A folder as part of a glob. */
function escapeFolder(folder: string): string {
  return escapeGlob(/^[A-Za-z]:/.test(folder) ? folder.replaceAll("\\", "/") : folder);
}
