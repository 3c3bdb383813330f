/**
 * `sallyport sandbox`: tries whether a server works under Deno, and fetches its package beforehand.
 *
 * @module
 */

import { serverEnvironment } from "../sandbox/environment.ts";
import { type AskedPermission, readPermissionAudit } from "../sandbox/permission_audit.ts";
import { serverSource } from "../sandbox/server_source.ts";
import { type CliCommand, UsageError } from "./command.ts";
import { denoCache, denoProgram } from "./deno_place.ts";
import type { Edge, TrialResult } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findInForce } from "./in_force.ts";
import { type Flags, parseFlags } from "./parse_flags.ts";
import { nameOf, namesFor, readNames } from "./proxy.ts";
import { reportError, reportNote, reportProblems } from "./report.ts";
import { checkedSandbox } from "./checked_sandbox.ts";
import { sandboxedNames } from "./wanted_sandbox.ts";
import { limitedLaunch, serverLimits } from "./server_limits.ts";
import { givenNames, setVariables } from "./set_variables.ts";
import type { SandboxedServer, ServerSandbox } from "./server_sandbox.ts";
import { findSurroundings, isHostileEnvironment } from "./start.ts";

const USAGE = `Usage: sallyport sandbox try [FLAGS] -- CMD [ARG...]
       sallyport sandbox minimise --calls FILE [FLAGS] -- CMD [ARG...]
       sallyport sandbox fetch -- CMD [ARG...]

try starts the server CMD under Deno as the proxy would with --sandbox, asks it
who it is and which tools it has, ends it, and says whether that worked, what
the server asked Deno for, and what of it the permission set does not hold.
minimise makes the calls of FILE (a line each: {"tool":"...","arguments":{...}})
with ever fewer permissions and prints the smallest set under which no answer
changes. Calls go to a throw-away copy of the project, the only folder that may
be written, without network; with --reads to the project itself, where nothing
may be written.
fetch has Deno fetch the package of CMD into its cache, without running
anything of it: a start itself never goes to the network.

  -c, --config FILE    the policy; its sandbox.deno is the permission set
  --name SERVER        the name of this server, for policies
  --project DIR        the project folder (default: the nearest with .git)
  --pass-env NAMES     variables the server gets, as for the proxy
  --calls FILE         with minimise: the calls
  --reads TOOLS        with minimise: only calls of these tools, which you say
                       only read, in the project itself and with network
  --json               prints one JSON object

Exit code: 0 it works (fetch: it is fetched; minimise: there is a set), 1 it
does not, 2 a problem in
usage or policy, 3 not possible here.

Example:
  sallyport sandbox try -- npx -y @modelcontextprotocol/server-memory@2026.8.31
`;

/** The command. */
export const SANDBOX: CliCommand = {
  name: "sandbox",
  summary: "try whether a server works under Deno; find its smallest permission set; fetch its package",
  usage: USAGE,
  run: runSandbox,
};

async function runSandbox(args: readonly string[], edge: Edge): Promise<number> {
  const end = args.indexOf("--");
  const [action, ...own] = end < 0 ? args : args.slice(0, end);
  if (action !== "try" && action !== "minimise" && action !== "fetch") {
    const hint = "As in: sallyport sandbox try -- npx -y SERVER@1.2.3";
    throw new UsageError("Cannot tell what to do: try, minimise or fetch", hint);
  }
  const command = end < 0 ? [] : args.slice(end + 1);
  if (command.length === 0 || command[0] === "") throw new UsageError("No server command", "Put it behind --");
  const flags = readFlags(action, own);
  if (isHostileEnvironment(edge)) return EXIT.problem;
  if (action === "fetch") return await fetchFor(edge, command);
  if (action === "try") return await tryUnderDeno(edge, flags, command);
  return await (await import("./sandbox_minimise.ts")).minimiseSandbox(edge, flags, command);
}

function readFlags(action: "try" | "minimise" | "fetch", own: readonly string[]): Flags {
  const short = { c: "config" };
  if (action === "fetch") return parseFlags(own, {});
  if (action === "try") {
    return parseFlags(own, {
      values: ["config", "name", "project"],
      lists: ["pass-env"],
      switches: ["json"],
      short,
    });
  }
  return parseFlags(own, {
    values: ["calls", "config", "name", "project"],
    lists: ["pass-env", "reads"],
    switches: ["json"],
    short,
  });
}

