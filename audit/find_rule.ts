/**
 * Finds a rule in the policies that the log kept: where it stands, and its text.
 *
 * @module
 */

import type { Policy } from "../src/policy/policy.ts";
import type { Place } from "../src/policy/problem.ts";
import { readPolicy } from "../src/policy/file/read_policy.ts";
import type { KeptPolicy } from "./kept_policy.ts";

/** Where a rule stands. */
export interface RulePlace {
  /** A path, or `pack:NAME`. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** The rule as it is written, at most 30 lines. */
  readonly text: string;
}

const MAX_LINES = 30;

/** Finds the rule of that name, or for `tool/...` the entry of the tool. The first that counts, or nothing. */
export async function findRule(kept: KeptPolicy, rule: string, tool?: string): Promise<RulePlace | undefined> {
  const parts = [...kept.global.parts, ...kept.project?.parts ?? []];
  for (const { kind, name, text } of parts) {
    const file = kind === "pack" ? `pack:${name}` : name;
    const { policy } = await readPolicy(file, text);
    const place = policy === undefined ? undefined : placeOf(policy, rule, tool);
    if (place !== undefined) return { file, line: place.line, text: textAt(text, place) };
  }
  return undefined;
}

function placeOf(policy: Policy, rule: string, tool: string | undefined): Place | undefined {
  for (const part of [...policy.servers, policy]) {
    const named = [...part.rules, ...part.responses].find(({ name }) => name === rule);
    if (named !== undefined) return named.place;
    const isEntry = /^tool\/(?:condition|argument|required)$/.test(rule);
    const entry = isEntry ? part.tools.find(({ key }) => key === tool) : undefined;
    if (entry !== undefined) return entry.place;
  }
  return undefined;
}

/** The text of what begins in a line: to where its brackets close, or in YAML to where the indentation ends. */
function textAt(text: string, { line }: Place): string {
  const lines = text.split("\n").slice(line - 1, line - 1 + MAX_LINES);
  const first = lines[0] ?? "";
  const end = /[{[]/.test(first) ? bracketEnd(lines) : indentEnd(lines);
  return lines.slice(0, end).join("\n");
}

function bracketEnd(lines: readonly string[]): number {
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"/g, "").replace(/\/\/.*$/, "");
    for (const character of bare) {
      if (character === "{" || character === "[") depth++;
      else if (character === "}" || character === "]") depth--;
    }
    if (depth <= 0) return index + 1;
  }
  return lines.length;
}

function indentEnd(lines: readonly string[]): number {
  const indent = lines[0]?.search(/[^\s-]/) ?? 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() !== "" && line.search(/\S/) < indent);
  return end < 0 ? lines.length : end;
}
