/**
 * Attacks on a server, made from the calls that were seen of it and the lists in `attacks/`: each changes one thing of
 * one call.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { ARGUMENT_ATTACKS, LOOKALIKE_ATTACKS, TOOL_ATTACKS } from "./attacks/call_attacks.ts";
import { COMMAND_ATTACKS } from "./attacks/command_attacks.ts";
import { PATH_ATTACKS } from "./attacks/path_attacks.ts";
import { SQL_ATTACKS } from "./attacks/sql_attacks.ts";
import { URI_ATTACKS, URL_ATTACKS } from "./attacks/url_attacks.ts";
import { NUMBER_ATTACKS, SECRET_ATTACKS, TEXT_ATTACKS, TYPE_ATTACKS } from "./attacks/value_attacks.ts";
import { MADE_UP } from "./place_names.ts";
import { type EntryPlan, type Slot, slotsOf } from "./plan.ts";
import type { ReplayCall } from "./replay_call.ts";
import type { SlotKind } from "./rung.ts";

/** A call that should not pass. */
export interface Attack {
  /** What is wrong with it, such as `path` or `unlisted argument`. */
  readonly kind: string;
  /** The place that was changed. */
  readonly pointer: string;
  readonly call: ReplayCall;
}

/** Makes attacks on the entries; the same ones each time. */
export function makeAttacks(entries: readonly EntryPlan[], seen: readonly ReplayCall[]): Attack[] {
  const attacks: Attack[] = [];
  for (const entry of entries) {
    if (entry.side !== "client") continue;
    const own = seen.filter(({ what }) => what === entry.what);
    const [base] = own;
    if (base === undefined) continue;
    for (const slot of slotsOf(entry.args)) attacks.push(...slotAttacks(slot, own), ...otherBase(slot, own));
    attacks.push(...callAttacks(entry, base));
  }
  const [first] = seen.filter(({ method }) => method === "tools/call");
  const known = new Set(entries.map(({ name }) => name));
  for (const tool of TOOL_ATTACKS) {
    if (known.has(tool) || first === undefined) continue;
    attacks.push({ kind: "unlisted tool", pointer: "", call: { ...first, what: tool, tool, args: {} } });
  }
  return attacks;
}

/** What is understood by its content is attacked from a second call, too. */
function otherBase(slot: Slot, own: readonly ReplayCall[]): Attack[] {
  const { kind } = slot.ladder;
  const isRead = kind === "path" || kind === "url" || kind === "sql" || kind === "command";
  const steps = stepsOf(slot.pointer);
  const bases = own.filter(({ args }) => typeof valueAt(args, steps) === "string");
  return isRead && bases.length > 1 ? slotAttacks(slot, bases.slice(-1)).filter((attack) => attack.kind === kind) : [];
}

function slotAttacks(slot: Slot, own: readonly ReplayCall[]): Attack[] {
  const steps = stepsOf(slot.pointer);
  const base = own.find(({ args }) => valueAt(args, steps) !== undefined);
  if (base === undefined) return [];
  const value = valueAt(base.args, steps) ?? null;
  const { kind } = slot.ladder;
  const change = (name: string) => (to: Json): Attack => ({
    kind: name,
    pointer: slot.pointer,
    call: { ...base, args: replaceAt(base.args, steps, to) as JsonObject },
  });
  const numbers = own.map(({ args }) => valueAt(args, steps)).filter((each) => typeof each === "number");
  const seenTypes = new Set(own.map(({ args }) => typeName(valueAt(args, steps))));
  return [
    ...valuesFor(kind, value).filter((attack) => isOutside(attack, numbers)).map(change(kind)),
    ...TYPE_ATTACKS.filter(({ type }) => !seenTypes.has(type)).map(({ value: other }) => change("type")(other)),
    ...(typeof value === "string" ? SECRET_ATTACKS.map(change("secret")) : []),
    ...(typeof value === "string" ? TEXT_ATTACKS.map(change("text")) : []),
  ];
}

/** A number between those that were seen is no attack. */
function isOutside(value: Json, seen: readonly number[]): boolean {
  if (typeof value !== "number" || seen.length === 0) return true;
  const isBetween = seen.some((each) => each <= value) && seen.some((each) => each >= value);
  return !isBetween || (!Number.isInteger(value) && seen.every(Number.isInteger));
}

function valuesFor(kind: SlotKind, value: Json): Json[] {
  const text = typeof value === "string" ? value : "";
  switch (kind) {
    case "path":
      return PATH_ATTACKS.map((attack) => attack.replace(/^P/, MADE_UP.projectDir).replace(/^V/, text));
    case "url": {
      const host = URL.parse(text)?.hostname ?? "example.com";
      return URL_ATTACKS.map((attack) => attack.replaceAll(/\bH\b/g, host));
    }
    case "uri":
      return URI_ATTACKS.map((attack) => attack.replace(/^B/, text.replace(/\/[^/]*$/, "")));
    case "sql": {
      const [, table = "t"] = /\b(?:from|join)\s+(\w+)/i.exec(text) ?? [];
      return SQL_ATTACKS.map((attack) => attack.replaceAll(/\bT\b/g, table));
    }
    case "command":
      return COMMAND_ATTACKS.map((attack) => attack.replaceAll(/^V/g, text));
    case "number":
      return [...NUMBER_ATTACKS];
    case "boolean":
      return ["true", 1, "yes"];
    case "text":
    case "null":
      return [];
  }
}

function callAttacks(entry: EntryPlan, base: ReplayCall): Attack[] {
  const names = new Set(Object.keys(base.args));
  const added = ARGUMENT_ATTACKS.filter(({ name }) => !(entry.args.members?.has(name) ?? false)).map(
    ({ name, value }) => {
      const args: Record<string, Json> = Object.assign(Object.create(null), base.args);
      args[name] = value;
      return { kind: "unlisted argument", pointer: `/${name}`, call: { ...base, args } };
    },
  );
  const spelled = [...names].filter((name) => name.toUpperCase() !== name).map((name) => {
    const args: Record<string, Json> = Object.assign(Object.create(null), base.args);
    args[name.toUpperCase()] = base.args[name] ?? null;
    return { kind: "argument in disguise", pointer: `/${name}`, call: { ...base, args } };
  });
  const lookalikes = entry.kind === "method" ? [] : LOOKALIKE_ATTACKS.map((attack) => {
    const tool = attack.replace("T", entry.name);
    return { kind: "tool in disguise", pointer: "", call: { ...base, what: tool, tool } };
  });
  return [...added, ...spelled, ...lookalikes];
}

function typeName(value: Json | undefined): string {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : typeof value;
}

function stepsOf(pointer: string): string[] {
  return pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a place; of a list its first item. */
function valueAt(value: Json | undefined, [step, ...rest]: readonly string[]): Json | undefined {
  if (step === undefined) return value;
  if (step === "*" && isJsonArray(value)) return valueAt(value[0], rest);
  return isJsonObject(value) ? valueAt(value[step], rest) : undefined;
}

/** The same value with another one at a place; in a list at the end, behind what may be there. */
function replaceAt(value: Json, [step, ...rest]: readonly string[], to: Json): Json {
  if (step === undefined) return to;
  if (step === "*" && isJsonArray(value)) return [...value, replaceAt(value[0] ?? null, rest, to)];
  const members: Record<string, Json> = Object.create(null);
  if (isJsonObject(value)) { for (const key of Object.keys(value)) members[key] = value[key] ?? null; }
  members[step] = replaceAt(members[step] ?? null, rest, to);
  return members;
}
