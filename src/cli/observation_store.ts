/**
 * Where observations are: `observations/SERVER-COMMAND/DAY-SESSION.jsonl` in the Sallyport home. Reads them all, and
 * says which cannot be read.
 *
 * @module
 */

import type { ObservationProblem, ObservedSession } from "../../learn/observation.ts";
import { readObservation } from "../../learn/read_observation.ts";
import { serverInFileName } from "../../audit/session_file.ts";
import type { Edge } from "./edge.ts";

/** Digits of the command's hash in the name of a folder. */
const HASH_DIGITS = 12;

/** The folder of one server, by its name and launch command. */
export function observationFolder(home: string, server: string, command: string): string {
  return `${home}/observations/${serverInFileName(server)}-${command.slice(0, HASH_DIGITS)}`;
}

/** What is known of a server. */
export interface Observations {
  readonly sessions: readonly ObservedSession[];
  readonly problems: readonly ObservationProblem[];
  /** The files that were read, one for each session. */
  readonly files: readonly string[];
}

/** Reads the files in the folders of all servers; of one, where a name is given. */
export async function readObservations(edge: Edge, home: string, server?: string): Promise<Observations> {
  const root = `${home}/observations`;
  const files = edge.list(root).flatMap((folder) =>
    edge.list(`${root}/${folder}`).filter((name) => name.endsWith(".jsonl")).map((name) => `${root}/${folder}/${name}`)
  );
  return await readObservationFiles(edge, files, server);
}

/** Reads files of observations. */
export async function readObservationFiles(
  edge: Edge,
  files: readonly string[],
  server?: string,
): Promise<Observations> {
  const sessions: ObservedSession[] = [];
  const problems: ObservationProblem[] = [];
  const read: string[] = [];
  for (const file of files) {
    const text = await edge.readText(file);
    if (!text.ok) {
      problems.push({ file, line: 1, why: text.why, hint: "Make it readable, or move it elsewhere" });
      continue;
    }
    const reading = readObservation(text.text, file);
    if (!reading.ok) problems.push(reading.problem);
    else if (server === undefined || reading.session.head.server === server) {
      sessions.push(reading.session);
      read.push(file);
    }
  }
  return { sessions, problems, files: read };
}
