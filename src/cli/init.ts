/**
 * `sallyport init`: from nothing to protected. Finds the servers of every client, wraps the chosen ones, writes a policy.
 *
 * @module
 */

import type { ClientServer } from "./client_servers.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";
import { shownWords } from "./shown_words.ts";
import { isHostileEnvironment } from "./start.ts";
import { lookAtClients, wrapAll } from "./wrap.ts";
import { isBehindUs } from "./wrap_servers.ts";

const USAGE = `Usage: sallyport init [--yes] [--profile PROFILE] [--client CLIENT] [--dry-run]
                      [--project DIR]

Finds the MCP servers of every client on this machine, shows the whole command
of each, puts Sallyport in front of those you choose, and writes a policy. No
server is started. Everything can be undone: sallyport unwrap --all.

  --yes                wraps every server, asks nothing
  --profile PROFILE    local-dev (default), company-laptop or strict
  --client CLIENT      only this client's servers
  --dry-run            shows what would change, changes nothing
  --project DIR        the project whose files are looked at, too

Exit code: 0 done, 1 nothing was found or chosen, 2 a problem, 3 nobody to ask.

Example:
  sallyport init --dry-run
`;

/** The command. */
export const INIT: CliCommand = {
  name: "init",
  summary: "find every client's servers, wrap them, write a policy",
  usage: USAGE,
  run: runInit,
};

const PROFILES = ["local-dev", "company-laptop", "strict"] as const;

async function runInit(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["profile", "client", "project"], switches: ["yes", "dry-run"] });
  const profile = PROFILES.find((each) => each === (flags.values["profile"] ?? "local-dev"));
  if (profile === undefined) throw new UsageError("Unknown profile", `The profiles are: ${PROFILES.join(", ")}`);
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const looked = await lookAtClients(edge, { client: flags.values["client"], project: flags.values["project"] });
  if (looked === undefined) return EXIT.problem;
  const isDry = flags.switches.has("dry-run");
  const servers = looked.servers.filter((server) => !isBehindUs(edge, server));
  for (const { client, entry, path } of looked.servers.filter((server) => isBehindUs(edge, server))) {
    reportNote(edge, `${client.name}: ${entry.name} is wrapped already (${path})`);
  }
  if (servers.length === 0) {
    reportNote(edge, "no server to wrap was found in any client's file");
    return looked.isPartial ? EXIT.problem : EXIT.finding;
  }
  list(edge, servers);
  const chosen = flags.switches.has("yes") || isDry ? servers : choose(edge, servers);
  if (chosen === undefined) return EXIT.impossible;
  if (chosen.length === 0) {
    reportNote(edge, "nothing was chosen, nothing was changed");
    return EXIT.finding;
  }
  if (!isDry && !(await writePolicy(edge, looked.home, profile))) return EXIT.problem;
  const exit = await wrapAll(edge, looked, chosen, { isDry });
  if (isDry) return exit;
  reportNote(edge, "restart your clients; some ask once more whether they may start a changed server");
  reportNote(edge, "to undo it all: sallyport unwrap --all");
  return exit;
}

function list(edge: Edge, servers: readonly ClientServer[]): void {
  for (const [index, { client, entry, path }] of servers.entries()) {
    const what = entry.words === undefined
      ? `not covered yet${entry.url === undefined ? "" : ": it is called by its address"}`
      : shownWords(entry.words);
    edge.err(`${String(index + 1).padStart(3)}  ${client.name}: ${entry.name} (${path})\n     ${what}\n`);
  }
}

/** Asks which servers; nothing where nobody can be asked. */
function choose(edge: Edge, servers: readonly ClientServer[]): readonly ClientServer[] | undefined {
  if (!edge.terminals().stdin) {
    reportError(
      edge,
      "Choosing servers needs a terminal",
      "Give --yes to wrap them all, or name one: sallyport wrap NAME",
    );
    return undefined;
  }
  const answer = (edge.ask('Which to put behind Sallyport? Numbers with spaces, "all" or "none":') ?? "none").trim();
  if (answer === "all") return servers;
  const numbers = answer.split(/[\s,]+/).map(Number);
  return servers.filter((_, index) => numbers.includes(index + 1));
}

async function writePolicy(edge: Edge, home: string, profile: typeof PROFILES[number]): Promise<boolean> {
  const path = `${home}/sallyport.jsonc`;
  if (edge.kindOf(path) !== "nothing" || edge.kindOf(`${home}/sallyport.yaml`) !== "nothing") {
    reportNote(edge, "your policy is there already and stays as it is");
    return true;
  }
  const comment = profile === "strict"
    ? "// Nothing but what is named here: add the tools you use. See docs/policy.md."
    : "// What no rule speaks of is allowed; see docs/packs.md for what is refused. Add your own rules here.";
  const open = profile === "strict" ? "" : `  "default": "allow",\n`;
  const text = `${comment}\n{\n  "version": 1,\n${open}  "extends": ["${profile}"]\n}\n`;
  const why = await edge.writePrivate(path, text);
  if (why === undefined) {
    reportNote(edge, `wrote the policy ${path} (profile ${profile})`);
    return true;
  }
  reportError(edge, `Cannot write the policy: ${why}`, "Make the Sallyport home writable");
  return false;
}
