/**
 * A policy file's text as a tree that knows where each part stands, the same whether it was written as JSONC or YAML.
 *
 * @module
 */

import type { ExactNumber, Json } from "../../jsonrpc/json.ts";
import type { Place, Problem } from "../problem.ts";

/** A value in a policy file, with its place. */
export type TreeNode = ObjectNode | ArrayNode | ScalarNode;

/** An object; its members in file order, a key given twice still twice. */
export interface ObjectNode {
  readonly type: "object";
  readonly place: Place;
  readonly members: readonly Member[];
}

/** One key and its value. */
export interface Member {
  readonly key: string;
  readonly keyPlace: Place;
  readonly value: TreeNode;
}

/** An array. */
export interface ArrayNode {
  readonly type: "array";
  readonly place: Place;
  readonly items: readonly TreeNode[];
}

/** A value without parts. */
export type ScalarNode =
  | { readonly type: "string"; readonly place: Place; readonly value: string }
  | { readonly type: "number"; readonly place: Place; readonly value: number | ExactNumber }
  | { readonly type: "boolean"; readonly place: Place; readonly value: boolean }
  | { readonly type: "null"; readonly place: Place; readonly value: null };

/** What reading a text gives: the tree, unless its syntax is broken. */
export interface TreeResult {
  readonly tree?: TreeNode | undefined;
  readonly problems: readonly Problem[];
}

/** Largest policy text, in UTF-16 units. */
export const MAX_POLICY_CHARS = 1024 * 1024;

/** How deep a policy may nest. */
export const MAX_POLICY_DEPTH = 64;

/** Finds the place of an offset in a text. */
export function placesOf(text: string): (offset: number) => Place {
  const starts = [0];
  for (let index = text.indexOf("\n"); index !== -1; index = text.indexOf("\n", index + 1)) starts.push(index + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

/** The value of a node as JSON, without a prototype; of a key given twice, the first. */
export function toJson(node: TreeNode): Json {
  if (node.type === "array") return node.items.map(toJson);
  if (node.type !== "object") return node.value;
  const value: Record<string, Json> = Object.create(null);
  for (const member of node.members) if (!Object.hasOwn(value, member.key)) value[member.key] = toJson(member.value);
  return value;
}
