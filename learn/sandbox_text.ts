/**
 * A learned permission set as it stands in a policy file: each value with how many uses in how many sessions back it,
 * and what was used and is not in it.
 *
 * @module
 */

import type { DenoSandbox, PermissionLists } from "../src/policy/policy.ts";
import { PERMISSION_KINDS } from "../src/sandbox/permission_set.ts";
import type { BackedSet, BackedValue, LearnedPermissions } from "./learned_permissions.ts";

const MAX_TOLD = 10;
const MAX_VALUE = 120;

/** The member `"sandbox"` of a policy, with comments, without a comma behind it. */
export function sandboxText(learned: LearnedPermissions): string {
  const { calls, startup, ungiven } = learned;
  const parts = [
    ...kindTexts(calls),
    ...(isEmpty(startup) ? [] : [
      '// Used before the first call. With "perCall": true these hold at any time.\n' +
      `"startup": {\n${indent(kindTexts(startup).join(",\n"))}\n}`,
    ]),
  ];
  const deno = parts.length === 0 ? '"deno": {}' : `"deno": {\n${indent(parts.join(",\n"))}\n}`;
  const head = ungivenLines(ungiven).map((line) => `// ${line}\n`).join("");
  return `"sandbox": {\n${indent(`${head}${deno}`)}\n}`;
}

function kindTexts(set: BackedSet): string[] {
  return PERMISSION_KINDS.filter((kind) => set[kind].length > 0).map((kind) =>
    `${JSON.stringify(kind)}: [\n${indent(set[kind].map(valueText).join(",\n"))}\n]`
  );
}

function valueText({ value, uses, sessions }: BackedValue): string {
  return `// ${count(uses, "use")} in ${count(sessions, "session")}.\n${JSON.stringify(value)}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function isEmpty(set: BackedSet): boolean {
  return PERMISSION_KINDS.every((kind) => set[kind].length === 0);
}

/** What was used and is not in the set, for people: values are a server's, so nothing in them can drive a terminal. */
export function ungivenLines(ungiven: LearnedPermissions["ungiven"]): string[] {
  const lines = ungiven.slice(0, MAX_TOLD).map(({ permission, value, why }) =>
    `Not in the set: ${permission} ${shownValue(value)}: ${why}.`
  );
  const rest = ungiven.length - lines.length;
  return rest > 0 ? [...lines, `Not in the set: ${rest} more.`] : lines;
}

/** A value for a terminal or a comment. */
export function shownValue(value: string): string {
  const text = JSON.stringify(value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?"));
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}...` : text;
}

/** The set as plain data, as a policy holds it; kinds that are empty are left out. */
export function denoListsOf({ calls, startup }: LearnedPermissions): DenoSandbox {
  return { ...listsOf(calls), ...(isEmpty(startup) ? {} : { startup: listsOf(startup) }) };
}

function listsOf(set: BackedSet): PermissionLists {
  const filled = PERMISSION_KINDS.filter((kind) => set[kind].length > 0);
  return Object.fromEntries(filled.map((kind) => [kind, set[kind].map(({ value }) => value)]));
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
