/**
 * `sallyport uninstall`: takes Sallyport out of every client's file, and its home off the disk.
 *
 * @module
 */

import type { CliCommand } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";
import { isHostileEnvironment } from "./start.ts";
import { lookAtClients } from "./wrap.ts";
import { unwrapOne } from "./wrap_servers.ts";

const USAGE = `Usage: sallyport uninstall [--yes] [--purge] [--project DIR]

Puts the own command of every wrapped server back, then removes the Sallyport
home: policy, trust, pins, observations. The audit log and its keys stay, unless
--purge is given. A server that cannot be unwrapped stops it before anything is
removed.

  --yes                asks nothing; without it a terminal is needed
  --purge              removes the audit log, too
  --project DIR        the project whose files are looked at, too

Exit code: 0 done, 1 not confirmed, 2 a problem, 3 nobody to ask.

Example:
  sallyport uninstall
`;

/** The command. */
export const UNINSTALL: CliCommand = {
  name: "uninstall",
  summary: "unwrap every server and remove the Sallyport home",
  usage: USAGE,
  run: runUninstall,
};

/** What stays: the log, and what proves and checks it. */
const KEPT: ReadonlySet<string> = new Set(["audit", "audit.key", "ledger.key"]);

async function runUninstall(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["project"], switches: ["yes", "purge"] });
  const isPurge = flags.switches.has("purge");
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const looked = await lookAtClients(edge, { project: flags.values["project"] });
  if (looked === undefined) return EXIT.problem;
  const wrapped = looked.servers.filter((server) => server.wrapped !== undefined);
  for (const { client, entry, path } of wrapped) {
    reportNote(edge, `will unwrap ${client.name}: ${entry.name} in ${path}`);
  }
  reportNote(edge, `will remove ${looked.home}${isPurge ? " with the audit log" : "; the audit log in it stays"}`);
  if (!flags.switches.has("yes")) {
    if (!edge.terminals().stdin) {
      reportError(edge, "Uninstalling needs a terminal", "Give --yes to be asked nothing");
      return EXIT.impossible;
    }
    if (edge.ask('Write "uninstall" to go on:')?.trim() !== "uninstall") {
      reportNote(edge, "nothing was changed");
      return EXIT.finding;
    }
  }
  for (const server of wrapped) {
    const result = await unwrapOne(edge, server, looked.home);
    if (result.ok) continue;
    reportError(edge, `Cannot unwrap ${server.entry.name}: ${result.why}`, "Nothing was removed; mend it and go on");
    return EXIT.problem;
  }
  if (looked.isPartial) {
    reportError(edge, "A client's file could not be read", "Nothing was removed: a server in it may be wrapped");
    return EXIT.problem;
  }
  const why = await clearFolder(edge, looked.home, isPurge ? new Set() : KEPT);
  if (why !== undefined) {
    reportError(edge, why, "Remove the rest by hand");
    return EXIT.problem;
  }
  reportNote(edge, "done; restart your clients. The program itself is the folder or file you put there");
  reportNote(
    edge,
    "completions and the man page, if you installed them, are files of yours: see the help of completions",
  );
  return EXIT.done;
}

/** Removes what is in a folder but for what is kept, then the folder if it is empty. Links are removed, not followed. */
async function clearFolder(edge: Edge, folder: string, kept: ReadonlySet<string>): Promise<string | undefined> {
  let keepsAny = false;
  for (const name of edge.list(folder)) {
    if (kept.has(name)) {
      keepsAny = true;
      continue;
    }
    const path = `${folder}/${name}`;
    const why = edge.view.look(path).kind === "folder"
      ? await clearFolder(edge, path, new Set())
      : await removeOne(edge, path);
    if (why !== undefined) return why;
  }
  return keepsAny || edge.kindOf(folder) === "nothing" ? undefined : await removeOne(edge, folder);
}

async function removeOne(edge: Edge, path: string): Promise<string | undefined> {
  const why = await edge.remove(path);
  return why === undefined ? undefined : `Cannot remove ${JSON.stringify(path)}: ${why}`;
}
