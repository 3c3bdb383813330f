/**
 * An entry of the policy, and the rules that make it ask, from a plan and what was chosen.
 *
 * @module
 */

import type { Choices } from "./choices.ts";
import { roundUp } from "./ladder.ts";
import type { EntryPlan, PlanNode, Slot } from "./plan.ts";
import type { ConditionJson } from "./rung.ts";

/** A rule beside an entry. */
export interface EntryRule {
  readonly name: string;
  readonly when: Readonly<Record<string, unknown>>;
  readonly then: "ask" | "deny";
}

/** An entry as JSON of the policy format, and its rules. */
export interface RenderedEntry {
  readonly entry: "deny" | "ask" | Readonly<Record<string, unknown>>;
  readonly rules: readonly EntryRule[];
}

/** Conditions by the key under which they stand. */
interface Rendering {
  readonly plan: EntryPlan;
  readonly choices: Choices;
  readonly args: Record<string, ConditionJson>;
  readonly required: string[];
  /** Conditions under which the entry asks. */
  readonly asks: [key: string, condition: ConditionJson][];
  /** Some texts are bounded by JSON Schema alone, which knows no detectors. */
  hidesTexts: boolean;
  /** Something has no condition that could bound it. */
  isUnbounded: boolean;
}

/** Most items of a list, so many times as were seen. */
const LIST_FACTOR = 4;
const MIN_LIST = 10;

/** Renders an entry. */
export function renderEntry(plan: EntryPlan, choices: Choices): RenderedEntry {
  const verdict = choices.verdictOf(plan);
  if (verdict === "deny" || verdict === "skip") return { entry: "deny", rules: [] };
  if (choices.isLoose(plan, "")) return { entry: "ask", rules: [] };
  const rendering: Rendering = {
    plan,
    choices,
    args: Object.create(null),
    required: [],
    asks: [],
    hidesTexts: false,
    isUnbounded: false,
  };
  renderMembers(plan.args, "", rendering, true);
  const { args, required, asks, hidesTexts, isUnbounded } = rendering;
  const then = verdict === "ask" || isUnbounded ? { then: "ask" } : {};
  const entry = { args, ...(required.length === 0 ? {} : { required }), ...then };
  const subject = plan.kind === "tool" ? { tool: plan.name } : { method: plan.name };
  const questions = "then" in then ? [] : asks.map(([key, condition], index): EntryRule => ({
    name: `ask-${slug(plan.name)}-${index + 1}`,
    when: { ...subject, args: { [key]: condition } },
    then: "ask",
  }));
  const hidden: EntryRule = {
    name: `deny-${slug(plan.name)}-1`,
    when: { ...subject, any: { hidden: true } },
    then: "deny",
  };
  const rules = hidesTexts ? [hidden, ...questions] : questions;
  return { entry, rules };
}

/** A name as rules may have it. */
function slug(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 30) || "entry";
}

/** A key of `args`: the plain name, or a pointer where a name could be read as something else. */
function keyOf(pointer: string): string {
  const name = pointer.slice(1);
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : pointer;
}

function renderMembers(node: PlanNode, pointer: string, rendering: Rendering, isAlwaysThere: boolean): void {
  for (const [name, { node: member, isRequired, isThin }] of node.members ?? []) {
    const own = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const key = keyOf(own);
    const isHere = isRequired && isAlwaysThere;
    if (isHere) rendering.required.push(key);
    if (isThin) rendering.asks.push([key, {}]);
    const isPlainObject = member.members !== undefined && member.slots.length === 0 && member.items === undefined;
    if (rendering.choices.isLoose(rendering.plan, own)) rendering.args[key] = {};
    else if (isPlainObject && member.members.size > 0) renderMembers(member, own, rendering, isHere);
    else renderValue(member, key, rendering);
  }
}

function renderValue(node: PlanNode, key: string, rendering: Rendering): void {
  const strict = conditionOf(node, rendering, "strict");
  const loose = conditionOf(node, rendering, "loose");
  rendering.args[key] = loose;
  if (JSON.stringify(strict) !== JSON.stringify(loose)) rendering.asks.push([key, { not: strict }]);
  if (usesSchema(node)) rendering.hidesTexts = true;
  if (mustAsk(node, rendering.choices)) rendering.asks.push([key, {}]);
}

