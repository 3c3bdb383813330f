/**
 * What was chosen of a proposal: the step of each ladder, what asks, what is denied. Begins with what the evidence
 * supports; a check moves it on where that refuses what was seen, a person wherever they like.
 *
 * @module
 */

import type { EntryPlan, Slot } from "./plan.ts";

/** How an entry is to be treated. */
export type EntryVerdict = "allow" | "ask" | "deny" | "skip";

/** Choices that are made. */
export class Choices {
  readonly #rungs = new Map<string, number>();
  readonly #outside = new Set<string>();
  readonly #confirmed = new Set<string>();
  readonly #loose = new Set<string>();
  readonly #verdicts = new Map<string, EntryVerdict>();

  /** The step that counts. */
  rungOf({ id, ladder }: Slot): number {
    return this.#rungs.get(id) ?? ladder.chosen;
  }

  /** Chooses a step. */
  setRung({ id, ladder }: Slot, rung: number): void {
    this.#rungs.set(id, Math.max(0, Math.min(rung, ladder.rungs.length - 1)));
  }

  /** Whether a person has chosen the step. */
  isConfirmed({ id }: Slot): boolean {
    return this.#confirmed.has(id);
  }

  /** Takes a person's word for a step, also for one that only asks without it. */
  confirm(slot: Slot, rung: number): void {
    this.setRung(slot, rung);
    this.#confirmed.add(slot.id);
  }

  /** Goes to the next wider step that needs no person; says whether there was one. */
  widen(slot: Slot): boolean {
    const next = this.rungOf(slot) + 1;
    if (slot.ladder.rungs[next]?.isAutomatic !== true) return false;
    this.setRung(slot, next);
    return true;
  }

  /** Whether values outside the condition ask, instead of being refused. */
  asksOutside({ id, ladder }: Slot): boolean {
    return ladder.outside !== undefined && this.#outside.has(id);
  }

  /** Lets values outside the condition ask; says whether that is anything new. */
  askOutside(slot: Slot): boolean {
    if (slot.ladder.outside === undefined || this.asksOutside(slot)) return false;
    this.#outside.add(slot.id);
    return true;
  }

  /** Puts no condition on one place, or on none of an entry, and lets all of the entry ask. */
  setLoose({ what }: EntryPlan, pointer: string): void {
    this.#loose.add(`${what} ${pointer}`);
    this.#verdicts.set(what, "ask");
  }

  /** Whether a place has no condition. */
  isLoose({ what }: EntryPlan, pointer: string): boolean {
    return this.#loose.has(`${what} ${pointer}`);
  }

  /** What becomes of an entry. */
  verdictOf({ what, isThin, kind, side }: EntryPlan): EntryVerdict {
    const chosen = this.#verdicts.get(what);
    if (chosen !== undefined) return chosen;
    // What the server asks for by itself is the server's doing, but for a question about folders.
    const isServersWish = kind === "method" && side === "server" && what !== "roots/list (asked by the server)";
    return isThin || isServersWish ? "ask" : "allow";
  }

  /** Chooses what becomes of an entry. */
  setVerdict({ what }: EntryPlan, verdict: EntryVerdict): void {
    this.#verdicts.set(what, verdict);
  }
}
