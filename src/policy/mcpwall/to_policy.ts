/**
 * A configuration of mcpwall 0.3 as a policy of ours, part by part at its place in the file, so that a problem is shown
 * where the person wrote it. It judges as mcpwall documents, and stricter where mcpwall lets through what it did not
 * look at. What cannot be carried over is a problem, never left out.
 *
 * Source of the format: ../shared/MCPWALL.md, sections 1.2 to 1.4, measured on version 0.3.1.
 *
 * @module
 */

import type { Place } from "../problem.ts";
import { showValue } from "../problem.ts";
import type { ArrayNode, Member, ObjectNode, ScalarNode, TreeNode } from "../file/tree.ts";
import { addProblem, type Reader, readFields, readList, readString, readWord, wrongValue } from "../file/reader.ts";
import { toRe2 } from "./javascript_regex.ts";

/** A policy's tree, and what is to be said to its parts. */
export interface Conversion {
  readonly tree: ObjectNode;
  /** Comments for the whole and for single rules. */
  readonly comments: ReadonlyMap<TreeNode, readonly string[]>;
}

/** Converts a file. To be used only when there are no problems. */
export function toPolicy(reader: Reader, file: ObjectNode): Conversion {
  const work: Work = { reader, comments: new Map(), names: new Set() };
  const fields = readFields<Record<string, TreeNode>>(reader, file, "mcpwall file", {
    version: (node) => node,
    settings: (node) => node,
    rules: (node) => node,
    outbound_rules: (node) => node,
    secrets: (node) => node,
  }) ?? {};
  const head = [
    "From a configuration of mcpwall. What mcpwall passes without looking at it is judged here as well.",
    'For what Sallyport refuses by itself besides these rules, add: "extends": ["core"]',
  ];
  const settings = fields["settings"] === undefined ? {} : readSettings(work, fields["settings"], head);
  const rules = fields["rules"] === undefined
    ? missing(work, file, "rules")
    : readList(reader, fields["rules"], "rules", (item, what) => clientRule(work, item, what)) ?? [];
  const responses = fields["outbound_rules"] === undefined ? [] : readList(
    reader,
    fields["outbound_rules"],
    "outbound_rules",
    (item, what) => serverRule(work, item, what),
  )?.flat() ?? [];
  responses.push(...defaultResponse(work, settings.outbound, responses.length > 0));
  const secrets = fields["secrets"] === undefined ? [] : ownSecrets(work, fields["secrets"]);
  const { place } = file;
  const tree = object(place, {
    version: { type: "number", place, value: 1 },
    default: settings.action === undefined ? undefined : text(place, settings.action),
    secrets: secrets.length === 0 ? undefined : object(place, { patterns: array(place, secrets) }),
    rules: rules.length === 0 ? undefined : array(place, rules),
    responses: responses.length === 0 ? undefined : array(place, responses),
  });
  work.comments.set(tree, head);
  return { tree, comments: work.comments };
}

interface Work {
  readonly reader: Reader;
  readonly comments: Map<TreeNode, readonly string[]>;
  /** Names of rules so far. */
  readonly names: Set<string>;
}

interface Settings {
  readonly action?: string | undefined;
  readonly outbound?: { readonly action: string; readonly place: Place } | undefined;
}

function readSettings({ reader }: Work, node: TreeNode, head: string[]): Settings {
  const fields = readFields<Record<string, string>>(reader, node, "settings", {
    log_dir: (value, what) => readString(reader, value, what),
    log_level: (value, what) => readWord(reader, value, what, ["debug", "info", "warn", "error"]),
    default_action: (value, what) => readWord(reader, value, what, ["allow", "deny", "ask"]),
    log_args: (value, what) => readWord(reader, value, what, ["full", "none"]),
    outbound_default_action: (value, what) => readWord(reader, value, what, ["allow", "deny", "redact", "log_only"]),
    log_redacted: (value, what) => readWord(reader, value, what, ["none", "hash", "full"]),
  }) ?? {};
  if (node.type === "object" && !node.members.some(({ key }) => key === "default_action")) {
    addProblem(reader, {
      code: "missing-field",
      place: node.place,
      what: "settings",
      fault: '"default_action" is missing',
    });
  }
  if (fields["log_dir"] !== undefined) head.push("log_dir: the audit log is in the Sallyport home (SALLYPORT_HOME).");
  if (fields["log_level"] !== undefined) head.push("log_level: the flag --log-level of the proxy.");
  if (fields["log_args"] === "full") {
    head.push("log_args full: the log keeps shapes and keyed hashes; name what to keep in clear in audit.clear.");
  }
  const action = fields["outbound_default_action"];
  return {
    action: fields["default_action"],
    outbound: action === undefined ? undefined : { action, place: node.place },
  };
}