/** Whether nothing that was seen here can be trusted, or bounded. */
function mustAsk({ slots, items, members }: PlanNode, choices: Choices): boolean {
  const inside = [...members?.values() ?? []].some(({ node, isThin }) => isThin || mustAsk(node, choices));
  const isDoubtful = (slot: Slot) => slot.ladder.asksAlways === true && !choices.isConfirmed(slot);
  return slots.some(isDoubtful) || inside || (items !== undefined && mustAsk(items.node, choices));
}

function usesSchema({ items, members }: PlanNode): boolean {
  return members !== undefined || (items !== undefined && usesSchema(items.node));
}

function conditionOf(node: PlanNode, rendering: Rendering, way: "strict" | "loose"): ConditionJson {
  const { slots, items, members } = node;
  const alternatives: ConditionJson[] = slots.flatMap((slot) => slotConditions(slot, rendering.choices, way));
  if (items !== undefined) alternatives.push(listCondition(items, rendering, way));
  if (members !== undefined) alternatives.push({ schema: schemaOf(node, rendering, way) });
  const [first] = alternatives;
  if (first === undefined) return { type: "null" };
  return alternatives.length === 1 ? first : { anyOf: alternatives };
}

function slotConditions(slot: Slot, choices: Choices, way: "strict" | "loose"): ConditionJson[] {
  const { ladder } = slot;
  const condition = ladder.rungs[choices.rungOf(slot)]?.condition;
  const chosen = condition === undefined ? [] : [condition];
  const isLoose = way === "loose" && choices.asksOutside(slot) && ladder.outside !== undefined;
  return isLoose && ladder.outside !== undefined ? [...chosen, ladder.outside.condition] : chosen;
}

function listCondition(
  { node, maxLength }: NonNullable<PlanNode["items"]>,
  rendering: Rendering,
  way: "strict" | "loose",
): ConditionJson {
  const length = [0, maxLength === 0 ? 0 : Math.max(MIN_LIST, roundUp(maxLength * LIST_FACTOR))];
  const isEmpty = node.slots.length === 0 && node.items === undefined && node.members === undefined;
  if (isEmpty) return { allOf: [{ type: "array" }, { length: [0, 0] }] };
  return { allOf: [{ type: "array" }, { length }, { each: conditionOf(node, rendering, way) }] };
}

/** What stands inside a list of objects is said in JSON Schema, which knows no guards: then the entry asks. */
function schemaOf(node: PlanNode, rendering: Rendering, way: "strict" | "loose"): Readonly<Record<string, unknown>> {
  const alternatives: Readonly<Record<string, unknown>>[] = node.slots.flatMap((slot) => {
    const { rungs, outside } = slot.ladder;
    const schema = rungs[rendering.choices.rungOf(slot)]?.schema;
    const isOpen = way === "loose" && rendering.choices.asksOutside(slot);
    if (schema !== undefined) return isOpen && outside?.schema !== undefined ? [schema, outside.schema] : [schema];
    rendering.isUnbounded = true;
    return [outside?.schema ?? { type: "string" }];
  });
  if (node.items !== undefined) {
    const { node: item, maxLength } = node.items;
    const maxItems = maxLength === 0 ? 0 : Math.max(MIN_LIST, roundUp(maxLength * LIST_FACTOR));
    alternatives.push({
      type: "array",
      maxItems,
      ...(maxLength === 0 ? {} : { items: schemaOf(item, rendering, way) }),
    });
  }
  if (node.members !== undefined) {
    const members = [...node.members];
    const required = members.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
    alternatives.push({
      type: "object",
      properties: Object.fromEntries(
        members.map(([name, { node: member }]) => [name, schemaOf(member, rendering, way)]),
      ),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    });
  }
  const [first] = alternatives;
  if (first === undefined) return { type: "null" };
  return alternatives.length === 1 ? first : { anyOf: alternatives };
}
