/**
 * Sees to it that a learned policy refuses nothing of what it was learned from: each distinct call is judged, and where
 * one is refused the place that refused it goes one step up, until all pass or ask.
 *
 * @module
 */

import type { EntryPlan, PlanNode, Slot } from "./plan.ts";
import { slotsOf } from "./plan.ts";
import type { Proposal } from "./proposal.ts";
import { renderPolicy } from "./render_policy.ts";
import type { ReplayCall } from "./replay_call.ts";
import { newReplayJudge } from "./replay_judge.ts";

/** Ladders are short; more rounds than this would be a mistake. */
const MAX_ROUNDS = 12;

/** Widens the choices of a proposal in place. */
export async function widenUntilSeenPasses({ entries, choices, seen, world }: Proposal): Promise<void> {
  let waiting = seen;
  for (let round = 0; round < MAX_ROUNDS && waiting.length > 0; round++) {
    const judge = await newReplayJudge(JSON.stringify(renderPolicy(entries, choices)), world);
    const refused: { readonly call: ReplayCall; readonly pointer: string | undefined }[] = [];
    for (const call of waiting) {
      const verdict = judge(call);
      // What the baseline refuses now, it would have refused then: a value that is not kept stands in for another.
      const isOurs = /^(?:tool|method)\//.test(verdict.rule) || verdict.rule === "default/deny";
      if (verdict.action === "deny" && isOurs) refused.push({ call, pointer: verdict.pointer });
    }
    const moved = new Set<string>();
    // What a client said by itself widens; what the server put into its mouth only asks.
    for (const way of ["widen", "ask"] as const) {
      for (const { call, pointer = "" } of refused) {
        const entry = entries.find(({ what }) => what === call.what);
        const key = `${call.what} ${pointer}`;
        const isTainted = call.tainted.some((place) => place === pointer || place.startsWith(`${pointer}/`));
        if (entry === undefined || moved.has(key) || isTainted !== (way === "ask")) continue;
        moved.add(key);
        moveAt(entry, { pointer, way, choices });
      }
    }
    // A wider step refuses nothing that the one before let through.
    waiting = refused.map(({ call }) => call);
  }
}

interface Move {
  readonly pointer: string;
  readonly way: "widen" | "ask";
  readonly choices: Proposal["choices"];
}

/** Goes one step up at a place; where no step is left, what is outside asks, and at last the whole entry. */
function moveAt(entry: EntryPlan, { pointer, way, choices }: Move): void {
  const slots = slotsAt(entry.args, pointer);
  const widened = way === "ask" ? [] : slots.filter((slot) => choices.widen(slot));
  if (widened.length > 0) return;
  const asking = slots.filter((slot) => choices.askOutside(slot));
  if (asking.length > 0) return;
  choices.setLoose(entry, pointer);
}

function slotsAt(node: PlanNode, pointer: string): Slot[] {
  return slotsOf(node).filter((slot) => slot.pointer === pointer || slot.pointer.startsWith(`${pointer}/`));
}
