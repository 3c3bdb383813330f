/**
 * `sallyport learn on|off`: whether proxies of a name observe.
 *
 * @module
 */

import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { learningPath, setLearning } from "./learning.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

/** Puts a server on the list of those that are learned. */
export function learnOn(args: readonly string[], edge: Edge): Promise<number> {
  return turn(args, edge, true);
}

/** Takes it off. */
export function learnOff(args: readonly string[], edge: Edge): Promise<number> {
  return turn(args, edge, false);
}

async function turn(args: readonly string[], edge: Edge, learns: boolean): Promise<number> {
  const flags = parseFlags(args, { words: 1, switches: learns ? ["sandbox-record"] : [] });
  const [server] = flags.words;
  const records = flags.switches.has("sandbox-record");
  if (server === undefined || server === "") throw new UsageError("No name of a server", "See: sallyport learn --help");
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const why = await setLearning(edge, home.home, { server, learns, records });
  if (why !== undefined) {
    reportError(edge, `Cannot change ${JSON.stringify(learningPath(home.home))}: ${why}`, "Mend or remove it");
    return EXIT.problem;
  }
  const shown = JSON.stringify(server);
  edge.out(
    learns
      ? `proxies --name ${shown} that start from now on only observe; a policy of yours is not in force there\n`
      : `proxies --name ${shown} that start from now on enforce again\n`,
  );
  if (records) {
    edge.out("they run under Deno meanwhile, with your rights but for starting programs, and are recorded\n");
  }
  return EXIT.done;
}