function missing({ reader }: Work, file: ObjectNode, field: string): TreeNode[] {
  const fault = `${showValue(field)} is missing`;
  addProblem(reader, { code: "missing-field", place: file.place, what: "mcpwall file", fault });
  return [];
}

interface RuleHead {
  readonly name: string;
  readonly match: TreeNode;
  readonly action: string;
  readonly comments: string[];
}

function readHead(work: Work, node: TreeNode, what: string, actions: readonly string[]): RuleHead | undefined {
  const { reader } = work;
  let match: TreeNode | undefined;
  const fields = readFields<Record<string, string>>(reader, node, what, {
    name: (value, valueWhat) => readString(reader, value, valueWhat),
    match: (value) => (match = value, undefined),
    action: (value, valueWhat) => readWord(reader, value, valueWhat, actions),
    message: (value, valueWhat) => readString(reader, value, valueWhat),
  });
  if (fields === undefined) return undefined;
  const { name, action, message } = fields;
  for (const [field, value] of [["name", name], ["match", match], ["action", action]] as const) {
    const isThere = node.type === "object" && node.members.some(({ key }) => key === field);
    if (value !== undefined || isThere) continue;
    addProblem(reader, { code: "missing-field", place: node.place, what, fault: `${showValue(field)} is missing` });
  }
  if (name === undefined || action === undefined || match === undefined) return undefined;
  const comments = message === undefined ? [] : [message];
  return { name: ruleName(work, name), match, action, comments };
}

/** A name as rules have it here, and no other has yet. */
function ruleName({ names }: Work, wanted: string): string {
  const plain = wanted.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 36) || "rule";
  let name = plain;
  for (let count = 2; names.has(name); count += 1) name = `${plain}-${count}`;
  names.add(name);
  return name;
}

function clientRule(work: Work, node: TreeNode, what: string): TreeNode | undefined {
  const head = readHead(work, node, what, ["allow", "deny", "ask"]);
  if (head === undefined) return undefined;
  const { reader } = work;
  let tool: TreeNode | undefined;
  let given: TreeNode | undefined;
  const { method } = readFields<{ method: string; tool: never; arguments: never }>(reader, head.match, what, {
    method: (value, valueWhat) => readString(reader, value, valueWhat),
    tool: (value) => (tool = value, undefined),
    arguments: (value) => (given = value, undefined),
  }) ?? {};
  const isCall = method === undefined ? tool !== undefined || given !== undefined : method === "tools/call";
  const { place } = head.match;
  const when: Record<string, TreeNode | undefined> = {
    method: isCall ? text(place, "tools/call") : method === undefined ? text(place, "*") : text(place, literal(method)),
    side: text(place, "client"),
  };
  const globs = tool === undefined ? undefined : nameGlob(work, tool, `tool of ${what}`);
  if (isCall && globs !== undefined) when["tool"] = globs;
  const args = given === undefined ? undefined : argumentsOf(work, given, what, head);
  const hasBoth = !isCall && (tool !== undefined || args !== undefined);
  if (isCall || head.action === "allow") when["args"] = args;
  if (hasBoth && head.action === "allow") {
    wrongValue(
      reader,
      head.match,
      what,
      "its tool and arguments are ignored by mcpwall for this method",
      "Remove them",
    );
  } else if (hasBoth) {
    head.comments.push("mcpwall ignores tool and arguments for a method other than tools/call; so does this rule.");
  }
  const then = head.action;
  if (then === "ask") head.comments.push("mcpwall lets these pass; here a person is asked.");
  const rule = object(node.place, {
    name: text(node.place, head.name),
    when: object(place, when),
    then: text(place, then),
  });
  work.comments.set(rule, head.comments);
  return rule;
}

