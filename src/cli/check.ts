/**
 * `sallyport check`: what the proxy would do with a message, or with many.
 *
 * @module
 */

import { formatJson } from "../jsonrpc/format_json.ts";
import { isJsonArray, isJsonObject, type Json } from "../jsonrpc/json.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { MAX_DEPTH } from "../firewall/judge.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { type BadCase, type CaseContext, type CaseVerdict, judgeCase, judgeText, newState } from "./judge_case.ts";
import { type JunitCase, junitXml } from "./junit.ts";
import { parseFlags } from "./parse_flags.ts";
import { protectionFor } from "./protected_places.ts";
import { reportError } from "./report.ts";
import { start } from "./start.ts";

const USAGE = `Usage: sallyport check [FLAGS] [--input JSON | --suite FILE | --tests]

Says what the proxy would do with a message. The message is read from --input
or stdin: a JSON-RPC message, or {"call":{"tool","args"}}, {"message"} or
{"response","request"}. With --suite, FILE holds many of them, one a line or as
a JSON array, each with "expect" and perhaps "rule". With --tests, the policy's
own "tests" are run.

  -c, --config FILE    the policy
  --name SERVER        the server's name, for policies that ask for it
  --project DIR        the project folder
  --json               print one JSON object a message
  --junit              print a suite's or the tests' results as JUnit XML

Exit code: 0 allow or log (or all as expected), 1 deny, ask or redact (or one
not as expected), 2 a problem in usage, policy or input.

Example:
  sallyport check --input '{"call":{"tool":"read_file","args":{"path":"~/.ssh/id_rsa"}}}'
`;

/** The command. */
export const CHECK: CliCommand = {
  name: "check",
  summary: "say what the proxy would do with a message, or run a suite",
  usage: USAGE,
  run: runCheck,
};

const MAX_INPUT_BYTES = 10 * 1024 * 1024;

async function runCheck(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["config", "name", "project", "input", "suite"],
    switches: ["json", "junit", "tests"],
    short: { c: "config" },
  });
  const server = flags.values["name"] ?? "server";
  const { config, project, input, suite } = flags.values;
  const chosen = [input, suite, flags.switches.has("tests") ? "" : undefined].filter((value) => value !== undefined);
  if (chosen.length > 1) {
    throw new UsageError("Only one of --input, --suite and --tests at a time", "Leave the others out");
  }
  const started = await start(edge, { config, project, server, command: [] });
  if (!started.ok) return started.exit;
  const { inForce, where } = started;
  const context: CaseContext = { judge: inForce.judge, protection: await protectionFor(edge, where, inForce), server };
  const isJson = flags.switches.has("json");
  const isJunit = flags.switches.has("junit");
  if (isJunit && (isJson || (suite === undefined && !flags.switches.has("tests")))) {
    throw new UsageError("--junit is for --suite and --tests, without --json", "See: sallyport check --help");
  }
  const form = isJunit ? "junit" : isJson ? "json" : "text";
  if (flags.switches.has("tests")) {
    const tests = [...inForce.global.policy.tests, ...(inForce.project?.policy.tests ?? [])];
    return runSuite(edge, { name: "tests", cases: tests.map((test) => ({ value: plainTest(test) })) }, context, form);
  }
  if (suite !== undefined) return await checkSuite(edge, suite, context, form);
  return await checkInput(edge, input, context, isJson);
}

async function checkInput(
  edge: Edge,
  given: string | undefined,
  context: CaseContext,
  isJson: boolean,
): Promise<number> {
  if (given === undefined && edge.terminals().stdin) {
    throw new UsageError("No message", "Give one by --input JSON or on stdin");
  }
  const text = given ?? await edge.readStdin(MAX_INPUT_BYTES);
  if (text === undefined) {
    reportError(edge, "The input is longer than 10 MiB", "Give one message");
    return EXIT.problem;
  }
  const parsed = parseJson(text.trim().replace(/[\r\n]+/g, " "), { maxDepth: MAX_DEPTH });
  const verdict = parsed.ok && !isJsonArray(parsed.value)
    ? judgeCase(parsed.value, context)
    : judgeText(newState(context), "client", text.trim());
  return printVerdict(edge, verdict, isJson, !parsed.ok && parsed.fault === "syntax");
}

function printVerdict(edge: Edge, verdict: CaseVerdict | BadCase, isJson: boolean, isNoJson: boolean): number {
  if ("error" in verdict) {
    if (isJson) edge.out(`${JSON.stringify(verdict)}\n`);
    reportError(edge, `Cannot check the input: ${verdict.error}`, "See: sallyport check --help");
    return EXIT.problem;
  }
  edge.out(isJson ? `${JSON.stringify(verdict)}\n` : humanLine(verdict));
  if (isNoJson) {
    reportError(edge, "The input is not JSON", "The proxy would refuse it as it stands");
    return EXIT.problem;
  }
  return exitOf(verdict);
}

function exitOf({ verdict }: CaseVerdict): number {
  return verdict === "allow" || verdict === "log" ? EXIT.done : EXIT.finding;
}

