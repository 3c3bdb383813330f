/**
 * What a learned policy would have done: sessions are split, one part is learned from, the rest is replayed, and so on
 * in turn. Says which calls it breaks, and which attacks on the very tools it admits.
 *
 * @module
 */

import { type Attack, makeAttacks } from "./make_attacks.ts";
import type { ObservedSession } from "./observation.ts";
import { learn, policyOf } from "./proposal.ts";
import { replayable, type ReplayCall } from "./replay_call.ts";
import { newReplayJudge, type ReplayWorld } from "./replay_judge.ts";
import { settleTaint } from "./settle_taint.ts";
import { wilsonInterval } from "./wilson.ts";

/** A share that was counted, and its 95 % interval. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** A request that was not treated as it should be. */
export interface Miss {
  readonly what: string;
  /** How often it was seen. */
  readonly count: number;
  readonly args: ReplayCall["args"];
  readonly rule: string;
  readonly pointer?: string | undefined;
  /** Of an attack: its kind. */
  readonly kind?: string | undefined;
}

/** What an evaluation found. */
export interface Evaluation {
  readonly sessions: number;
  readonly folds: number;
  /** Benign requests of held-out sessions that were refused. */
  readonly refused: Share;
  /** Those that were asked about. */
  readonly asked: Share;
  /** Attacks that passed. */
  readonly admitted: Share;
  /** Attacks that were asked about. */
  readonly attacksAsked: Share;
  readonly broken: readonly Miss[];
  readonly passed: readonly Miss[];
}

/** How to evaluate. */
export interface EvaluateOptions {
  /** The texts of the packs, by name. */
  readonly packs: ReplayWorld["packs"];
  /** Parts that the sessions are split into; three if absent. */
  readonly folds?: number | undefined;
}

/** Fewer sessions cannot be split. */
export const MIN_SESSIONS = 2;

/** Evaluates in as many turns as there are parts: each learns from all parts but one. Of too few sessions nothing can be said. */
export async function evaluate(
  observed: readonly ObservedSession[],
  { packs, folds = 3 }: EvaluateOptions,
): Promise<Evaluation | undefined> {
  // Who said a value first is told by all that came before, whichever part it is in.
  const sessions = settleTaint(observed);
  const parts = Math.min(folds, sessions.length);
  if (parts < MIN_SESSIONS) return undefined;
  const tally = { benign: 0, refused: 0, asked: 0, attacks: 0, admitted: 0, attacksAsked: 0 };
  const broken: Miss[] = [];
  const passed: Miss[] = [];
  for (let part = 0; part < parts; part++) {
    const known = sessions.filter((_, index) => index % parts !== part);
    const rest = sessions.filter((_, index) => index % parts === part);
    const proposal = await learn(known, packs);
    const judge = await newReplayJudge(JSON.stringify(policyOf(proposal)), proposal.world);
    for (const call of replayable(rest)) {
      const { action, rule, pointer } = judge(call);
      tally.benign += call.count;
      if (action === "deny") tally.refused += call.count;
      if (action === "ask") tally.asked += call.count;
      if (action !== "allow") broken.push({ what: call.what, count: call.count, args: call.args, rule, pointer });
    }
    for (const { call, kind, pointer } of makeAttacks(proposal.entries, proposal.seen)) {
      const { action, rule } = judge(call);
      tally.attacks++;
      if (action === "ask") tally.attacksAsked++;
      if (action !== "allow") continue;
      tally.admitted++;
      passed.push({ what: call.what, count: 1, args: call.args, rule, pointer, kind });
    }
  }
  return {
    sessions: sessions.length,
    folds: parts,
    refused: shareOf(tally.refused, tally.benign),
    asked: shareOf(tally.asked, tally.benign),
    admitted: shareOf(tally.admitted, tally.attacks),
    attacksAsked: shareOf(tally.attacksAsked, tally.attacks),
    broken,
    passed,
  };
}

function shareOf(hits: number, of: number): Share {
  const [low, high] = wilsonInterval(hits, of);
  return { hits, of, low, high };
}

/** Attacks by kind, for those who want to see what there is. */
export function countKinds(attacks: readonly Attack[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(attacks, ({ kind }) => kind)].map(([kind, list]) => [kind, list.length]));
}
