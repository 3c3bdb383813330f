/**
 * `sallyport guard`: a guard by itself, for trying, scripts and CI.
 *
 * @module
 */

import type { CommandOptions } from "../guards/command.ts";
import type { Guard } from "../guards/guard.ts";
import type { PathOptions } from "../guards/path.ts";
import type { SqlOptions } from "../guards/sql.ts";
import type { UrlOptions } from "../guards/url.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { loadPolicy } from "../policy/load_policy.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const USAGE = `Usage: sallyport guard KIND --options JSON

Judges values by one guard. KIND is path, url, sql or command; the options are
those of the condition of that name in a policy. One JSON string a line comes
in on stdin; a line goes out for each: {"ok":true,"value":...} with the form
that is safe to use, or {"ok":false,"reason":...}.

  --options JSON       the guard's options

Exit code: 0 all pass, 1 one is refused, 2 a problem in usage or a line that is
no JSON string (it is answered with {"error":...}; the others still are judged).

Example:
  echo '"git status"' | sallyport guard command --options '{"programs":["git status"]}'
`;

/** The command. */
export const GUARD: CliCommand = {
  name: "guard",
  summary: "judge values by one guard: path, url, sql or command",
  usage: USAGE,
  run: runGuard,
};

const KINDS = ["path", "url", "sql", "command"] as const;
type Kind = typeof KINDS[number];

const MAX_INPUT_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 64;

async function runGuard(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["options"], words: 1 });
  const [word] = flags.words;
  const kind = KINDS.find((known) => known === word);
  if (kind === undefined) throw new UsageError("Unknown kind of guard", `The kinds are: ${KINDS.join(", ")}`);
  const options = await readOptions(edge, kind, flags.values["options"] ?? "{}");
  if (options === undefined) return EXIT.problem;
  const guard = await newGuard(edge, kind, options);
  const input = await edge.readStdin(MAX_INPUT_BYTES);
  if (input === undefined) {
    reportError(edge, "The input is longer than 64 MiB", "Give it in parts");
    return EXIT.problem;
  }
  let exit: number = EXIT.done;
  for (const line of input.split("\n").map((text) => text.trim()).filter((text) => text !== "")) {
    const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
    if (!parsed.ok || typeof parsed.value !== "string") {
      edge.out(`${JSON.stringify({ error: "the line is no JSON string" })}\n`);
      exit = EXIT.problem;
      continue;
    }
    const result = guard(parsed.value);
    edge.out(`${JSON.stringify(result)}\n`);
    if (!result.ok && exit === EXIT.done) exit = EXIT.finding;
  }
  return exit;
}

/** Options are read as a policy's condition is, so that a mistyped one is a problem and never a wider guard. */
async function readOptions(edge: Edge, kind: Kind, text: string): Promise<object | undefined> {
  const parsed = parseJson(text.trim(), { maxDepth: MAX_DEPTH });
  if (!parsed.ok || typeof parsed.value !== "object" || parsed.value === null || Array.isArray(parsed.value)) {
    reportError(edge, "The options are no JSON object", `See: sallyport guard --help`);
    return undefined;
  }
  const policy = `{"version":1,"tools":{"t":{"args":{"value":{"${kind}":${text.trim()}}}}}}`;
  const { problems } = await loadPolicy({ kind: "file", path: "options" }, {
    readText: () => Promise.resolve({ ok: true, text: policy }),
    packs: new Map(),
    variables: {},
    server: "server",
    command: [],
    view: edge.view,
    workingFolder: edge.workingFolder(),
  });
  for (const { message, hint } of problems) reportError(edge, message.replace(/ of argument .*?: /, ": "), hint);
  const options: object = JSON.parse(text);
  return problems.length > 0 ? undefined : options;
}

async function newGuard(edge: Edge, kind: Kind, options: object): Promise<Guard> {
  const place = { workingFolder: edge.workingFolder(), home: edge.env("HOME") };
  switch (kind) {
    case "path":
      return (await import("../guards/path.ts")).newPathGuard({ ...place, ...options } as PathOptions, edge.view);
    case "url":
      return (await import("../guards/url.ts")).newUrlGuard(options as UrlOptions);
    case "sql":
      return await (await import("../guards/sql.ts")).newSqlGuard(options as SqlOptions);
    case "command": {
      const { newCommandGuard } = await import("../guards/command.ts");
      const { loadCommandParser } = await import("../guards/shell.ts");
      return newCommandGuard({ ...place, ...options } as CommandOptions, await loadCommandParser(), edge.view);
    }
  }
}