/** A verdict for a person, such as `deny   rule ssh-keys: matched a deny rule`. */
export function humanLine(verdict: CaseVerdict): string {
  const where = verdict.pointer === undefined ? "" : ` at ${JSON.stringify(verdict.pointer)}`;
  const by = verdict.condition === undefined ? "" : ` (${verdict.condition})`;
  return `${verdict.verdict.padEnd(6)} rule ${verdict.rule}: ${verdict.reason}${where}${by}\n`;
}

type Form = "text" | "json" | "junit";

interface Suite {
  readonly name: string;
  readonly cases: readonly SuiteCase[];
}

interface SuiteCase {
  readonly value?: Json;
  readonly error?: string;
}

async function checkSuite(edge: Edge, path: string, context: CaseContext, form: Form): Promise<number> {
  const reading = await edge.readText(edge.absolute(path));
  if (!reading.ok) {
    reportError(edge, `Cannot read suite ${JSON.stringify(path)}: ${reading.why}`, "Name a file of cases");
    return EXIT.problem;
  }
  return runSuite(edge, { name: path, cases: await readSuite(reading.text) }, context, form);
}

/** A suite is a JSON array, with comments if need be, or one case a line. */
async function readSuite(text: string): Promise<readonly SuiteCase[]> {
  if (text.trimStart().startsWith("[") || text.trimStart().startsWith("/")) {
    try {
      const { parse } = await import("@std/jsonc");
      const parsed = parseJson(JSON.stringify(parse(text)), { maxDepth: MAX_DEPTH });
      if (parsed.ok && isJsonArray(parsed.value)) return parsed.value.map((value) => ({ value }));
    } catch {
      // Then it is read line by line, and says there what is wrong.
    }
  }
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "").map(readCase);
}

function readCase(line: string): SuiteCase {
  const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
  return parsed.ok ? { value: parsed.value } : { error: `the line is not strict JSON (${parsed.fault})` };
}

function runSuite(edge: Edge, { name, cases }: Suite, context: CaseContext, form: Form): number {
  const results: JunitCase[] = [];
  let failed = 0;
  let bad = 0;
  let number = 0;
  for (const { value, error } of cases) {
    number++;
    const verdict = value === undefined ? { error: error ?? "no case" } : judgeCase(value, context);
    const expected = expectedOf(value);
    const isBad = "error" in verdict || typeof expected === "string";
    const shown = typeof expected === "string" && !("error" in verdict) ? { error: expected } : verdict;
    if (isBad) bad++;
    const passes = !isBad && !("error" in verdict) && typeof expected !== "string" && meets(verdict, expected);
    if (!isBad && !passes) failed++;
    const failure = passes || "error" in shown ? undefined : `expected ${showExpected(value)}, got ${humanLine(shown)}`;
    if (form === "json") edge.out(`${JSON.stringify("error" in shown ? shown : { ...shown, pass: passes })}\n`);
    else if (form === "junit") {
      const error = "error" in shown ? shown.error : undefined;
      results.push({ name: `case ${number}`, error, failure: failure?.trimEnd() });
    } else if ("error" in shown) edge.out(`case ${number}: ${shown.error}\n`);
    else if (failure !== undefined) edge.out(`case ${number}: ${failure}`);
  }
  if (form === "junit") edge.out(junitXml(name, results));
  if (form === "text") edge.out(`${number - failed - bad} of ${number} as expected\n`);
  if (bad > 0) return EXIT.problem;
  return failed > 0 ? EXIT.finding : EXIT.done;
}

interface Expected {
  readonly verdict: string | undefined;
  readonly rule: string | undefined;
}

const VERDICTS = ["allow", "deny", "ask", "redact", "log"];

function expectedOf(value: Json | undefined): Expected | string {
  if (!isJsonObject(value)) return "a case is an object";
  const { expect, rule } = value;
  if (expect !== undefined && (typeof expect !== "string" || !VERDICTS.includes(expect))) {
    return `"expect" is one of ${VERDICTS.join(", ")}`;
  }
  if (rule !== undefined && typeof rule !== "string") return '"rule" is a rule\'s name';
  return { verdict: expect, rule };
}

function meets(verdict: CaseVerdict, expected: Expected): boolean {
  if (expected.verdict === undefined) return exitOf(verdict) === EXIT.done;
  // "allow" is about passing: a message that is only logged passes.
  const sameVerdict = expected.verdict === verdict.verdict ||
    (expected.verdict === "allow" && verdict.verdict === "log");
  return sameVerdict && (expected.rule === undefined || expected.rule === verdict.rule);
}

function showExpected(value: Json | undefined): string {
  const expect = isJsonObject(value) ? value["expect"] : undefined;
  const rule = isJsonObject(value) ? value["rule"] : undefined;
  return `${expect === undefined ? "allow" : formatJson(expect).replaceAll('"', "")}${
    typeof rule === "string" ? ` by rule ${rule}` : ""
  }`;
}

/** A test of a policy as the plain case it stands for. */
export function plainTest(test: object): Json {
  const parsed = parseJson(JSON.stringify(test), { maxDepth: MAX_DEPTH });
  return parsed.ok ? parsed.value : null;
}
