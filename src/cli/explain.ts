/**
 * `sallyport explain`: which policies are in force and, for a message, what decided.
 *
 * @module
 */

import { parseJson } from "../jsonrpc/parse_json.ts";
import { policyJudge } from "../firewall/policy_judge.ts";
import { MAX_DEPTH } from "../firewall/judge.ts";
import type { CliCommand } from "./command.ts";
import { humanLine } from "./check.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { policiesOf, type PolicyInForce } from "./in_force.ts";
import { judgeCase } from "./judge_case.ts";
import { parseFlags } from "./parse_flags.ts";
import { protectionFor } from "./protected_places.ts";
import { reportError } from "./report.ts";
import { start } from "./start.ts";

const USAGE = `Usage: sallyport explain [FLAGS] [--input JSON]

Shows which policies are in force and what they come to; with --input also
what decides about that message (see: sallyport check --help for its forms).

  -c, --config FILE    the policy
  --name SERVER        the server's name
  --project DIR        the project folder
  --json               print one JSON object

Exit code: 0, or 2 for a problem in usage, policy or input.

Example:
  sallyport explain --input '{"call":{"tool":"read_file","args":{"path":"/etc/passwd"}}}'
`;

/** The command. */
export const EXPLAIN: CliCommand = {
  name: "explain",
  summary: "show the policies in force and what decides about a message",
  usage: USAGE,
  run: runExplain,
};

async function runExplain(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["config", "name", "project", "input"],
    switches: ["json"],
    short: { c: "config" },
  });
  const server = flags.values["name"] ?? "server";
  const { config, project, input } = flags.values;
  const started = await start(edge, { config, project, server, command: [] });
  if (!started.ok) return started.exit;
  const { inForce, where } = started;
  const isJson = flags.switches.has("json");
  const policies = policiesOf(inForce);
  if (input === undefined) {
    edge.out(isJson ? `${JSON.stringify({ policies: policies.map(summary) })}\n` : policies.map(describe).join(""));
    return EXIT.done;
  }
  const parsed = parseJson(input.trim(), { maxDepth: MAX_DEPTH });
  const context = { judge: inForce.judge, protection: await protectionFor(edge, where, inForce), server };
  const verdict = parsed.ok ? judgeCase(parsed.value, context) : { error: `not strict JSON (${parsed.fault})` };
  if ("error" in verdict) {
    reportError(edge, `Cannot explain the input: ${verdict.error}`, "See: sallyport check --help");
    return EXIT.problem;
  }
  const isDecider = ({ policy, hash }: PolicyInForce) => {
    const judge = policyJudge({ policies: { global: policy }, server, hash, today: () => edge.today() });
    const own = parsed.ok ? judgeCase(parsed.value, { ...context, judge }) : verdict;
    return !("error" in own) && own.rule === verdict.rule && own.verdict === verdict.verdict;
  };
  const from = originOf(verdict.rule, policies.find(isDecider) ?? inForce.global);
  if (isJson) edge.out(`${JSON.stringify({ ...verdict, from, policies: policies.map(summary) })}\n`);
  else edge.out(`${policies.map(describe).join("")}${humanLine(verdict)}       decided by ${from}\n`);
  return EXIT.done;
}

/** Where the rule that decided is written; `by` is the policy whose verdict it was. */
function originOf(rule: string, by: PolicyInForce): string {
  if (rule.startsWith("frame/") || rule.startsWith("session/")) return "the protocol: no policy can change it";
  if (rule.startsWith("self/")) return "Sallyport's protection of itself: no policy can change it";
  const { rules, responses } = by.policy;
  return [...rules.rules, ...responses.rules].find(({ name }) => name === rule)?.file ?? by.source;
}

function summary({ policy, source, hash }: PolicyInForce) {
  return {
    source,
    hash,
    trust: policy.trust,
    mode: policy.mode,
    default: policy.default,
    rules: policy.rules.rules.map(({ name, action, file }) => ({ name, action, file })),
    responses: policy.responses.rules.map(({ name, action, file }) => ({ name, action, file })),
    tools: entriesOf(policy.tools),
    methods: entriesOf(policy.methods),
  };
}

function entriesOf(table: PolicyInForce["policy"]["tools"]) {
  return [...table.byName.values()].map(({ key, action, file }) => ({ key, action, file }));
}

function describe(inForce: PolicyInForce): string {
  const { source, trust, mode, default: fallback, rules, responses, tools, methods } = summary(inForce);
  const lines = [
    `policy ${source}`,
    `  trust: ${trust === "trusted" ? "yes" : "no: only what it denies or asks counts"}`,
    `  mode: ${mode}`,
    `  default: ${fallback}`,
    ...tools.map(({ key, action, file }) => `  tool ${JSON.stringify(key)}: ${action} (${file})`),
    ...methods.map(({ key, action, file }) => `  method ${JSON.stringify(key)}: ${action} (${file})`),
    ...rules.map(({ name, action, file }) => `  rule ${name}: ${action} (${file})`),
    ...responses.map(({ name, action, file }) => `  response rule ${name}: ${action} (${file})`),
  ];
  return `${lines.join("\n")}\n`;
}