function argumentsOf(work: Work, node: TreeNode, what: string, head: RuleHead): TreeNode | undefined {
  if (node.type !== "object") return wrongValue(work.reader, node, `arguments of ${what}`, "it is not an object");
  if (node.members.length === 0) return undefined;
  const members = node.members.map(({ key, keyPlace, value }): Member => ({
    key: argumentKey(key),
    keyPlace,
    value: matcher(work, value, `argument ${showValue(key)} of ${what}`, { head, isAny: key === "_any_value" }) ??
      value,
  }));
  return { type: "object", place: node.place, members };
}

function argumentKey(key: string): string {
  if (key === "_any_value") return "*";
  if (key !== "*" && !/^[@/]/.test(key)) return key;
  return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

interface MatcherContext {
  readonly head: RuleHead;
  /** Whether it stands for every value of the arguments. */
  readonly isAny: boolean;
}

/** A matcher: one of its fields has to hold. */
function matcher(work: Work, node: TreeNode, what: string, { head, isAny }: MatcherContext): TreeNode | undefined {
  const { reader } = work;
  const found: Record<string, TreeNode> = {};
  readFields<Record<string, never>>(reader, node, what, {
    pattern: (value, valueWhat) => keep(found, "pattern", patternCondition(work, value, valueWhat, head)),
    regex: (value, valueWhat) => keep(found, "regex", regexCondition(work, value, valueWhat)),
    not_under: (value, valueWhat) => keep(found, "not_under", notUnder(work, value, valueWhat)),
    secrets: (value) => {
      if (value.type !== "boolean") return wrongValue(reader, value, what, "secrets is not true or false");
      return value.value ? keep(found, "secrets", object(value.place, { secrets: value })) : undefined;
    },
  });
  const parts = isAny && found["secrets"] !== undefined ? [found["secrets"]] : Object.values(found);
  const [first] = parts;
  if (first === undefined) {
    return reader.problems.length > 0 ? undefined : wrongValue(reader, node, what, "it names no condition");
  }
  return parts.length === 1 ? first : object(node.place, { anyOf: array(node.place, parts) });
}

function keep(found: Record<string, TreeNode>, field: string, node: TreeNode | undefined): undefined {
  if (node !== undefined) found[field] = node;
}

function patternCondition({ reader }: Work, node: TreeNode, what: string, { action }: RuleHead): TreeNode | undefined {
  const pattern = readString(reader, node, what);
  if (pattern === undefined || !isPlainGlob(reader, node, what, pattern)) return undefined;
  const { place } = node;
  const glob = object(place, {
    pattern: text(place, toOurGlob(expandHome(pattern))),
    dialect: text(place, "path"),
  });
  if (action !== "allow") return object(place, { glob });
  // There no `*` stands for a name that begins with a dot: what is let in by a glob must not be more here.
  const odd = /(?:^|\/)\.[^/]/.test(pattern) ? "(?:^|[/\\\\])\\.\\.(?:$|[/\\\\])" : "(?:^|[/\\\\])\\.";
  return object(place, { glob, not: object(place, { regex: text(place, odd) }) });
}

function regexCondition({ reader }: Work, node: TreeNode, what: string): TreeNode | undefined {
  const source = readString(reader, node, what);
  if (source === undefined) return undefined;
  const regex = ownRegex(reader, node, what, source);
  return regex === undefined ? undefined : object(node.place, { regex });
}

/** Expressions are not searched for variables here, and a folder's name in one would be taken for an expression. */
function ownRegex(reader: Reader, node: TreeNode, what: string, source: string, prefix = ""): TreeNode | undefined {
  if (/\$\{(?:HOME|PROJECT_DIR)\}|^~\//.test(source)) {
    return wrongValue(
      reader,
      node,
      what,
      "a variable in an expression cannot be carried over",
      "Use not_under or pattern",
    );
  }
  return text(node.place, `${prefix}${toRe2(source)}`);
}

function notUnder({ reader }: Work, node: TreeNode, what: string): TreeNode | undefined {
  const folder = readString(reader, node, what);
  if (folder === undefined) return undefined;
  const { place } = node;
  const path = object(place, { under: array(place, [text(place, expandHome(folder))]) });
  return object(place, { not: object(place, { path }) });
}

function serverRule(work: Work, node: TreeNode, what: string): TreeNode[] | undefined {
  const head = readHead(work, node, what, ["allow", "deny", "redact", "log_only"]);
  if (head === undefined) return undefined;
  const { reader } = work;
  const when: Record<string, TreeNode> = {};
  readFields<Record<string, never>>(reader, head.match, what, {
    tool: (value, valueWhat) => keep(when, "tool", nameGlob(work, value, valueWhat)),
    server: (value, valueWhat) => keep(when, "server", nameGlob(work, value, valueWhat)),
    secrets: (value, valueWhat) => {
      if (value.type !== "boolean") return wrongValue(reader, value, valueWhat, "it is not true or false");
      return value.value ? keep(when, "secrets", value) : undefined;
    },
    response_contains: (value, valueWhat) => keep(when, "contains", phrases(reader, value, valueWhat)),
    response_contains_regex: (value, valueWhat) => keep(when, "any", expressions(reader, value, valueWhat)),
    response_size_exceeds: (value, valueWhat) => {
      if (value.type !== "number") return wrongValue(reader, value, valueWhat, "it is not a number");
      return keep(when, "bytesOver", value);
    },
  });
  const { contains, any, ...others } = when;
  // Letters count alike whether they are large or small, where only one of the two can be a text in any place.
  const parts = any === undefined && contains?.type === "array"
    ? { ...others, any: object(contains.place, { regex: array(contains.place, contains.items.map(folded)) }) }
    : when;
  if (Object.keys(parts).length === 0) {
    wrongValue(reader, head.match, what, "it names nothing to match");
    return undefined;
  }
  return responseRules(work, head, { place: node.place, when: parts });
}

function responseRules(
  work: Work,
  head: RuleHead,
  { place, when }: { readonly place: Place; readonly when: Record<string, TreeNode> },
): TreeNode[] {
  const rule = (name: string, parts: Record<string, TreeNode>, then: string) =>
    object(place, { name: text(place, name), when: object(place, parts), then: text(place, then) });
  const { action, name, comments } = head;
  if (action === "redact" && when["secrets"] === undefined) {
    // Only secrets are taken out there, too; the rule is on record either way.
    const logged = rule(name, when, "log");
    const redacted = rule(ruleName(work, `${name}-secrets`), { ...when, secrets: yes(place) }, "redact");
    work.comments.set(logged, [...comments, "mcpwall redacts secrets only, whatever a rule matches."]);
    return [logged, redacted];
  }
  const made = rule(name, when, action === "log_only" ? "log" : action);
  const isOrdered = action === "allow" || action === "log_only";
  const order = "Of mcpwall's rules the first that matches counts; here all count, and the strictest decides.";
  work.comments.set(made, isOrdered ? [...comments, order] : comments);
  return [made];
}

function defaultResponse(work: Work, given: Settings["outbound"], hasRules: boolean): TreeNode[] {
  if (given === undefined || given.action === "allow") return [];
  const { action, place } = given;
  if (action === "deny" && hasRules) {
    const fault = "outbound_default_action deny beside rules cannot be carried over: here the strictest rule decides";
    const hint = "Remove it, and write a deny rule for each answer that must not pass";
    addProblem(work.reader, { code: "wrong-value", place, what: "settings", fault, hint });
    return [];
  }
  const name = ruleName(work, "outbound-default");
  const when = { tool: text(place, "*"), ...action === "redact" ? { secrets: yes(place) } : {} };
  const then = action === "log_only" ? "log" : action;
  return [object(place, { name: text(place, name), when: object(place, when), then: text(place, then) })];
}

/** Kinds of secrets that mcpwall's own files bring, which the scanner knows better. */
const KNOWN_SECRETS: ReadonlySet<string> = new Set([
  ...["aws-access-key", "aws-secret-key", "github-token", "openai-key", "anthropic-key", "stripe-key"],
  ...["private-key-header", "jwt-token", "slack-token", "database-url", "gcp-key", "azure-key"],
]);

function ownSecrets(work: Work, node: TreeNode): TreeNode[] {
  const { reader } = work;
  let found: TreeNode[] = [];
  readFields<Record<string, never>>(reader, node, "secrets", {
    patterns: (value, what) => {
      found = readList(reader, value, what, (item, itemWhat) => ownSecret(work, item, itemWhat)) ?? [];
      return undefined;
    },
  });
  return found;
}

function ownSecret(work: Work, node: TreeNode, what: string): TreeNode | undefined {
  const { reader } = work;
  let regex: TreeNode | undefined;
  const { name } = readFields<{ name: string; regex: never; entropy_threshold: never }>(reader, node, what, {
    name: (value, valueWhat) => readString(reader, value, valueWhat),
    regex: (value, valueWhat) => {
      const source = readString(reader, value, valueWhat);
      regex = source === undefined ? undefined : ownRegex(reader, value, valueWhat, source);
      return undefined;
    },
    entropy_threshold: (value, valueWhat) =>
      value.type === "number" ? undefined : wrongValue(reader, value, valueWhat, "it is not a number"),
  }) ?? {};
  if (name === undefined || regex === undefined || KNOWN_SECRETS.has(name)) return undefined;
  const pattern = object(node.place, { name: text(node.place, ruleName(work, name)), regex });
  const hasEntropy = node.type === "object" && node.members.some(({ key }) => key === "entropy_threshold");
  if (hasEntropy) work.comments.set(pattern, ["Counts whatever its entropy."]);
  return pattern;
}

function nameGlob({ reader }: Work, node: TreeNode, what: string): TreeNode | undefined {
  const glob = readString(reader, node, what);
  if (glob === undefined || !isPlainGlob(reader, node, what, glob)) return undefined;
  return text(node.place, toOurGlob(glob));
}

/** Whether a glob means the same here. */
function isPlainGlob(reader: Reader, node: TreeNode, what: string, glob: string): boolean {
  const odd = /^[!#]|[@+*?!]\(|\{[^{},]*\.\.[^{},]*\}|\[\[?:/.exec(glob);
  if (odd === null) return true;
  const fault = `${showValue(odd[0])} in a glob cannot be carried over`;
  wrongValue(reader, node, what, fault, "Name what is meant in rules of its own");
  return false;
}

function toOurGlob(glob: string): string {
  return glob.replaceAll("[^", "[!");
}

/** A text whose characters stand for themselves in a glob. */
function literal(value: string): string {
  return value.replace(/[\\*?[\]{},!]/g, "\\$&");
}

function expandHome(value: string): string {
  return value.replace(/^~(?=\/|$)/, "${HOME}").replace(/\$\{(?!(?:HOME|PROJECT_DIR)\})/g, "$$$${");
}

function phrases(reader: Reader, node: TreeNode, what: string): ArrayNode | undefined {
  const found = readList(reader, node, what, (item, itemWhat) => {
    const value = readString(reader, item, itemWhat);
    return value === undefined ? undefined : text(item.place, value);
  });
  return found === undefined || found.length === 0 ? undefined : array(node.place, found);
}

function expressions(reader: Reader, node: TreeNode, what: string): TreeNode | undefined {
  const found = readList(reader, node, what, (item, itemWhat) => {
    const source = readString(reader, item, itemWhat);
    return source === undefined ? undefined : ownRegex(reader, item, itemWhat, source, "(?i)");
  });
  if (found === undefined || found.length === 0) return undefined;
  return object(node.place, { regex: array(node.place, found) });
}

function folded(node: TreeNode): TreeNode {
  const value = node.type === "string" ? node.value : "";
  return text(node.place, `(?i)${value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}`);
}

function yes(place: Place): ScalarNode {
  return { type: "boolean", place, value: true };
}

function text(place: Place, value: string): ScalarNode {
  return { type: "string", place, value };
}

function array(place: Place, items: readonly TreeNode[]): ArrayNode {
  return { type: "array", place, items };
}

function object(place: Place, fields: Readonly<Record<string, TreeNode | undefined>>): ObjectNode {
  const members: Member[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) members.push({ key, keyPlace: place, value });
  }
  return { type: "object", place, members };
}
