/**
 * `sallyport learn eval`: what a policy learned from part of the sessions would have done to the others, and to attacks.
 *
 * @module
 */

import { evaluate, type Evaluation, type Miss, type Share } from "../../learn/evaluate.ts";
import { PACKS } from "../../packs/packs.ts";
import { UsageError } from "./command.ts";
import type { Edge } from "./edge.ts";
import { EXIT } from "./exit_code.ts";
import { findHome } from "./home.ts";
import { readSource, SOURCE_FLAGS } from "./learn_source.ts";
import { parseFlags } from "./parse_flags.ts";
import { reportError } from "./report.ts";

/** Prints an evaluation. */
export async function learnEval(args: readonly string[], edge: Edge): Promise<number> {
  const flags = parseFlags(args, {
    values: [...SOURCE_FLAGS.values, "folds"],
    lists: SOURCE_FLAGS.lists,
    switches: [...SOURCE_FLAGS.switches, "json"],
  });
  const folds = flags.values["folds"] ?? "3";
  if (!/^\d{1,3}$/.test(folds) || Number(folds) < 2) throw new UsageError("--folds is no number from 2 on", "As in 3");
  const home = findHome(edge);
  if (!home.ok) throw new UsageError(home.message, home.hint);
  const source = await readSource(edge, home.home, flags);
  if (!source.ok) return source.exit;
  const evaluation = await evaluate(source.sessions, { packs: PACKS, folds: Number(folds) });
  if (evaluation === undefined) {
    reportError(edge, "One session cannot be split", "Observe more, then evaluate");
    return EXIT.finding;
  }
  if (flags.switches.has("json")) {
    edge.out(`${JSON.stringify({ server: source.server, ...evaluation })}\n`);
    return EXIT.done;
  }
  const lines = [
    ...evaluationLines(evaluation),
    ...evaluation.broken.map((miss) => `  breaks ${miss.count} x ${missText(miss)}`),
    ...evaluation.passed.map((miss) => `  admits ${miss.kind}: ${missText(miss)}`),
  ];
  edge.out(lines.map((line) => `${line}\n`).join(""));
  return EXIT.done;
}

/** The numbers in sentences. */
export function evaluationLines(evaluation: Evaluation | undefined): string[] {
  if (evaluation === undefined) return ["One session cannot be split: what it breaks and admits is not known."];
  const { refused, asked, admitted, attacksAsked, folds } = evaluation;
  return [
    `Learned from ${folds - 1} of ${folds} parts of the sessions in turn, it breaks ${
      shareText(refused)
    } benign calls ` +
    `of the rest, and asks about ${shareText(asked)}.`,
    `It admits ${shareText(admitted)} mutated attacks, and asks about ${shareText(attacksAsked)}.`,
  ];
}

function shareText({ hits, of, low, high }: Share): string {
  const percent = (share: number) => (share * 100).toFixed(1);
  return `${hits} of ${of} (${percent(of === 0 ? 0 : hits / of)} %, 95 % interval ${percent(low)} to ${percent(high)})`;
}

const MAX_SHOWN = 160;

/** Values are from messages: as JSON, cut, and nothing in them can drive a terminal. */
function missText({ what, args, rule, pointer }: Miss): string {
  const shown = JSON.stringify(args).replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "?");
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}...` : shown;
  return `${what.replace(/[\p{C}]/gu, "?").slice(0, 80)} ${cut} (${rule}${pointer === undefined ? "" : ` ${pointer}`})`;
}
