/**
 * `sallyport doctor`: what is really on: Deno's permissions, the policies in force, the sandbox, the audit log.
 *
 * @module
 */

import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findInForce, type InForce, type Surroundings } from "./in_force.ts";
import { type Flags, parseFlags } from "./parse_flags.ts";
import { nameOf, namesFor, readNames, sandboxSentence } from "./proxy.ts";
import { limitsSentence, serverLimits } from "./server_limits.ts";
import { givenNames } from "./set_variables.ts";
import { reportProblems } from "./report.ts";
import { checkedSandbox } from "./checked_sandbox.ts";
import { findSurroundings, isHostileEnvironment } from "./start.ts";

const USAGE = `Usage: sallyport doctor [-c FILE] [--project DIR] [--json]
                        [--sandbox] [-- CMD [ARG...]]

Says which protections are on here, and which are not: what Deno lets
Sallyport do, which policies are in force and from where, whether the server
is sandboxed, whether the audit log can be written. With a server's command
behind -- it says what would be on for that server.

  -c, --config FILE    the policy, as for the proxy
  --name SERVER        the server's name, for policies
  --project DIR        the project folder
  --sandbox            as if the proxy was started with it
  --pass-env NAMES     variables that the server would get
  --json               print one JSON object

Exit code: 0 all can work, 1 a finding, 2 a problem in usage or policy.

Example:
  sallyport doctor
`;

/** The command. */
export const DOCTOR: CliCommand = {
  name: "doctor",
  summary: "say which protections are on here",
  usage: USAGE,
  run: runDoctor,
};

/** One thing that was looked at. */
interface Finding {
  readonly what: string;
  readonly state: "ok" | "note" | "bad";
  readonly text: string;
}

const MARK = { ok: "ok  ", note: "note", bad: "BAD " } as const;

async function runDoctor(args: readonly string[], edge: Edge): Promise<number> {
  const end = args.indexOf("--");
  const flags = parseFlags(end < 0 ? args : args.slice(0, end), {
    values: ["config", "project", "name"],
    lists: ["pass-env"],
    switches: ["json", "sandbox"],
    short: { c: "config" },
  });
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const { config, project } = flags.values;
  const command = end < 0 ? [] : args.slice(end + 1);
  const [program = "", ...rest] = command;
  const server = flags.values["name"] ?? (program === "" ? "server" : nameOf({ program, args: rest }));
  const where = findSurroundings(edge, { config, project, server, command });
  if (where === undefined) return EXIT.problem;
  const { inForce, problems } = await findInForce(edge, where);
  const auditProblem = edge.tryAudit(`${where.home}/audit`);
  const findings = [
    programFinding(edge),
    ...permissionFindings(edge),
    { what: "home", state: "ok", text: where.home } as const,
    { what: "project", state: "ok", text: where.project ?? "none: the working folder is too wide to be one" } as const,
    ...policyFindings(inForce),
    auditProblem === undefined
      ? { what: "audit", state: "ok", text: `${where.home}/audit can be written` } as const
      : { what: "audit", state: "bad", text: `${where.home}/audit cannot be written: ${auditProblem}` } as const,
    await sandboxFinding(edge, { where, inForce, flags }),
  ];
  if (flags.switches.has("json")) edge.out(`${JSON.stringify({ findings, problems })}\n`);
  else edge.out(findings.map(({ what, state, text }) => `${MARK[state]} ${what}: ${text}\n`).join(""));
  reportProblems(edge, problems);
  if (inForce === undefined) return EXIT.problem;
  return findings.some(({ state }) => state === "bad") ? EXIT.finding : EXIT.done;
}

/** What there is to tell about a server. */
interface Asked {
  readonly where: Surroundings;
  readonly inForce: InForce | undefined;
  readonly flags: Flags;
}

async function sandboxFinding(edge: Edge, { where, inForce, flags }: Asked): Promise<Finding> {
  const isAsked = flags.switches.has("sandbox");
  const isOn = isAsked ||
    [inForce?.machine, inForce?.global].some((part) =>
      part?.policy.sandbox.deno !== undefined || part?.policy.sandbox.bwrap !== undefined
    );
  if (inForce === undefined || where.command.length === 0) {
    const text = isOn
      ? "asked for; whether a server can be run so: sallyport doctor -- CMD"
      : "not sandboxed: servers run with your rights; Deno's permissions bind Sallyport, not what it starts";
    return { what: "sandbox", state: "note", text };
  }
  const names = namesFor(edge, inForce, readNames(flags.lists["pass-env"] ?? []));
  const sandbox = await checkedSandbox(edge, { where, inForce, names: givenNames(edge, inForce, names), isAsked });
  const states = { on: "ok", wall: "ok", off: "note", fallback: "bad", refused: "bad" } as const;
  const limits = serverLimits(edge, inForce, sandbox);
  const limited = limitsSentence(where.server, limits);
  return {
    what: "sandbox",
    state: limits.kind === "refused" ? "bad" : states[sandbox.kind],
    text: `${sandboxSentence(where.server, sandbox)}${limited === undefined ? "" : `; ${limited}`}`,
  };
}

function programFinding(edge: Edge): Finding {
  const { program } = edge;
  if (program.kind === "compiled") {
    return {
      what: "program",
      state: "ok",
      text: `compiled binary ${program.path}; gives up net, sys and ffi at start`,
    };
  }
  const from = program.kind === "packed" ? " (npm package)" : "";
  return { what: "program", state: "ok", text: `deno run ${program.main}${from}` };
}

const KINDS = ["read", "write", "run", "env", "net", "sys", "ffi"] as const;

/** What Deno permits without a limit; for a compiled binary that is baked in and partly given up at start. */
function permissionFindings(edge: Edge): Finding[] {
  return KINDS.map((kind) => {
    const isUnlimited = edge.isUnlimited(kind);
    const isNeededWhole = kind === "read" || kind === "write" || kind === "run" || kind === "env";
    const text = isUnlimited ? "everything is permitted" : isNeededWhole ? "only what was named" : "nothing";
    const isExpected = !isUnlimited || (edge.program.kind === "compiled");
    return { what: `permission ${kind}`, state: isExpected ? "ok" : "note", text };
  });
}

function policyFindings(inForce: InForce | undefined): Finding[] {
  if (inForce === undefined) return [{ what: "policy", state: "bad", text: "cannot be read; no server would start" }];
  const { machine, global, project } = inForce;
  const ofMachine: Finding = {
    what: "machine policy",
    state: machine?.policy.mode === "observe" ? "bad" : "ok",
    text: machine === undefined ? "none" : `${machine.source} (the others only tighten it)`,
  };
  const findings: Finding[] = [ofMachine, {
    what: "policy",
    state: global.policy.mode === "observe" ? "bad" : "ok",
    text: `${global.source}${global.policy.mode === "observe" ? " (observe: nothing is refused)" : ""}`,
  }];
  if (project !== undefined) {
    const trusted = project.policy.trust === "trusted";
    findings.push({
      what: "project policy",
      state: trusted ? "ok" : "note",
      text: `${project.source} (${trusted ? "trusted" : "not trusted: only what it denies or asks counts"})`,
    });
  }
  return findings;
}
