/**
 * `regex`: an RE2 expression matches somewhere in the string. Several in a list: one of them does.
 *
 * @module
 */

import { addProblem, readStringOrList } from "../file/reader.ts";
import { truths } from "./all_of.ts";
import { anyOf, CANNOT_TELL, type Compiler, gatesOfAny, type Test } from "./condition.ts";
import { type ConditionKind, plainCondition } from "./kind.ts";
import { stringTest } from "./string_condition.ts";
import type { Place } from "../problem.ts";

/** An RE2 expression, not anchored, or a list of them. */
export const REGEX: ConditionKind = {
  name: "regex",
  read(node, what, { reader }) {
    const sources = readStringOrList(reader, node, what);
    if (sources === undefined) return undefined;
    for (const source of sources) {
      if (!/\$\{(?:HOME|TMPDIR|PROJECT_DIR|env:[^}]*)\}/.test(source)) continue;
      const hint = "Write \\$\\{ if the characters themselves are meant";
      const fault = "variables are not read in an expression";
      addProblem(reader, { code: "bad-pattern", place: node.place, what, fault, hint });
    }
    return plainCondition("regex", node, (compiler) => regexTest(sources, node.place, compiler), "needs engine");
  },
};

function regexTest(sources: readonly string[], place: Place, compiler: Compiler): Test {
  const tests = sources.map((source) => oneTest(source, place, compiler));
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return only;
  return stringTest(
    (text, way, moment) => anyOf(truths(tests, (test) => test.holds(text, way, moment))),
    gatesOfAny(tests),
  );
}

function oneTest(source: string, place: Place, compiler: Compiler): Test {
  const regex = compiler.regex(source, place);
  if (regex === undefined) return CANNOT_TELL;
  const gate = compiler.gate(regex.keywords);
  return stringTest((text, _way, moment) => moment.matches(regex, gate, text), gate === undefined ? undefined : [gate]);
}
