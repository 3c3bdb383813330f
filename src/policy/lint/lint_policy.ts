/**
 * Reads a policy that has no problems for what its author may not have meant: what never has an effect, what is wider
 * than it looks, what a guard would say better. It judges nothing and changes nothing.
 *
 * @module
 */

import { isJsonObject } from "../../jsonrpc/json.ts";
import { compileGlob } from "../../guards/glob.ts";
import { foldName } from "../../jsonrpc/fold.ts";
import type { ArrayNode, ObjectNode, TreeNode } from "../file/tree.ts";
import { toJson } from "../file/tree.ts";
import { type Place, showValue } from "../problem.ts";
import { lintCondition } from "./lint_condition.ts";
import { addFinding, type LintContext, type LintFinding, type LintWork } from "./lint_finding.ts";
import { suggestedGuard } from "./suggested_guard.ts";

/** Lints the tree of a policy file. The findings are in the order of the file. */
export function lintPolicy(tree: TreeNode, context: LintContext): readonly LintFinding[] {
  const work: LintWork = { ...context, findings: [] };
  if (tree.type !== "object") return [];
  lintWhole(work, tree);
  lintPart(work, tree);
  for (const { value } of objectAt(tree, "servers")?.members ?? []) if (value.type === "object") lintPart(work, value);
  lintSecrets(work, tree);
  return work.findings.toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
}

function lintWhole(work: LintWork, tree: ObjectNode): void {
  const mode = at(tree, "mode");
  if (mode?.type === "string" && mode.value === "observe") {
    const message = '"mode" is "observe": nothing is refused';
    addFinding(work, "observes-only", { place: mode.place, message, hint: "Remove it when you have seen enough" });
  }
  const fallback = at(tree, "default");
  if (fallback?.type === "string" && fallback.value === "allow") {
    const message = '"default" is "allow": tools that nobody named may be called';
    addFinding(work, "allows-unknown", { place: fallback.place, message, hint: "Name the tools you use; remove it" });
  }
  const hasAny = ["extends", "tools", "methods", "servers"].some((key) => at(tree, key) !== undefined) ||
    items(tree, "rules").some((rule) => ["allow", "ask"].includes(wordAt(rule, "then") ?? ""));
  if (fallback === undefined && !hasAny) {
    const message = "no tool can be called: nothing is allowed, and the default is to deny";
    addFinding(work, "nothing-allowed", { place: tree.place, message, hint: 'Name tools in "tools"' });
  }
}

function lintPart(work: LintWork, part: ObjectNode): void {
  lintEntries(work, objectAt(part, "tools"));
  for (const list of ["rules", "responses"]) lintRules(work, items(part, list), list);
  for (const item of items(part, "suppress")) lintSuppression(work, item);
}

function lintEntries(work: LintWork, tools: ObjectNode | undefined): void {
  const seen: { readonly key: string; readonly place: Place }[] = [];
  for (const { key, keyPlace, value } of tools?.members ?? []) {
    oddName(work, key, keyPlace);
    const twin = seen.find((other) => other.key !== key && foldName(other.key) === foldName(key));
    if (twin !== undefined) {
      const message = `tools ${showValue(key)} and ${showValue(twin.key)} differ in case or width alone`;
      addFinding(work, "odd-name", {
        place: keyPlace,
        message,
        hint: "A name that only looks like a refused one is refused",
      });
    }
    const wider = isGlob(key) ? seen.find((other) => isGlob(other.key) && covers(other.key, key)) : undefined;
    if (wider !== undefined) {
      const message = `entry ${showValue(key)} never counts: ${showValue(wider.key)} stands before it`;
      addFinding(work, "shadowed-entry", { place: keyPlace, message, hint: "Put the narrower glob first" });
    }
    seen.push({ key, place: keyPlace });
    const action = value.type === "string" ? value.value : wordAt(value, "then") ?? "allow";
    if (action !== "deny") matchesTool(work, [key], keyPlace, `entry ${showValue(key)}`);
    const args = objectAt(value, "args");
    for (const { key: argument, value: condition } of args?.members ?? []) {
      lintCondition(work, condition, { argument, isEntry: true, what: `argument ${showValue(argument)}` });
    }
    if (action === "allow") openArguments(work, key, value, keyPlace);
  }
}

