/**
 * `sallyport learn`: from observed use to a policy. The words behind it say which part; each is a file of its own.
 *
 * @module
 */

import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { runProxyFor } from "./proxy.ts";

const USAGE = `Usage: sallyport learn [FLAGS] -- CMD [ARG...]
       sallyport learn on NAME [--sandbox-record]
       sallyport learn off NAME
       sallyport learn show | propose | eval | review | drift [FLAGS]
       sallyport learn forget NAME

Writes a policy from observed use. With -- it is a proxy that enforces the pack
baseline, lets the rest pass and observes; on makes every proxy --name NAME
observe, off ends it. show lists what was observed, propose writes a policy from
it, eval says what such a policy breaks and admits, review goes through a
proposal tool by tool, drift says where policy and use disagree, forget removes
what was observed.

Observations keep types, shapes and short values of arguments, no secrets and no
prose, in the Sallyport home. Nothing is learned from what was refused, failed
or came after an order to the model in the server's text.

  -c, --config FILE    the policy to compare with, or to change
  --name NAME          the server
  --project DIR        the project folder
  -o, --output FILE    where the proposal goes (default: beside the policy, as
                       sallyport.proposed.jsonc); what is there is not overwritten
  --from FILE          observation files or audit logs, in place of what was
                       observed here; may be given several times
  --lossy              propose although observations were lost
  --keep-days N        with forget: only what is older than N days
  --unused-days N      with drift: entries not used for so long (default 30)
  --folds N            with eval: parts that the sessions are split into (3)
  --answers FILE       with review: answers, one a line, instead of a terminal
  --yes                with review: accept every line
  --sandbox-record     with -- and on: the server runs under Deno, which lists
                       the permissions it uses; propose makes a set of them
  --pass-env NAMES     with --: as for proxy
  --log-level LEVEL    with --: as for proxy
  --json               print JSON

Exit code: 0 done; 1 drift, or observations that cannot be used; 2 a problem in
usage or policy; with -- that of the server.

Example:
  sallyport learn on files
`;

/** The command. */
export const LEARN: CliCommand = {
  name: "learn",
  summary: "write a policy from observed use, and see what it breaks and admits",
  usage: USAGE,
  run: runLearn,
};

type Part = (args: readonly string[], edge: Edge) => Promise<number>;

/** Each part is loaded when it is asked for. */
const PARTS: Readonly<Record<string, () => Promise<Part>>> = {
  on: async () => (await import("./learn_switch.ts")).learnOn,
  off: async () => (await import("./learn_switch.ts")).learnOff,
  show: async () => (await import("./learn_show.ts")).learnShow,
  propose: async () => (await import("./learn_propose.ts")).learnPropose,
  eval: async () => (await import("./learn_eval.ts")).learnEval,
  review: async () => (await import("./learn_review.ts")).learnReview,
  drift: async () => (await import("./learn_drift.ts")).learnDrift,
  forget: async () => (await import("./learn_forget.ts")).learnForget,
};

async function runLearn(args: readonly string[], edge: Edge): Promise<number> {
  if (args.includes("--")) return await runProxyFor(args, edge, "learn");
  const [word, ...rest] = args;
  const part = word !== undefined && Object.hasOwn(PARTS, word) ? PARTS[word] : undefined;
  if (part !== undefined) return await (await part())(rest, edge);
  const hint = `Put a server's command behind --, or use one of ${Object.keys(PARTS).join(", ")}`;
  throw new UsageError(word === undefined ? "Nothing to do" : `Unknown part ${JSON.stringify(word)}`, hint);
}
