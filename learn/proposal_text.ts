/**
 * A proposal as the text of a policy file: each entry with the evidence behind it, and what it admits beyond that. No
 * comment holds a value, nor a word of the server.
 *
 * @module
 */

import type { Choices } from "./choices.ts";
import { type EntryPlan, type Slot, slotsOf } from "./plan.ts";
import type { LearnedPermissions } from "./learned_permissions.ts";
import type { Proposal } from "./proposal.ts";
import type { ProposedTest } from "./proposal_tests.ts";
import { renderPolicy } from "./render_policy.ts";
import { sandboxText } from "./sandbox_text.ts";

/** What stands in a file beside the policy. */
export interface TextOptions {
  readonly tests: readonly ProposedTest[];
  /** Lines for the head of the file, such as what an evaluation found. */
  readonly notes: readonly string[];
}

const WIDTH = 100;

/** Writes the policy. */
export function proposalText(proposal: Proposal, { tests, notes }: TextOptions): string {
  const { entries, choices, unnamed } = proposal;
  const policy = renderPolicy(entries, choices);
  const byKind = (kind: EntryPlan["kind"]) => entries.filter((entry) => entry.kind === kind);
  const parts = [
    '"version": 1',
    '"extends": ["baseline"]',
    '// What nobody used is refused.\n"default": "deny"',
    section("tools", policy.tools, byKind("tool"), choices),
    ...(byKind("method").length === 0 ? [] : [section("methods", policy.methods, byKind("method"), choices)]),
    ...(policy.rules.length === 0 ? [] : [
      `// Asks where there is too little evidence, or where the server said the value first; denies what does not show.\n"rules": ${
        list(policy.rules)
      }`,
    ]),
    ...(proposal.permissions === undefined ? [] : [permissionsPart(proposal.permissions)]),
    '// Definitions are recorded when they are first seen: sallyport pins list.\n"definitions": { "pin": "first-use" }',
    ...(tests.length === 0 ? [] : [`// Run in the project: sallyport check --tests.\n"tests": ${list(tests)}`]),
  ];
  const head = [
    "Learned from observed use by sallyport learn propose. Read it before you use it: sallyport learn review.",
    ...notes,
    ...(unnamed.length === 0 ? [] : [
      `${unnamed.length} names could be read as patterns and have no entry: what they name is refused.`,
    ]),
  ].flatMap((line) => wrap(line, WIDTH)).map((line) => `// ${line}\n`).join("");
  return `${head}{\n${indent(parts.join(",\n"), 2)}\n}\n`;
}

function permissionsPart(permissions: LearnedPermissions): string {
  const { sessions } = permissions;
  return [
    `// What the server used of Deno's permissions in ${count(sessions, "recorded session")}. With it the server runs`,
    "// under Deno, and it starts no program. sallyport sandbox minimise says what of it can be left out.",
    sandboxText(permissions),
  ].join("\n");
}

function section(
  name: "tools" | "methods",
  values: Readonly<Record<string, unknown>>,
  entries: readonly EntryPlan[],
  choices: Choices,
): string {
  const parts = entries.filter(({ name: own }) => Object.hasOwn(values, own)).map((entry) => {
    const comments = entryComments(entry, choices).flatMap((line) => wrap(line, WIDTH));
    return `${comments.map((line) => `// ${line}\n`).join("")}${JSON.stringify(entry.name)}: ${
      format(values[entry.name])
    }`;
  });
  return parts.length === 0
    ? `${JSON.stringify(name)}: {}`
    : `${JSON.stringify(name)}: {\n${indent(parts.join(",\n"), 2)}\n}`;
}

/** The evidence of an entry, and of each place in it. */
export function entryComments(entry: EntryPlan, choices: Choices): string[] {
  const { calls, sessions, days } = entry;
  const why = entry.isThin ? ": too few, so it asks" : "";
  return [
    `${count(calls, "call")} in ${count(sessions, "session")} on ${daysText(days)}${why}.`,
    ...slotsOf(entry.args).map((slot) => slotComment(slot, choices)),
  ];
}

/** The place, the condition in words, and what it admits. */
export function slotComment(slot: Slot, choices: Choices): string {
  const rung = slot.ladder.rungs[choices.rungOf(slot)];
  const asks = slot.ladder.asksAlways === true && !choices.isConfirmed(slot)
    ? "; asks, for the server said all of it first or nothing bounds it"
    : choices.asksOutside(slot)
    ? "; other values ask"
    : "";
  return `${shownPointer(slot.pointer)}: ${
    rung?.words ?? "nothing"
  }${asks}. Admits beyond what was seen: ${rung?.admits}.`;
}

/** A pointer is made of argument names, which a server or client could make up: only plain ones are shown. */
function shownPointer(pointer: string): string {
  return /^[\w/*.-]{1,80}$/.test(pointer) ? pointer : "(an oddly named argument)";
}

function daysText(days: readonly string[]): string {
  return days.length <= 2 ? days.join(" and ") : `${days.length} days from ${days[0]} to ${days.at(-1)}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function list(values: readonly unknown[]): string {
  return `[\n${indent(values.map((value) => format(value)).join(",\n"), 2)}\n]`;
}

/** JSON on one line where it fits, else one member a line. */
export function format(value: unknown, width = WIDTH): string {
  const flat = JSON.stringify(value);
  if (flat.length <= width || typeof value !== "object" || value === null) return spaced(flat);
  if (Array.isArray(value)) return `[\n${indent(value.map((each) => format(each, width - 2)).join(",\n"), 2)}\n]`;
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${format(inner, width - 2)}`);
  return `{\n${indent(members.join(",\n"), 2)}\n}`;
}

/** Spaces after commas and colons, and inside braces, but in no string. */
function spaced(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[,:{}]/g, (part) => {
    if (part === "," || part === ":") return `${part} `;
    if (part === "{") return "{ ";
    return part === "}" ? " }" : part;
  }).replaceAll("{  }", "{}");
}

function indent(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