/** Arguments that a guard is for, and nothing is asked of. */
function openArguments(work: LintWork, key: string, entry: TreeNode, place: Place): void {
  if (isGlob(key)) return;
  const definition = work.pins?.get(`tool ${key}`)?.definition;
  const schema = definition !== undefined && isJsonObject(definition) ? definition["inputSchema"] : undefined;
  const properties = schema !== undefined && isJsonObject(schema) ? schema["properties"] : undefined;
  if (properties === undefined || !isJsonObject(properties)) return;
  const args = objectAt(entry, "args");
  const hasOthers = at(entry, "others")?.type === "boolean" && toJson(entry) !== null && isTrue(at(entry, "others"));
  for (const name of Object.keys(properties)) {
    const guard = suggestedGuard(name);
    if (guard === undefined) continue;
    const condition = args?.members.find((member) => member.key === name || member.key === "*")?.value;
    const isOpen = condition === undefined
      ? entry.type === "string" || args === undefined || hasOthers
      : condition.type === "object" && condition.members.length === 0;
    if (!isOpen) continue;
    const message = `argument ${showValue(name)} of tool ${showValue(key)} may be anything`;
    addFinding(work, "open-argument", {
      place,
      message,
      hint: `Bound it: "args": { ${showValue(name)}: { "${guard}": ... } }`,
    });
  }
}

function lintRules(work: LintWork, rules: readonly TreeNode[], list: string): void {
  const before: ObjectNode[] = [];
  for (const rule of rules) {
    if (rule.type !== "object") continue;
    const when = objectAt(rule, "when");
    if (when === undefined) continue;
    const what = `rule ${showValue(wordAt(rule, "name") ?? "?")}`;
    const winner = list === "rules" ? before.find((other) => isWithin(when, other)) : undefined;
    if (winner !== undefined) {
      const message = `${what} never decides: a rule before it matches all that it matches`;
      addFinding(work, "shadowed-rule", {
        place: rule.place,
        message,
        hint: "Put the narrower rule first, or remove it",
      });
    }
    if (["allow", "deny"].includes(wordAt(rule, "then") ?? "")) before.push(when);
    const tools = textsOf(at(when, "tool"));
    for (const tool of tools) oddName(work, tool, rule.place);
    if (tools.length > 0) matchesTool(work, tools, rule.place, what);
    const isEntry = wordAt(rule, "then") === "allow";
    for (const { key: argument, value } of objectAt(when, "args")?.members ?? []) {
      lintCondition(work, value, { argument, isEntry, what: `argument ${showValue(argument)} of ${what}` });
    }
    const any = at(when, "any");
    if (any !== undefined) lintCondition(work, any, { argument: "@any", isEntry, what });
  }
}

/** Whether every condition of one `when` is, word for word, among those of another. */
function isWithin(inner: ObjectNode, outer: ObjectNode): boolean {
  return outer.members.every(({ key, value }) => {
    const other = at(inner, key);
    const isEvery = (key === "method" || key === "tool") && textsOf(value).some((glob) => /^\*+$/.test(glob));
    if (isEvery) return key === "method" || other !== undefined;
    return other !== undefined && JSON.stringify(toJson(other)) === JSON.stringify(toJson(value));
  });
}

