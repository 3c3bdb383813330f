/**
 * A policy file, from its text: syntax, then every field of the format. All problems are found in one reading; what is
 * faulty is left out of the policy, which must not be used while there is a problem.
 *
 * @module
 */

import type { Extension, Policy, PolicyMode, PolicyPart, PolicyTest, ServerPart } from "../policy.ts";
import { type Problem, showValue } from "../problem.ts";
import { readEntries } from "./read_entry.ts";
import { readJsonc } from "./read_jsonc.ts";
import {
  needField,
  readAudit,
  readDefinitions,
  readEnvironment,
  readLimits,
  readSandbox,
  readSecrets,
  readSuppressions,
} from "./read_options.ts";
import { readResponseRules, readRules } from "./read_rule.ts";
import { readTest } from "./read_case.ts";
import {
  addProblem,
  type FieldReaders,
  noEffect,
  type Reader,
  readFields,
  readList,
  readObject,
  readString,
  readStringOrList,
  readStrings,
  readWord,
  wrongValue,
} from "./reader.ts";
import { MAX_POLICY_CHARS, type TreeNode, type TreeResult } from "./tree.ts";

/** What reading a policy file gives. */
export interface PolicyReading {
  /** What could be read; to be used only when there are no problems. */
  readonly policy?: Policy | undefined;
  readonly problems: readonly Problem[];
}

type PolicyFields = Omit<Policy, "file">;

/** Reads a policy's text. The name's ending says whether it is YAML. Never throws. */
export async function readPolicy(file: string, text: string): Promise<PolicyReading> {
  if (text.length > MAX_POLICY_CHARS) {
    const message = `Cannot read policy: it has more than ${MAX_POLICY_CHARS} characters`;
    return { problems: [{ code: "too-large", message, file, line: 1, column: 1 }] };
  }
  const { tree, problems } = await readTree(file, text.startsWith("\ufeff") ? text.slice(1) : text);
  if (tree === undefined) return { problems };
  const reader: Reader = { file, problems: [...problems] };
  const policy = readWhole(reader, await convertForeign(reader, tree));
  return { policy, problems: reader.problems.toSorted(byPlace) };
}

/** Reads a file's syntax; the name's ending says which. Never throws. */
export async function readTree(file: string, text: string): Promise<TreeResult> {
  if (!/\.ya?ml$/i.test(file)) return readJsonc(file, text);
  const { readYaml } = await import("./read_yaml.ts");
  return await readYaml(file, text);
}

/** A file of another format that can be told by its look, as a policy. */
async function convertForeign(reader: Reader, tree: TreeNode): Promise<TreeNode> {
  if (tree.type !== "object" || !tree.members.some(({ key }) => key === "settings")) return tree;
  const { toPolicy } = await import("../mcpwall/to_policy.ts");
  return toPolicy(reader, tree).tree;
}

function byPlace(a: Problem, b: Problem): number {
  return a.line - b.line || a.column - b.column;
}

function readWhole(reader: Reader, tree: TreeNode): Policy | undefined {
  const fields = readFields<PolicyFields>(reader, tree, "policy", {
    version: (node, what) => readVersion(reader, node, what),
    mode: (node, what) => readWord<PolicyMode>(reader, node, what, ["enforce", "observe"]),
    extends: (node, what) => readList(reader, node, what, (item, at) => readExtension(reader, item, at)),
    ...partFields(reader, ""),
    audit: (node, what) => readAudit(reader, node, what),
    servers: (node, what) => readServers(reader, node, what),
    tests: (node, what) => readList<PolicyTest>(reader, node, what, (item, at) => readTest(reader, item, at)),
  });
  if (fields === undefined) return undefined;
  needField(reader, tree, "policy", "version");
  const { servers = [], tests = [], extends: extensions = [] } = fields;
  const policy: Policy = {
    ...fields,
    ...fullPart(fields),
    file: reader.file,
    version: 1,
    extends: extensions,
    servers,
    tests,
  };
  checkNames(reader, policy);
  return policy;
}

function readVersion(reader: Reader, node: TreeNode, what: string): 1 | undefined {
  if (node.type === "number" && node.value === 1) return 1;
  return wrongValue(reader, node, what, "it is not 1", "This program reads version 1 of the format");
}

function readExtension(reader: Reader, node: TreeNode, what: string): Extension | undefined {
  const reference = readString(reader, node, what);
  return reference === undefined ? undefined : { reference, place: node.place };
}

function partFields(reader: Reader, owner: string): FieldReaders<Required<PolicyPart>> {
  return {
    default: (node, what) => readWord(reader, node, what, ["deny", "allow", "ask"]),
    tools: (node) => readEntries(reader, node, `tools${owner}`),
    methods: (node) => readEntries(reader, node, `methods${owner}`),
    rules: (node) => readRules(reader, node, `rules${owner}`),
    responses: (node) => readResponseRules(reader, node, `responses${owner}`),
    suppress: (node) => readSuppressions(reader, node, `suppress${owner}`),
    secrets: (node, what) => readSecrets(reader, node, what),
    definitions: (node, what) => readDefinitions(reader, node, what),
    limits: (node, what) => readLimits(reader, node, what),
    environment: (node, what) => readEnvironment(reader, node, what),
    sandbox: (node, what) => readSandbox(reader, node, what),
  };
}

function fullPart(part: Partial<PolicyPart>): PolicyPart {
  const { tools = [], methods = [], rules = [], responses = [], suppress = [] } = part;
  return { ...part, tools, methods, rules, responses, suppress };
}

function readServers(reader: Reader, node: TreeNode, what: string): ServerPart[] | undefined {
  const object = readObject(reader, node, what);
  return object?.members.flatMap(({ key, value }) => {
    const server = `server ${showValue(key)}`;
    const fields = readFields<Omit<ServerPart, "name">>(reader, value, server, {
      command: (inner, at) => {
        const isEmpty = inner.type === "array" && inner.items.length === 0;
        return isEmpty ? noEffect(reader, inner, at, "the list is empty") : readCommand(reader, inner, at);
      },
      ...partFields(reader, ` of ${server}`),
    });
    return fields === undefined ? [] : [{ ...fields, ...fullPart(fields), name: key }];
  });
}

/** Program and arguments; an argument may be empty, the program may not. */
function readCommand(reader: Reader, node: TreeNode, what: string): string[] | undefined {
  if (node.type === "string") return readStringOrList(reader, node, what);
  if (node.type !== "array") return readStrings(reader, node, what);
  return readList(reader, node, what, (item, at) => {
    const isArgument = item.type === "string" && item !== node.items[0];
    return isArgument ? item.value : readString(reader, item, at);
  });
}

/** A rule's name stands in records and in `suppress`, so it means one rule of the file. */
function checkNames(reader: Reader, policy: Policy): void {
  const seen = new Set<string>();
  for (const part of [policy, ...policy.servers]) {
    for (const { name, place } of [...part.rules, ...part.responses]) {
      if (seen.has(name)) {
        const what = `rule ${showValue(name)}`;
        addProblem(reader, { code: "duplicate-name", place, what, fault: "another rule has this name" });
      }
      seen.add(name);
    }
  }
}
