/**
 * `glob`: the whole string matches a glob. Several in a list: one of them does.
 *
 * Written as plain text, what `*` reaches over follows from what the match leads to: to admit, `*` stops at `/` and a
 * string with a `..` step never matches; to refuse, `*` matches anything. `{"pattern", "dialect"}` says which it is.
 * For paths of the file system use `path`, which also knows links.
 *
 * @module
 */

import { addProblem, readFields, readStringOrList, readWord } from "../file/reader.ts";
import type { TreeNode } from "../file/tree.ts";
import { compileGlob, escapeGlob, type Glob, type GlobDialect } from "../../guards/glob.ts";
import { toKeyword } from "../../text/keyword_automaton.ts";
import type { Place } from "../problem.ts";
import { CANNOT_TELL, type Compiler, isWide, type Test } from "./condition.ts";
import { type ConditionKind, type ConditionReader, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";

/** The dialects a policy may name. */
const DIALECTS: readonly GlobDialect[] = ["name", "path", "host"];

/** A glob, a list of globs, or `{"pattern", "dialect"}`. */
export const GLOB: ConditionKind = {
  name: "glob",
  read(node, what, conditions) {
    const spec = readSpec(node, what, conditions);
    if (spec === undefined) return undefined;
    return plainCondition("glob", node, (compiler) => globTest(spec.patterns, spec.dialect, node.place, compiler));
  },
};

interface GlobSpec {
  readonly patterns: readonly string[];
  readonly dialect: GlobDialect | undefined;
}

function readSpec(node: TreeNode, what: string, { reader }: ConditionReader): GlobSpec | undefined {
  if (node.type !== "object") {
    const patterns = readStringOrList(reader, node, what);
    return patterns === undefined ? undefined : { patterns, dialect: undefined };
  }
  const fields = readFields<{ pattern: readonly string[]; dialect: GlobDialect }>(reader, node, what, {
    pattern: (value, valueWhat) => readStringOrList(reader, value, valueWhat),
    dialect: (value, valueWhat) => readWord(reader, value, valueWhat, DIALECTS),
  });
  if (fields?.pattern !== undefined) return { patterns: fields.pattern, dialect: fields.dialect };
  if (!node.members.some((member) => member.key === "pattern")) {
    addProblem(reader, { code: "missing-field", place: node.place, what, fault: '"pattern" is missing' });
  }
  return undefined;
}

function globTest(
  patterns: readonly string[],
  dialect: GlobDialect | undefined,
  place: Place,
  compiler: Compiler,
): Test {
  const narrow: Glob[] = [];
  const wide: Glob[] = [];
  for (const pattern of patterns) {
    const expanded = compiler.expand(pattern, place, escapeGlob);
    if (expanded === undefined) return CANNOT_TELL;
    for (const [list, each] of [[narrow, dialect ?? "path"], [wide, dialect ?? "name"]] as const) {
      const glob = compileGlob(expanded, each);
      if (!("fault" in glob)) list.push(glob);
      else if (list === narrow) compiler.fault(place, `the glob does not compile: ${glob.fault}`, glob.hint);
    }
  }
  const gate = compiler.gate(keywordsOf(wide));
  const admits = (text: string) =>
    (dialect !== undefined || !hasUpStep(text)) && narrow.some((glob) => glob.matches(text));
  return stringTest((text, way, moment) => {
    if (gate !== undefined && !moment.isOpen(gate, text)) return false;
    return isWide(way) ? wide.some((glob) => glob.matches(text)) : admits(text);
  }, gate === undefined ? undefined : [gate]);
}

/** The longest plain part of each alternative; nothing if an alternative has none. */
function keywordsOf(globs: readonly Glob[]): readonly string[] | undefined {
  const keywords: string[] = [];
  for (const parts of globs.flatMap((glob) => glob.literals)) {
    const [longest] = parts.map(toKeyword).toSorted((a, b) => b.length - a.length);
    if (longest === undefined || longest === "") return undefined;
    keywords.push(longest);
  }
  return keywords;
}

function hasUpStep(text: string): boolean {
  return text.includes("..") && text.split(/[/\\]/).includes("..");
}
