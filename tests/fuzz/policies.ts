/**
 * Policy files, JSON with comments and YAML: reading gives a policy or problems that point into the text, and never
 * throws. The same value in the other notation has the same problems.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import { stringify } from "yaml";
import { PACKS } from "../../packs/packs.ts";
import { formatProblem } from "../../src/policy/problem.ts";
import { loadFixture } from "../../src/policy/policy_fixture.ts";
import formatCases from "../cases/policy/format.jsonc" with { type: "text" };
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

const MAX_SEED = 6_000;
const ROWS = parse(formatCases) as unknown as readonly { readonly text?: string; readonly policy?: object }[];
const TEXTS = ROWS.map(({ text, policy }) => text ?? JSON.stringify(policy)).filter((text) => text.length < MAX_SEED);
/** One problem for each mistake is plenty; nesting must not multiply them. */
const MAX_PROBLEMS_A_CHAR = 4;

const WORDS: readonly string[] = [
  ...[
    '"version":1,',
    '"rules":[',
    '"when":{',
    '"any":',
    '"not":',
    '"then":"deny"',
    '"extends":["baseline"],',
    '"tools":{',
  ],
  ...[
    '"regex":"(a+)+$"',
    '"path":{"under":["${PROJECT_DIR}"]}',
    '"url":{"hosts":"public"}',
    '"sql":{"dialect":"sqlite"}',
  ],
  ...[
    "${HOME}",
    "${",
    "*",
    "**",
    "//",
    "/*",
    "*/",
    ",",
    ":",
    "}",
    "]",
    "- ",
    ": ",
    "&a ",
    "*a",
    "!!js ",
    "<<: ",
    "|\n",
    "# ",
  ],
  ...['"__proto__":', '"settings":{},', "1e999", "null", "true", "\t", "---\n", "...\n", "? ", "'"],
];

const packs = Object.fromEntries(PACKS);

async function checkText(text: string, file: string): Promise<void> {
  const { policy, problems } = await loadFixture(text, { file, packs });
  assertEquals(policy === undefined, problems.length > 0, "neither a policy nor a problem, or both");
  assert(problems.length <= 20 + text.length * MAX_PROBLEMS_A_CHAR, `${problems.length} problems`);
  const lines = text.split(/\r\n|\r|\n/).length;
  for (const problem of problems) {
    if (problem.file !== file) continue;
    assert(problem.line >= 1 && problem.line <= lines, `a problem at line ${problem.line} of ${lines}`);
    assert(problem.column >= 1 && problem.column <= text.length + 2, `a problem at column ${problem.column}`);
    // deno-lint-ignore no-control-regex -- control characters are what must not be there
    assert(!/[\0-\x09\x0b-\x1f\x7f\x9b\u202e]/.test(formatProblem(problem)), "a control character in what is shown");
  }
}

function yamlOf(text: string): string[] {
  try {
    return [stringify(parse(text))];
  } catch {
    return [];
  }
}

const inJsonc = () => ({
  inputs: mutatedText(TEXTS, { words: WORDS }),
  check: (text: string) => checkText(text, "/home/ann/project/sallyport.jsonc"),
});

const inYaml = () => ({
  inputs: mutatedText(TEXTS.flatMap(yamlOf), { words: WORDS }),
  check: (text: string) => checkText(text, "/home/ann/project/sallyport.yaml"),
});

/** The targets. */
export const POLICY_FILES: readonly FuzzTarget[] = [
  fuzzTarget("policy-jsonc", "JSON with comments gives a policy or problems that point into the text", inJsonc),
  fuzzTarget("policy-yaml", "YAML gives a policy or problems that point into the text", inYaml),
];
