/**
 * Puts reviewed entries into the text of a policy that is there: only these entries and their rules change, every other
 * byte, comments too, stays as it is.
 *
 * @module
 */

import { applyEdits, modify, parse } from "jsonc-parser";
import type { DenoSandbox } from "../src/policy/policy.ts";
import type { Choices } from "./choices.ts";
import type { EntryPlan } from "./plan.ts";
import { format } from "./proposal_text.ts";
import { type EntryRule, renderEntry } from "./render_entry.ts";

/** What came of it. */
export interface Applied {
  readonly text: string;
  /** What changed, for people: lines that begin with `+`, `-` or `~`. */
  readonly changes: readonly string[];
}

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: "\n" } };

/** What a person decided. */
export interface Reviewed {
  readonly choices: Choices;
  /** A permission set that was accepted. */
  readonly sandbox?: DenoSandbox | undefined;
}

/** Puts the entries in. What is skipped is left as it is. */
export function applyReview(
  text: string,
  entries: readonly EntryPlan[],
  { choices, sandbox }: Reviewed,
): Applied {
  let current = text;
  const changes: string[] = [];
  const set = (path: (string | number)[], value: unknown, isInsertion = false) => {
    current = applyEdits(current, modify(current, path, value, { ...FORMAT, isArrayInsertion: isInsertion }));
  };
  for (const plan of entries) {
    if (choices.verdictOf(plan) === "skip") continue;
    const rendered = renderEntry(plan, choices);
    const section = plan.kind === "tool" ? "tools" : "methods";
    const before = entryIn(current, section, plan.name);
    if (JSON.stringify(before) !== JSON.stringify(rendered.entry)) {
      set([section, plan.name], rendered.entry);
      changes.push(...difference(`${section} ${JSON.stringify(plan.name)}`, before, rendered.entry));
    }
    for (const index of learnedRules(current, plan).reverse()) set(["rules", index], undefined);
    const taken = new Set(rulesIn(current).map(nameOf));
    for (const rule of rendered.rules) {
      const named = { ...rule, name: free(rule.name, taken) };
      set(["rules", rulesIn(current).length], named, rulesIn(current).length > 0);
      changes.push(`+ rule ${named.name}: ${named.then}`);
    }
  }
  // A person's own set is never replaced.
  if (sandbox !== undefined && objectIn(current)["sandbox"] === undefined) {
    set(["sandbox"], { deno: sandbox });
    changes.push(...difference("sandbox", undefined, { deno: sandbox }));
  }
  return { text: current, changes };
}

function difference(name: string, before: unknown, after: unknown): string[] {
  const lines = (sign: string, value: unknown) => format(value).split("\n").map((line) => `${sign}   ${line}`);
  if (before === undefined) return [`+ ${name}`, ...lines("+", after)];
  return [`~ ${name}`, ...lines("-", before), ...lines("+", after)];
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = parse(text, [], { allowTrailingComma: true });
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : {};
}

function entryIn(text: string, section: string, name: string): unknown {
  const entries = objectIn(text)[section];
  if (typeof entries !== "object" || entries === null || !Object.hasOwn(entries, name)) return undefined;
  return (entries as Record<string, unknown>)[name];
}

function rulesIn(text: string): readonly unknown[] {
  const rules = objectIn(text)["rules"];
  return Array.isArray(rules) ? rules : [];
}

function nameOf(rule: unknown): string {
  return typeof rule === "object" && rule !== null && "name" in rule && typeof rule.name === "string" ? rule.name : "";
}

/** The places of rules that an earlier review made for the same entry. A person's own has another name. */
function learnedRules(text: string, { kind, name }: EntryPlan): number[] {
  return rulesIn(text).flatMap((rule, index) => {
    const isNamed = /^(?:ask|deny)-[a-z0-9-]+-\d+$/.test(nameOf(rule));
    const { when } = rule as Partial<EntryRule>;
    return isNamed && when?.[kind] === name && Object.keys(when).length === 2 ? [index] : [];
  });
}

function free(name: string, taken: Set<string>): string {
  let result = name;
  for (let number = 2; taken.has(result); number++) result = `${name}-${number}`;
  taken.add(result);
  return result;
}
