/**
 * A person goes through a proposal, entry by entry, by single letters. Knows no terminal: it gives the text to show and
 * takes a line; the lines it took are all there is to keep, so that a review can be gone on with.
 *
 * @module
 */

import type { Choices, EntryVerdict } from "./choices.ts";
import { type EntryPlan, type Slot, slotsOf } from "./plan.ts";
import { entryComments, format, slotComment } from "./proposal_text.ts";
import { renderEntry } from "./render_entry.ts";

/** Where a review stands. */
export type ReviewState = "asking" | "done" | "quit";

/** The keys, for the help of each screen. */
export const REVIEW_KEYS = "a accept · w N widen place N · n N narrow it · k ask · d deny · s skip · b back · q quit";

/** The keys for a permission set. */
export const SANDBOX_KEYS = "a accept · s skip · b back · q quit";

const MAX_WORD = 80;

/** One review. */
export class Review {
  readonly #entries: readonly EntryPlan[];
  readonly #choices: Choices;
  /** A permission set, as text, that is asked about last. */
  readonly #sandbox: string | undefined;
  #takesSandbox = false;
  #at = 0;
  #state: ReviewState = "asking";
  /** What is wrong with the last line. */
  #fault: string | undefined;

  constructor(entries: readonly EntryPlan[], choices: Choices, sandbox?: string) {
    this.#entries = entries;
    this.#choices = choices;
    this.#sandbox = sandbox;
    if (this.#length === 0) this.#state = "done";
  }

  /** Whether the permission set was accepted. */
  get takesSandbox(): boolean {
    return this.#takesSandbox;
  }

  get #length(): number {
    return this.#entries.length + (this.#sandbox === undefined ? 0 : 1);
  }

  /** Whether something is still to be asked. */
  get state(): ReviewState {
    return this.#state;
  }

  /** What to show now. */
  screen(): string {
    const entry = this.#entries[this.#at];
    if (entry === undefined) return this.#sandboxScreen();
    const [evidence = "", ...places] = entryComments(entry, this.#choices);
    const { entry: rendered, rules } = renderEntry(entry, this.#choices);
    const verdict = this.#choices.verdictOf(entry);
    const lines = [
      `[${this.#at + 1}/${this.#length}] ${entry.kind} ${shown(entry.name)}: ${verdict}. ${evidence}`,
      ...places.map((place, index) => `  ${index + 1}. ${place}`),
      ...`${JSON.stringify(shown(entry.name))}: ${format(rendered)}`.split("\n").map((line) => `    ${line}`),
      ...rules.map((rule) => `    ${rule.then}s: ${format(rule.when)}`),
      ...(this.#fault === undefined ? [] : [`  ? ${this.#fault}`]),
      REVIEW_KEYS,
    ];
    return `${lines.join("\n")}\n> `;
  }

  /** Takes a line of the person; an empty one changes nothing. */
  take(line: string): ReviewState {
    const entry = this.#entries[this.#at];
    if (this.#state !== "asking") return this.#state;
    if (entry === undefined) return this.#takeSandbox(line.trim());
    const [key = "", number] = line.trim().split(/\s+/);
    this.#fault = undefined;
    switch (key) {
      case "":
        return this.#state;
      case "a":
        return this.#go(entry, undefined);
      case "k":
        return this.#go(entry, "ask");
      case "d":
        return this.#go(entry, "deny");
      case "s":
        return this.#go(entry, "skip");
      case "b":
        this.#at = Math.max(0, this.#at - 1);
        return this.#state;
      case "q":
        return this.#state = "quit";
      case "w":
      case "n":
        this.#move(entry, number, key === "w" ? 1 : -1);
        return this.#state;
    }
    this.#fault = "that is none of the keys";
    return this.#state;
  }

  #go(entry: EntryPlan, verdict: EntryVerdict | undefined): ReviewState {
    if (verdict !== undefined) this.#choices.setVerdict(entry, verdict);
    this.#at++;
    if (this.#at >= this.#length) this.#state = "done";
    return this.#state;
  }

  #sandboxScreen(): string {
    if (this.#sandbox === undefined || this.#state !== "asking") return "";
    const lines = [
      `[${this.#at + 1}/${this.#length}] the Deno permissions that the server used; with them it runs under Deno`,
      ...this.#sandbox.split("\n").map((line) => `    ${line}`),
      ...(this.#fault === undefined ? [] : [`  ? ${this.#fault}`]),
      SANDBOX_KEYS,
    ];
    return `${lines.join("\n")}\n> `;
  }

  #takeSandbox(key: string): ReviewState {
    this.#fault = undefined;
    switch (key) {
      case "":
        return this.#state;
      case "a":
      case "s":
        this.#takesSandbox = key === "a";
        this.#at++;
        return this.#state = "done";
      case "b":
        this.#at = Math.max(0, this.#at - 1);
        return this.#state;
      case "q":
        return this.#state = "quit";
    }
    this.#fault = "that is none of the keys";
    return this.#state;
  }

  #move(entry: EntryPlan, number: string | undefined, by: 1 | -1): void {
    const slots = slotsOf(entry.args);
    const slot: Slot | undefined = slots[Number(number ?? (slots.length === 1 ? 1 : 0)) - 1];
    if (slot === undefined) {
      this.#fault = `which place? Write its number, as in ${by > 0 ? "w" : "n"} 1`;
      return;
    }
    const next = this.#choices.rungOf(slot) + by;
    if (slot.ladder.rungs[next] === undefined) {
      this.#fault = by > 0 ? "there is nothing wider" : "there is nothing narrower";
      return;
    }
    this.#choices.confirm(slot, next);
    this.#fault = slotComment(slot, this.#choices);
  }
}

/** A name of a server's, for a terminal. */
function shown(name: string): string {
  return name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?").slice(0, MAX_WORD);
}
