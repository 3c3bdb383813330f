/**
 * `sallyport learn propose`: writes a policy beside the one that is there, and says what it would break and admit.
 *
 * @module
 */

import { PACKS } from "../../packs/packs.ts";
import { evaluate, type Evaluation } from "../../learn/evaluate.ts";
import type { ObservedSession } from "../../learn/observation.ts";
import { learn } from "../../learn/proposal.ts";
import { testsOf } from "../../learn/proposal_tests.ts";
import { proposalText } from "../../learn/proposal_text.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { evaluationLines } from "./learn_eval.ts";
import { readSource, SOURCE_FLAGS } from "./learn_source.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

/** Writes a proposal. */
export async function learnPropose(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: [...SOURCE_FLAGS.values, "output"],
    lists: SOURCE_FLAGS.lists,
    switches: [...SOURCE_FLAGS.switches, "json"],
    short: { o: "output" },
  });
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const source = await readSource(edge, home.home, flags);
  if (!source.ok) return source.exit;
  const given = flags.values["output"];
  const path = given === undefined ? freePath(edge, home.home) : edge.absolute(given);
  if (edge.kindOf(path) !== "nothing") {
    throw new UsageError(`${JSON.stringify(path)} is there already`, "Nothing is overwritten: name another with -o");
  }
  const evaluation = await evaluate(source.sessions, { packs: PACKS });
  const text = await proposedText(source.sessions, evaluation);
  const why = await edge.writePrivate(path, text);
  if (why !== undefined) {
    reportError(edge, `Cannot write ${JSON.stringify(path)}: ${why}`, "Name another place with -o");
    return EXIT.problem;
  }
  if (flags.switches.has("json")) edge.out(`${JSON.stringify({ path, evaluation })}\n`);
  else edge.out(`wrote ${path}\n${evaluationLines(evaluation).map((line) => `${line}\n`).join("")}`);
  return EXIT.done;
}

/** The text of a proposal made of sessions. */
export async function proposedText(
  sessions: readonly ObservedSession[],
  evaluation: Evaluation | undefined,
): Promise<string> {
  const proposal = await learn(sessions, PACKS);
  const days = [...new Set(sessions.map(({ head }) => head.day))].sort();
  const notes = [
    `It covers ${sessions.length} sessions on ${days.length === 1 ? days[0] : `${days.length} days`}: ` +
    "a job that runs once a week or month may not be in it.",
    ...evaluationLines(evaluation),
  ];
  return proposalText(proposal, { tests: await testsOf(proposal), notes });
}

/** Beside the policy; what is there stays. */
function freePath(edge: Edge, home: string): string {
  let path = `${home}/sallyport.proposed.jsonc`;
  for (let number = 2; edge.kindOf(path) !== "nothing"; number++) path = `${home}/sallyport.proposed-${number}.jsonc`;
  return path;
}
