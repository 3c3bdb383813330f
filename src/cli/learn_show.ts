/**
 * `sallyport learn show`: what was observed, by server and tool; values only where one asks for JSON.
 *
 * @module
 */

import type { ObservedSession } from "../../learn/observation.ts";
import { type ServerSummary, summarize } from "../../learn/summarize.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { readObservations } from "./observation_store.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

/** Prints a summary. */
export async function learnShow(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, { values: ["name"], switches: ["json"] });
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const { sessions, problems } = await readObservations(edge, home.home, flags.values["name"]);
  for (const { file, line, why, hint } of problems) reportError(edge, `${file}:${line}: ${why}`, hint);
  const servers = Map.groupBy(sessions, ({ head }) => `${head.server} ${head.command}`);
  const summaries = [...servers.values()].map((each) => summarize(each));
  edge.out(flags.switches.has("json") ? `${JSON.stringify({ servers: summaries })}\n` : textOf(summaries, sessions));
  return problems.length > 0 ? EXIT.finding : EXIT.done;
}

function textOf(summaries: readonly ServerSummary[], sessions: readonly ObservedSession[]): string {
  if (sessions.length === 0) return "nothing is observed yet (to begin: sallyport learn --help)\n";
  return summaries.map(serverText).join("\n");
}

function serverText({ server, command, sessions, days, lost, unended, uses, apart }: ServerSummary): string {
  const calls = uses.reduce((sum, use) => sum + use.calls, 0);
  const head = `${server} (command ${command.slice(0, 12)}): ${calls} calls in ${sessions} sessions on ${
    days.join(", ")
  }`;
  const lines = uses.map(({ what, calls, sessions, args }) =>
    `  ${what}: ${calls} calls in ${sessions} sessions${args.length === 0 ? "" : `; ${args.join(", ")}`}`
  );
  const asides = Object.entries(apart).map(([why, count]) => `  apart: ${count} ${why}; nothing is learned from them`);
  const losses = [
    ...(lost > 0 ? [`  lost: ${lost} calls could not be written`] : []),
    ...(unended > 0 ? [`  without an end: ${unended} sessions run still, or were cut off`] : []),
  ];
  return `${[head, ...lines, ...asides, ...losses].join("\n")}\n`;
}
