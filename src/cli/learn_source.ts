/**
 * Which sessions a part of `learn` works on: those observed here, or those of files that are named; of one server.
 *
 * @module
 */

import type { ObservedSession } from "../../learn/observation.ts";
import { sessionsOfAudit } from "../../learn/read_audit.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { type Observations, readObservationFiles, readObservations } from "./observation_store.ts";
import type { Flags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";

/** The sessions, or the exit code of one that said why there are none. */
export type Source =
  | { readonly ok: true; readonly server: string; readonly sessions: readonly ObservedSession[] }
  | { readonly ok: false; readonly exit: number };

/** Flags that choose a source. */
export const SOURCE_FLAGS = { values: ["name"], lists: ["from"], switches: ["lossy"] } as const;

/** Reads the sessions; refuses files that are broken, losses, and servers of which it is not said which is meant. */
export async function readSource(edge: Edge, home: string, flags: Flags): Promise<Source> {
  const from = flags.lists["from"] ?? [];
  const { sessions, problems } = from.length === 0
    ? await readObservations(edge, home, flags.values["name"])
    : await readNamed(edge, from, flags.values["name"]);
  for (const { file, line, why, hint } of problems) reportError(edge, `${file}:${line}: ${why}`, hint);
  if (problems.length > 0) return { ok: false, exit: EXIT.finding };
  const servers = new Map(sessions.map(({ head }) => [`${head.server} ${head.command}`, head.server]));
  if (servers.size === 0) {
    reportError(edge, "Nothing is observed yet", "Begin with: sallyport learn on NAME, or sallyport learn -- CMD");
    return { ok: false, exit: EXIT.finding };
  }
  if (new Set(servers.values()).size > 1) {
    const names = [...new Set(servers.values())].map((name) => JSON.stringify(name)).join(", ");
    throw new UsageError("More than one server was observed", `Name one with --name: ${names}`);
  }
  if (servers.size > 1) {
    reportNote(edge, "this server was observed under more than one command; all of it counts");
  }
  if (!flags.switches.has("lossy") && tellLoss(edge, sessions)) return { ok: false, exit: EXIT.finding };
  return { ok: true, server: [...servers.values()][0] ?? "", sessions };
}

async function readNamed(edge: Edge, files: readonly string[], server: string | undefined): Promise<Observations> {
  const audits: ObservedSession[] = [];
  const observed: string[] = [];
  for (const file of files.map((name) => edge.absolute(name))) {
    const text = await edge.readText(file);
    const sessions = text.ok ? sessionsOfAudit(text.text) : undefined;
    if (sessions === undefined) observed.push(file);
    else audits.push(...sessions.filter(({ head }) => server === undefined || head.server === server));
  }
  if (audits.length > 0) {
    reportNote(edge, "an audit log keeps no values: what is learned from it is wider, and asks more");
  }
  const read = await readObservationFiles(edge, observed, server);
  return { ...read, sessions: [...read.sessions, ...audits] };
}

/** A policy that is made of half of what was used breaks the other half. */
function tellLoss(edge: Edge, sessions: readonly ObservedSession[]): boolean {
  const lost = sessions.reduce((sum, session) => sum + (session.lost ?? 0), 0);
  const unended = sessions.filter((session) => session.lost === undefined).length;
  if (lost === 0 && unended === 0) return false;
  const what = [
    ...(lost > 0 ? [`${lost} calls were lost`] : []),
    ...(unended > 0 ? [`${unended} sessions have no end: they run still, or were cut off`] : []),
  ];
  reportError(edge, `Refusing to go on: ${what.join("; ")}`, "End the sessions, or go on without that with --lossy");
  return true;
}
