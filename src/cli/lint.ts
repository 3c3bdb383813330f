/**
 * `sallyport lint`: what the author of a policy may not have meant.
 *
 * @module
 */

import { newScanner } from "../detect/scan.ts";
import type { Reader } from "../policy/file/reader.ts";
import { readTree } from "../policy/file/read_policy.ts";
import type { TreeNode } from "../policy/file/tree.ts";
import { LINT_CODES, type LintContext, type LintFinding } from "../policy/lint/lint_finding.ts";
import { lintPolicy } from "../policy/lint/lint_policy.ts";
import type { PinTable } from "../detect/definition/pins.ts";
import { plainTest } from "./check.ts";
import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { type InForce, policiesOf, type PolicyInForce } from "./in_force.ts";
import { judgeCase } from "./judge_case.ts";
import { lintSarif } from "./lint_sarif.ts";
import { parseFlags } from "./parse_flags.ts";
import { readPins } from "./pin_store.ts";
import { protectionFor } from "./protected_places.ts";
import { reportError } from "./report.ts";
import { start } from "./start.ts";

const USAGE = `Usage: sallyport lint [FLAGS] [FILE]

Reads the policies in force, or FILE, for what their author may not have meant:
rules and entries that never count, suppressions that ended, names of no tool,
open arguments, wide paths and hosts, letters where a guard would understand,
secrets in the policy itself. Runs the policies' own tests. Recorded definitions
(sallyport pins) say which tools and arguments there are.

  -c, --config FILE    the policy, as for the proxy
  --name SERVER        the server's name; only its recorded definitions count
  --project DIR        the project folder
  --sarif              print SARIF 2.1.0, for code scanning
  --json               print one JSON object a finding

Each kind of finding has a page: docs/problems/CODE.md.

Exit code: 0 nothing, 1 a finding, 2 a problem.

Example:
  sallyport lint team.jsonc
`;

/** The command. */
export const LINT: CliCommand = {
  name: "lint",
  summary: "find what the author of a policy may not have meant",
  usage: USAGE,
  run: runLint,
};

/** A finding in a file. */
export interface FileFinding extends LintFinding {
  readonly file: string;
}

async function runLint(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["config", "name", "project"],
    switches: ["json", "sarif"],
    short: { c: "config" },
    words: 1,
  });
  const { name, project } = flags.values;
  const [file] = flags.words;
  const config = file ?? flags.values["config"];
  const started = await start(edge, { config, project, server: name ?? "server", command: [] });
  if (!started.ok) return started.exit;
  const { inForce, where } = started;
  const pins = await readPins(edge, where.home);
  if (!pins.ok) {
    reportError(edge, `Cannot read pins: ${pins.why}`, "See: sallyport pins --help");
    return EXIT.problem;
  }
  const known = pins.servers.filter((server) => name === undefined || server.name === name);
  const policies = policiesOf(inForce);
  const context: LintContext = {
    today: edge.today(),
    ruleNames: new Set((await Promise.all(policies.map(namesOf))).flat()),
    pins: known.length === 0 ? undefined : new Map(known.flatMap(({ accepted }) => [...accepted])) satisfies PinTable,
    scanner: newScanner(),
  };
  const wanted = file === undefined
    ? policies.filter((policy) => policy !== inForce.machine)
    : policies.filter(({ source }) => source === edge.absolute(file));
  const findings: FileFinding[] = [];
  for (const policy of wanted) findings.push(...await lintFiles(policy, context));
  findings.push(...failingTests(wanted, inForce, {
    protection: await protectionFor(edge, where, inForce),
    server: name ?? "server",
  }));
  show(edge, findings, flags.switches);
  return findings.length === 0 ? EXIT.done : EXIT.finding;
}

async function treesOf(policy: PolicyInForce): Promise<{ readonly file: string; readonly tree: TreeNode }[]> {
  const found: { file: string; tree: TreeNode }[] = [];
  for (const { kind, name, text } of policy.closure) {
    const { tree } = await readTree(name, text.replace(/^\ufeff/, ""));
    if (tree === undefined) continue;
    found.push({ file: kind === "pack" ? `pack:${name}` : name, tree: await converted(name, tree) });
  }
  return found;
}

async function converted(file: string, tree: TreeNode): Promise<TreeNode> {
  if (tree.type !== "object" || !tree.members.some(({ key }) => key === "settings")) return tree;
  const { toPolicy } = await import("../policy/mcpwall/to_policy.ts");
  const reader: Reader = { file, problems: [] };
  return toPolicy(reader, tree).tree;
}

/** Names of a policy's rules, those of packs too. */
async function namesOf(policy: PolicyInForce): Promise<readonly string[]> {
  return (await treesOf(policy)).flatMap(({ tree }) => ruleNames(tree));
}

function ruleNames(tree: TreeNode): readonly string[] {
  if (tree.type !== "object") return [];
  return tree.members.flatMap(({ key, value }) => {
    if (key === "servers" && value.type === "object") return value.members.flatMap((part) => ruleNames(part.value));
    if (key !== "rules" && key !== "responses" || value.type !== "array") return [];
    return value.items.flatMap((rule) => {
      const name = rule.type === "object" ? rule.members.find((member) => member.key === "name")?.value : undefined;
      return name?.type === "string" ? [name.value] : [];
    });
  });
}

async function lintFiles(policy: PolicyInForce, context: LintContext): Promise<FileFinding[]> {
  const found: FileFinding[] = [];
  for (const { file, tree } of await treesOf(policy)) {
    // Packs come with Sallyport, and what they say is meant.
    if (file.startsWith("pack:")) continue;
    found.push(...lintPolicy(tree, context).map((finding) => ({ ...finding, file })));
  }
  return found;
}

function failingTests(
  policies: readonly PolicyInForce[],
  { judge }: InForce,
  context: Omit<Parameters<typeof judgeCase>[1], "judge">,
): FileFinding[] {
  const found: FileFinding[] = [];
  for (const { policy, source } of policies) {
    for (const [index, test] of policy.tests.entries()) {
      const verdict = judgeCase(plainTest(test), { ...context, judge });
      const got = "error" in verdict ? verdict.error : verdict.verdict;
      const isSame = got === test.expect || got === "log" && test.expect === "allow";
      const isRule = test.rule === undefined || !("error" in verdict) && verdict.rule === test.rule;
      if (isSame && isRule) continue;
      const by = "error" in verdict ? "" : ` by rule ${verdict.rule}`;
      const message = `test ${index + 1} expects ${test.expect} and gets ${got}${by}`;
      const hint = "To see why: sallyport check --tests";
      found.push({ code: "failing-test", message, hint, place: test.place, file: source });
    }
  }
  return found;
}

function show(edge: Edge, findings: readonly FileFinding[], switches: ReadonlySet<string>): void {
  if (switches.has("sarif")) {
    edge.out(lintSarif(findings, { codes: LINT_CODES, workingFolder: edge.workingFolder() }));
    return;
  }
  for (const { file, place: { line, column }, message, code, hint } of findings) {
    const text = switches.has("json")
      ? JSON.stringify({ file, line, column, code, message, hint })
      : `${file}:${line}:${column}: ${message} [${code}]\n  ${hint}`;
    edge.out(`${text}\n`);
  }
}