async function tryUnderDeno(edge: Edge, flags: Flags, command: readonly string[]): Promise<number> {
  const [program = "", ...args] = command;
  const server = flags.values["name"] ?? nameOf({ program, args });
  const { config, project } = flags.values;
  const where = findSurroundings(edge, { config, project, server, command });
  if (where === undefined) return EXIT.problem;
  const { inForce, problems } = await findInForce(edge, where);
  if (inForce === undefined) {
    reportProblems(edge, problems);
    return EXIT.problem;
  }
  const names = namesFor(edge, inForce, readNames(flags.lists["pass-env"] ?? []));
  const isJson = flags.switches.has("json");
  const sandbox = await checkedSandbox(edge, {
    where,
    inForce,
    names: givenNames(edge, inForce, names),
    isAsked: true,
  });
  if (sandbox.kind !== "on") return sayImpossible(edge, sandbox, isJson);
  const limits = serverLimits(edge, inForce, sandbox);
  if (limits.kind === "refused") {
    reportError(edge, `Cannot run this server within its limits: ${limits.why}`, limits.hint);
    return EXIT.impossible;
  }
  const { program: started, args: words } = limitedLaunch(sandbox, limits);
  const result = await edge.tryServer({
    server,
    program: started,
    args: words,
    environment: {
      ...serverEnvironment(sandboxedNames(names, sandbox), (name) => edge.env(name)),
      ...setVariables(edge, inForce),
      ...sandbox.environment,
    },
    home: where.home,
    broker: sandbox.broker,
  });
  say(edge, { sandbox, result, isJson });
  return result.works ? EXIT.done : EXIT.finding;
}

function sayImpossible(edge: Edge, sandbox: Exclude<ServerSandbox, SandboxedServer>, isJson: boolean): number {
  const why = sandbox.kind === "off"
    ? "it was not asked for"
    : sandbox.kind === "wall"
    ? "the policy has it run behind sandbox.bwrap"
    : sandbox.why;
  if (isJson) edge.out(`${JSON.stringify({ works: false, why })}\n`);
  reportError(edge, `Cannot run this server under Deno: ${why}`, sandbox.kind === "refused" ? sandbox.hint : undefined);
  return sandbox.kind === "refused" && sandbox.isPolicy ? EXIT.problem : EXIT.impossible;
}

/** What is said of a trial. */
interface Said {
  readonly sandbox: SandboxedServer;
  readonly result: TrialResult;
  readonly isJson: boolean;
}

function say(edge: Edge, { sandbox, result, isJson }: Said): void {
  const asked = readPermissionAudit(result.audit, sandbox.set).map((one): Asked => {
    const found = result.refused?.find(({ permission, value }) => permission === one.kind && value === one.value);
    return { ...one, ...(found === undefined ? {} : { refused: found.rule }) };
  });
  const { works, why, tools } = result;
  const { module, text } = sandbox;
  if (isJson) {
    edge.out(`${JSON.stringify({ works, why, module, tools, permissions: sandbox.set, asked })}\n`);
    return;
  }
  edge.out(`module: ${module}\npermissions: ${text}\n`);
  edge.out(works ? `works: yes, ${tools} tools\n` : `works: no: ${why}\n`);
  edge.out(
    asked.length === 0
      ? "asked for: nothing\n"
      : asked.map((one) => `asked for: ${askedText(one, sandbox.broker !== undefined)}\n`).join(""),
  );
  if (!works) edge.err(result.lines.map((line) => `${line}\n`).join(""));
}

/** What was asked for, and by which rule it was refused where rights are per call. */
interface Asked extends AskedPermission {
  readonly refused?: string;
}

function askedText({ kind, value, isInSet, refused }: Asked, isPerCall: boolean): string {
  const what = value === undefined ? `${kind} (all)` : `${kind} ${value.replace(/\p{C}/gu, "?")}`;
  if (refused === "sandbox/no-call") return `${what} (refused without a call; what it needs so belongs in startup)`;
  if (refused !== undefined) return `${what} (refused: ${refused})`;
  if (isPerCall) return what;
  if (isInSet) return what;
  return kind === "env" ? `${what} (not in the set: it looks as if it were not set)` : `${what} (not in the set)`;
}

async function fetchFor(edge: Edge, command: readonly string[]): Promise<number> {
  const reading = serverSource(command);
  if (!reading.ok) {
    reportError(edge, `Cannot run this server under Deno: ${reading.why}`);
    return EXIT.impossible;
  }
  const { source } = reading;
  if (source.kind === "file") {
    reportNote(edge, "a file needs no fetching; packages that it imports are not looked for");
    return EXIT.done;
  }
  const deno = denoProgram(edge);
  if (deno === undefined) {
    reportError(edge, "There is no deno in PATH", "Install Deno 2.9.6 or later");
    return EXIT.impossible;
  }
  const where = findSurroundings(edge, {
    config: undefined,
    project: undefined,
    hasProject: false,
    server: "",
    command,
  });
  if (where === undefined) return EXIT.problem;
  const module = `npm:${source.name}${source.version === undefined ? "" : `@${source.version}`}`;
  const why = await edge.fetchPackage({ deno, module, cache: denoCache(edge), folder: where.home });
  if (why !== undefined) {
    reportError(
      edge,
      `Cannot fetch ${module}: ${why}`,
      "Look at its name and version, and whether the registry can be reached",
    );
    return EXIT.finding;
  }
  edge.out(`fetched: ${module}\n`);
  return EXIT.done;
}
