/**
 * A whole policy from plans and choices: deny by default, on top of the baseline.
 *
 * @module
 */

import type { Choices } from "./choices.ts";
import type { EntryPlan } from "./plan.ts";
import { type EntryRule, type RenderedEntry, renderEntry } from "./render_entry.ts";

/** A policy as JSON of the policy format. */
export interface ProposedPolicy {
  readonly version: 1;
  readonly extends: readonly ["baseline"];
  readonly default: "deny";
  readonly tools: Readonly<Record<string, RenderedEntry["entry"]>>;
  readonly methods: Readonly<Record<string, RenderedEntry["entry"]>>;
  readonly rules: readonly EntryRule[];
}

/** Renders a policy. What is skipped gets no entry, and is refused by default. */
export function renderPolicy(entries: readonly EntryPlan[], choices: Choices): ProposedPolicy {
  const tools: Record<string, RenderedEntry["entry"]> = Object.create(null);
  const methods: Record<string, RenderedEntry["entry"]> = Object.create(null);
  const rules: EntryRule[] = [];
  const names = new Set<string>();
  for (const plan of entries) {
    if (choices.verdictOf(plan) === "skip") continue;
    const rendered = renderEntry(plan, choices);
    (plan.kind === "tool" ? tools : methods)[plan.name] = rendered.entry;
    for (const rule of rendered.rules) rules.push({ ...rule, name: unique(rule.name, names) });
  }
  return { version: 1, extends: ["baseline"], default: "deny", tools, methods, rules };
}

/** Two tools may be called alike but for their signs. */
function unique(name: string, taken: Set<string>): string {
  let result = name;
  for (let number = 2; taken.has(result); number++) result = `${name}-${number}`;
  taken.add(result);
  return result;
}
