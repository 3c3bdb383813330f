/**
 * `sallyport learn forget`: removes observations of a server, all or old ones.
 *
 * @module
 */

import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { readObservations } from "./observation_store.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

const DAY_MS = 86_400_000;

/** Removes the files of a server's sessions; with `--keep-days N` those that are older. */
export async function learnForget(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { words: 1, values: ["keep-days"] });
  const [server] = flags.words;
  if (server === undefined) throw new UsageError("No name of a server", "Name one, as learn show lists them");
  const before = readDays(edge, flags.values["keep-days"]);
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const { sessions, files } = await readObservations(edge, home.home, server);
  let removed = 0;
  for (const [index, { head }] of sessions.entries()) {
    const file = files[index];
    if (file === undefined || (before !== undefined && head.day >= before)) continue;
    const why = await edge.remove(file);
    if (why !== undefined) {
      reportError(edge, `Cannot remove ${JSON.stringify(file)}: ${why}`, "Remove it by hand");
      return EXIT.problem;
    }
    removed++;
  }
  edge.out(`${removed} of ${sessions.length} sessions of ${JSON.stringify(server)} forgotten\n`);
  return EXIT.done;
}

/** The first day that is kept. */
function readDays(edge: Edge, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text)) throw new UsageError("--keep-days is no number of days", "As in --keep-days 30");
  return daysBefore(edge.today(), Number(text));
}

/** The day so many days before another, both as `2026-11-30`. */
export function daysBefore(day: string, days: number): string {
  // deno-lint-ignore house/no-ambient-effects -- reckons with the day it is given, and reads no clock
  const date = new Date(`${day}T00:00:00Z`);
  date.setTime(date.getTime() - days * DAY_MS);
  return date.toISOString().slice(0, 10);
}
