/**
 * `sallyport approve`: answers questions of running proxies, one after the other.
 *
 * @module
 */

import { type CliCommand, UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError, reportNote } from "./report.ts";
import { isHostileEnvironment } from "./start.ts";

const USAGE = `Usage: sallyport approve

Waits for requests that a policy asks about (\`ask\`) and shows each: type
"allow" to let this one request go on, "session" to let the same request go on
for the rest of its session, anything else to refuse it. Leave with Ctrl-C;
what waits then is refused.

A client that can show forms asks by itself, and needs no approver. Wants a
terminal and a person: there is no --yes.

Exit code: 0 the input ended, 2 a problem, 3 no terminal.

Example:
  sallyport approve
`;

/** The command. */
export const APPROVE: CliCommand = {
  name: "approve",
  summary: "answer the questions of running proxies, in a terminal of your own",
  usage: USAGE,
  run: runApprove,
};

async function runApprove(args: readonly string[], edge: Edge): Promise<number> {
  if (parseFlags(args, {}).words.length > 0) throw new UsageError("Too many words", "Write: sallyport approve");
  if (isHostileEnvironment(edge)) return EXIT.problem;
  const home = findHome(edge);
  if (!home.ok) {
    reportError(edge, home.message, home.hint);
    return EXIT.problem;
  }
  const { stdin, stderr } = edge.terminals();
  if (!stdin || !stderr) {
    reportError(edge, "Approving needs a terminal", "Run this in a terminal of your own, not through a tool");
    return EXIT.impossible;
  }
  const desk = await edge.approvals(home.home);
  const why = desk.beat();
  if (why !== undefined) {
    reportError(
      edge,
      `Cannot write in ${JSON.stringify(`${home.home}/asks`)}: ${why}`,
      "Make the Sallyport home writable",
    );
    return EXIT.problem;
  }
  reportNote(edge, "waiting for questions; leave with Ctrl-C");
  try {
    return await answerAll(edge, desk);
  } finally {
    desk.leave();
  }
}

const LOOK_EVERY_MS = 500;

type Desk = Awaited<ReturnType<Edge["approvals"]>>;

async function answerAll(edge: Edge, desk: Desk): Promise<number> {
  let line = edge.readLine();
  let shown: string | undefined;
  for (;;) {
    desk.beat();
    const waiting = desk.waiting();
    if (shown !== undefined && !waiting.some(({ id }) => id === shown)) {
      edge.err("  (it waits no longer)\n");
      shown = undefined;
    }
    const [next] = waiting;
    if (shown === undefined && next !== undefined) {
      shown = next.id;
      edge.err(`\n${next.text}\n  ${waiting.length > 1 ? `(${waiting.length} wait) ` : ""}allow, session or deny? `);
    }
    const typed = await Promise.race([line, edge.sleep(LOOK_EVERY_MS).then(() => "nothing yet" as const)]);
    if (typed === "nothing yet") continue;
    if (typed === undefined) return EXIT.done;
    line = edge.readLine();
    // What was typed before the question stood there is no answer to it.
    if (shown === undefined) continue;
    const answer = typed.text === "allow" || typed.text === "session" ? typed.text : "deny";
    desk.answer(shown, answer);
    edge.err(answer === "deny" ? "  refused\n" : "  goes on\n");
    shown = undefined;
  }
}
