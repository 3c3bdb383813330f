/**
 * `sallyport trust`: a person says that a policy inside a project may count as a whole.
 *
 * @module
 */

import type { ClosurePart } from "../policy/closure.ts";
import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findInForce, type Surroundings } from "./in_force.ts";
import { isInside } from "./home.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote, reportProblems } from "./report.ts";
import { pinMachineKey } from "./machine_key.ts";
import { findSurroundings, isHostileEnvironment } from "./start.ts";
import { readTrust, writeTrust } from "./trust_store.ts";

const USAGE = `Usage: sallyport trust [FILE] [--revoke] [--project DIR]
       sallyport trust --machine-key FILE

A policy inside a project arrives with whoever wrote the project: until it is
trusted, only what it denies or asks counts. This shows the policy and all it
extends, asks you, and records their hash; any later change ends the trust.

  --revoke             takes the trust back
  --project DIR        the project folder

Both need a terminal and a person: there is no --yes.

  --machine-key FILE   from now on the policy of this machine counts only when
                       it is there and signed by this key (Ed25519, PEM, see
                       docs/rollout.md); nothing starts without it. With
                       --revoke, or in place of another key, it asks you

Exit code: 0 done, 1 you said no, 2 a problem, 3 no terminal.

Example:
  sallyport trust ./sallyport.jsonc
`;

/** The command. */
export const TRUST: CliCommand = {
  name: "trust",
  summary: "let a project's policy count as a whole",
  usage: USAGE,
  run: runTrust,
};

async function runTrust(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: ["project", "machine-key"],
    switches: ["revoke"],
    words: 1,
  });
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const keyFile = flags.values["machine-key"];
  if (keyFile !== undefined) return await pinMachineKey(edge, keyFile, { isRevoked: flags.switches.has("revoke") });
  const [file] = flags.words;
  const where = findSurroundings(edge, {
    config: file,
    project: flags.values["project"],
    server: "server",
    command: [],
  });
  if (where === undefined) return EXIT.problem;
  const { stdin, stderr } = edge.terminals();
  if (flags.switches.has("revoke") && !(stdin && stderr)) return wantsTerminal(edge);
  return flags.switches.has("revoke") ? await revoke(edge, where) : await grant(edge, where);
}

async function revoke(edge: Edge, where: Surroundings): Promise<number> {
  const entries = await readTrust(edge, where.home);
  const path = where.config === undefined ? undefined : edge.absolute(where.config);
  const { project } = where;
  const stays = entries.filter((entry) =>
    path === undefined ? project === undefined || !isInside(entry.path, project) : entry.path !== path
  );
  const count = entries.length - stays.length;
  if (count === 0) {
    reportNote(edge, "nothing was trusted here");
    return EXIT.done;
  }
  const why = await writeTrust(edge, where.home, stays);
  if (why !== undefined) return cannotWrite(edge, why);
  reportNote(edge, `took back the trust in ${count} ${count === 1 ? "policy" : "policies"}`);
  return EXIT.done;
}

async function grant(edge: Edge, where: Surroundings): Promise<number> {
  const { inForce, problems } = await findInForce(edge, where);
  if (inForce === undefined) {
    reportProblems(edge, problems);
    return EXIT.problem;
  }
  const { project } = inForce;
  if (project === undefined) {
    throw new UsageError(
      where.config === undefined ? "There is no policy in this project" : "The file is not inside the project",
      "Only a policy inside a project needs trust; one outside counts as it is",
    );
  }
  if (project.policy.trust === "trusted") {
    reportNote(edge, `${project.source} is trusted already`);
    return EXIT.done;
  }
  const { stdin, stderr } = edge.terminals();
  if (!stdin || !stderr) {
    return wantsTerminal(edge);
  }
  show(edge, project.closure);
  if (edge.ask(`Trust ${JSON.stringify(project.source)} as it is shown here? Type "trust" to say yes:`) !== "trust") {
    reportNote(edge, "not trusted");
    return EXIT.finding;
  }
  const others = (await readTrust(edge, where.home)).filter(({ path }) => path !== project.source);
  const entry = { path: project.source, hash: project.hash, since: edge.today() };
  const why = await writeTrust(edge, where.home, [...others, entry]);
  if (why !== undefined) return cannotWrite(edge, why);
  reportNote(edge, `${project.source} is trusted until it or a file it extends changes`);
  return EXIT.done;
}

function wantsTerminal(edge: Edge): number {
  reportError(edge, "Trusting a policy needs a terminal", "Run this in a terminal of your own, not through a tool");
  return EXIT.impossible;
}

/** Shows every file whole, the very text that is trusted; nothing in it may drive the terminal. */
function show(edge: Edge, closure: readonly ClosurePart[]): void {
  for (const { kind, name, text } of closure) {
    if (kind === "pack") edge.err(`--- pack ${name} (comes with Sallyport)\n`);
    else edge.err(`--- ${name}\n${text.replace(/[^\P{C}\n\t]/gu, "\ufffd").replace(/\n*$/, "\n")}`);
  }
}

function cannotWrite(edge: Edge, why: string): number {
  reportError(edge, `Cannot write the list of trusted policies: ${why}`, "Make the Sallyport home writable");
  return EXIT.problem;
}
