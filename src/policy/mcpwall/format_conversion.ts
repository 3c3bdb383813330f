/**
 * A converted policy as JSONC text, its comments above the parts they speak of.
 *
 * @module
 */

import type { TreeNode } from "../file/tree.ts";
import type { Conversion } from "./to_policy.ts";

const WIDTH = 110;

/** Prints a conversion; the text ends with a newline and reads back as the same policy. */
export function formatConversion({ tree, comments }: Conversion): string {
  return `${commentLines(comments.get(tree), "")}${format(tree, "", comments)}\n`;
}

function format(node: TreeNode, indent: string, comments: Conversion["comments"]): string {
  const flat = oneLine(node);
  if (flat.length + indent.length <= WIDTH && !hasComments(node, comments)) return flat;
  const inner = `${indent}  `;
  if (node.type === "object") {
    const members = node.members.map(({ key, value }) =>
      `${inner}${JSON.stringify(key)}: ${format(value, inner, comments)}`
    );
    return `{\n${members.join(",\n")}\n${indent}}`;
  }
  if (node.type !== "array") return flat;
  const items = node.items.map((item) =>
    `${commentLines(comments.get(item), inner)}${inner}${format(item, inner, comments)}`
  );
  return `[\n${items.join(",\n")}\n${indent}]`;
}

function hasComments(node: TreeNode, comments: Conversion["comments"]): boolean {
  if (node.type === "array") {
    return node.items.some((item) => (comments.get(item)?.length ?? 0) > 0 || hasComments(item, comments));
  }
  return node.type === "object" && node.members.some(({ value }) => hasComments(value, comments));
}

function oneLine(node: TreeNode): string {
  if (node.type === "array") return `[${node.items.map(oneLine).join(", ")}]`;
  if (node.type !== "object") return typeof node.value === "object" ? String(node.value) : JSON.stringify(node.value);
  if (node.members.length === 0) return "{}";
  return `{ ${node.members.map(({ key, value }) => `${JSON.stringify(key)}: ${oneLine(value)}`).join(", ")} }`;
}

function commentLines(lines: readonly string[] | undefined, indent: string): string {
  const plain = (lines ?? []).map((line) => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim());
  return plain.map((line) => `${indent}// ${line}\n`).join("");
}
