/**
 * YAML text to a tree: one document of YAML 1.2's core schema, without anchors, aliases, tags and merge keys, so that
 * what a person reads is what counts. The parser is loaded only when a policy is YAML.
 *
 * @module
 */

import { doubtfulBreak } from "../../text/yaml_breaks.ts";
import { toJsonNumber } from "../decimal.ts";
import type { Problem } from "../problem.ts";
import { MAX_POLICY_DEPTH, type Member, placesOf, type TreeNode, type TreeResult } from "./tree.ts";

type YamlModule = typeof import("yaml");

interface Reading {
  readonly yaml: YamlModule;
  report(offset: number, code: Problem["code"], fault: string, hint?: string): void;
  placeOf(offset: number): { readonly line: number; readonly column: number };
}

/** Reads YAML text. Never throws. */
export async function readYaml(file: string, text: string): Promise<TreeResult> {
  const yaml = await import("yaml");
  const problems: Problem[] = [];
  const placeOf = placesOf(text);
  const reading: Reading = {
    yaml,
    placeOf,
    report(offset, code, fault, hint) {
      problems.push({ code, message: `Cannot read policy: ${fault}`, hint, file, ...placeOf(offset) });
    },
  };
  const tree = readDocument(reading, text);
  return problems.length > 0 || tree === undefined ? { problems } : { tree, problems };
}

function readDocument(reading: Reading, text: string): TreeNode | undefined {
  const breakAt = doubtfulBreak(text);
  if (breakAt !== undefined) {
    reading.report(breakAt, "syntax", "a character that only some readers take for the end of a line");
    return undefined;
  }
  const deepAt = indentFault(text);
  if (deepAt !== undefined) {
    reading.report(deepAt, "too-deep", `it nests deeper than ${MAX_POLICY_DEPTH}`);
    return undefined;
  }
  try {
    const options = { version: "1.2", schema: "core", merge: false, uniqueKeys: false, strict: true } as const;
    const documents = reading.yaml.parseAllDocuments(text, { ...options, logLevel: "silent", prettyErrors: false });
    const [first, second] = Array.isArray(documents) ? documents : [];
    if (second !== undefined) reading.report(second.range[0], "syntax", "a second document begins here");
    for (const error of [...(first?.errors ?? []), ...(first?.warnings ?? [])]) {
      reading.report(error.pos[0], "syntax", error.message.split("\n")[0] ?? "not YAML");
    }
    if (first === undefined || first.contents === null) {
      reading.report(0, "empty", "there is nothing in it");
      return undefined;
    }
    return first.errors.length > 0 ? undefined : toTree(reading, first.contents, 1);
  } catch (error) {
    // The parser looks at two variables of the environment, which Deno refuses unless told to hide them.
    const isRefused = error instanceof Error && error.name === "NotCapable";
    const hint = "Run Deno with --ignore-env=LOG_TOKENS,LOG_STREAM, or write the policy as JSONC";
    if (isRefused) reading.report(0, "cannot-read", "the YAML reader may not look at its environment", hint);
    else reading.report(0, "syntax", "not YAML");
    return undefined;
  }
}

/** The parser calls itself for each level: brackets and dashes that nest too deep never reach it. */
function indentFault(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === "[" || char === "{") depth++;
    else if ((char === "]" || char === "}") && depth > 0) depth--;
    // A bracket in a plain word or a string may be left open; it ends with the file, so only very many count.
    if (depth > 4 * MAX_POLICY_DEPTH) return index;
  }
  const dashes = new RegExp(`^[ ]*(?:- ){${MAX_POLICY_DEPTH},}`, "m").exec(text);
  return dashes === null ? undefined : dashes.index;
}

function toTree(reading: Reading, node: unknown, depth: number): TreeNode | undefined {
  const { yaml } = reading;
  if (!yaml.isNode(node)) return undefined;
  const offset = node.range?.[0] ?? 0;
  const place = reading.placeOf(offset);
  if (depth > MAX_POLICY_DEPTH) {
    reading.report(offset, "too-deep", `it nests deeper than ${MAX_POLICY_DEPTH}`);
    return undefined;
  }
  if (yaml.isAlias(node) || ("anchor" in node && node.anchor !== undefined)) {
    reading.report(offset, "syntax", "anchors and aliases are not read", "Write the value out");
    return undefined;
  }
  if (node.tag !== undefined && !/^tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null)$/.test(node.tag)) {
    reading.report(offset, "syntax", "tags are not read", "Remove the tag");
    return undefined;
  }
  if (yaml.isMap(node)) {
    return { type: "object", place, members: node.items.flatMap((pair) => toMember(reading, pair, depth)) };
  }
  if (yaml.isSeq(node)) {
    return { type: "array", place, items: node.items.flatMap((item) => toTree(reading, item, depth + 1) ?? []) };
  }
  return yaml.isScalar(node) ? toScalar(reading, node.value, node.source, offset) : undefined;
}

function toMember(reading: Reading, pair: { readonly key: unknown; readonly value: unknown }, depth: number): Member[] {
  const { yaml } = reading;
  const { key } = pair;
  if (!yaml.isScalar(key) || typeof key.value !== "string") {
    const offset = yaml.isNode(key) ? key.range?.[0] ?? 0 : 0;
    reading.report(offset, "syntax", "a key is not a string", "Put the key in quotes");
    return [];
  }
  if (key.anchor !== undefined) reading.report(key.range?.[0] ?? 0, "syntax", "anchors and aliases are not read");
  const keyPlace = reading.placeOf(key.range?.[0] ?? 0);
  const value: TreeNode | undefined = pair.value === null
    ? { type: "null", place: keyPlace, value: null }
    : toTree(reading, pair.value, depth + 1);
  return value === undefined ? [] : [{ key: key.value, keyPlace, value }];
}

function toScalar(reading: Reading, value: unknown, source: string | undefined, offset: number): TreeNode | undefined {
  const place = reading.placeOf(offset);
  if (typeof value === "string") return { type: "string", place, value };
  if (typeof value === "boolean") return { type: "boolean", place, value };
  if (value === null || value === undefined) return { type: "null", place, value: null };
  if (typeof value === "number") {
    const number = toJsonNumber(source ?? String(value));
    if (number !== undefined) return { type: "number", place, value: number };
    reading.report(offset, "syntax", "a number that JSON does not have", "Put it in quotes if it is text");
    return undefined;
  }
  reading.report(offset, "syntax", "a value that JSON does not have");
  return undefined;
}