function lintSuppression(work: LintWork, item: TreeNode): void {
  const rule = wordAt(item, "rule");
  const until = wordAt(item, "until");
  if (until !== undefined && until < work.today) {
    const message = `the suppression of ${showValue(rule)} ended on ${until}`;
    addFinding(work, "expired-suppress", { place: item.place, message, hint: "Remove it, or set a later day" });
  }
  if (rule !== undefined && !rule.includes("/") && !work.ruleNames.has(rule)) {
    const message = `no rule in force is called ${showValue(rule)}`;
    addFinding(work, "unknown-rule", {
      place: item.place,
      message,
      hint: "A suppression names a rule of this file or a pack",
    });
  }
}

function matchesTool(work: LintWork, globs: readonly string[], place: Place, what: string): void {
  const names = [...work.pins?.keys() ?? []].filter((key) => key.startsWith("tool ")).map((key) => key.slice(5));
  if (names.length === 0) return;
  const compiled = globs.map((glob) => compileGlob(glob, "name"));
  const isKnown = compiled.some((glob) => !("fault" in glob) && names.some((name) => glob.matchesFolded(name)));
  if (isKnown) return;
  const message = `${what} matches no tool that the server has`;
  addFinding(work, "unknown-tool", { place, message, hint: `Its tools: ${names.slice(0, 8).join(", ")}` });
}

function oddName(work: LintWork, name: string, place: Place): void {
  if (name === name.trim() && !/\s{2,}|[\p{Cc}\p{Cf}]/u.test(name)) return;
  const message = `the name ${showValue(name)} has spaces or characters that do not show`;
  addFinding(work, "odd-name", { place, message, hint: "Tools are called without them" });
}

/** Secrets in the policy's own texts: a policy is shown, shared and committed. */
function lintSecrets(work: LintWork, node: TreeNode): void {
  if (node.type === "array") {
    for (const item of node.items) lintSecrets(work, item);
  } else if (node.type === "object") {
    for (const { key, value } of node.members) if (key !== "tests") lintSecrets(work, value);
  } else if (node.type === "string") {
    const found = work.scanner.scan(node.value, { kinds: ["secrets"] });
    const first = found.find(({ confidence }) => confidence !== "possible");
    if (first === undefined) return;
    const message = `a secret (${first.rule}) stands in the policy`;
    addFinding(work, "secret-in-policy", {
      place: node.place,
      message,
      hint: "Take it out and replace it: it is known now",
    });
  }
}

/** Whether all that one glob matches is matched by another, as far as samples show. */
function covers(wide: string, narrow: string): boolean {
  const glob = compileGlob(wide, "name");
  if ("fault" in glob) return false;
  if (/^\*+$/.test(wide)) return true;
  // Sets and braces have too many forms to be tried by samples.
  if (/[[{\\]/.test(narrow)) return false;
  return ["", "x", "xy/z.1", "\u00e9-_"].every((sample) =>
    glob.matches(narrow.replaceAll(/\*+/g, sample).replaceAll("?", "q")) &&
    glob.matches(narrow.replaceAll(/[*?]/g, "7"))
  );
}

function isGlob(key: string): boolean {
  return /[*?[{]/.test(key);
}

function at(node: TreeNode, key: string): TreeNode | undefined {
  return node.type === "object" ? node.members.find((member) => member.key === key)?.value : undefined;
}

function objectAt(node: TreeNode, key: string): ObjectNode | undefined {
  const value = at(node, key);
  return value?.type === "object" ? value : undefined;
}

function wordAt(node: TreeNode, key: string): string | undefined {
  const value = at(node, key);
  return value?.type === "string" ? value.value : undefined;
}

function items(node: TreeNode, key: string): ArrayNode["items"] {
  const value = at(node, key);
  return value?.type === "array" ? value.items : [];
}

function textsOf(node: TreeNode | undefined): readonly string[] {
  if (node?.type === "string") return [node.value];
  return node?.type === "array" ? node.items.flatMap((item) => item.type === "string" ? [item.value] : []) : [];
}

function isTrue(node: TreeNode | undefined): boolean {
  return node?.type === "boolean" && node.value;
}
