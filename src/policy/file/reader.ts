/**
 * The small steps of reading a policy tree: fields of an object, lists, strings, numbers. Each reports what is wrong and
 * goes on, so that one reading finds every problem.
 *
 * @module
 */

import { ExactNumber } from "../../jsonrpc/json.ts";
import { type Place, type Problem, type ProblemCode, showValue, suggest } from "../problem.ts";
import type { ObjectNode, TreeNode } from "./tree.ts";

/** Collects the problems of one file. */
export interface Reader {
  readonly file: string;
  readonly problems: Problem[];
}

/** How the fields of an object are read: by name, each with the function for its value. */
export type FieldReaders<Fields> = {
  readonly [Name in keyof Fields]: (node: TreeNode, what: string) => Fields[Name] | undefined;
};

/** Adds a problem: `Cannot read WHAT: FAULT`. */
export function addProblem(
  reader: Reader,
  found: {
    readonly code: ProblemCode;
    readonly place: Place;
    readonly what: string;
    readonly fault: string;
    readonly hint?: string | undefined;
  },
): void {
  const { code, place, what, fault, hint } = found;
  const message = `Cannot read ${what}: ${fault}`;
  reader.problems.push({ code, message, hint, file: reader.file, line: place.line, column: place.column });
}

/** Reads an object whose fields are all known; the fields that are absent or faulty are absent from the result. */
export function readFields<Fields>(
  reader: Reader,
  node: TreeNode,
  what: string,
  fields: FieldReaders<Fields>,
): Partial<Fields> | undefined {
  const object = readObject(reader, node, what);
  if (object === undefined) return undefined;
  const names = Object.keys(fields);
  const result: Partial<Fields> = {};
  for (const { key, keyPlace, value } of object.members) {
    if (!hasField(fields, key)) {
      const hint = suggest(key, names) ?? `Known fields: ${names.join(", ")}`;
      addProblem(reader, {
        code: "unknown-field",
        place: keyPlace,
        what,
        fault: `${showValue(key)} is not a field`,
        hint,
      });
      continue;
    }
    const read = fields[key](value, `${showValue(key)} of ${what}`);
    if (read !== undefined) result[key] = read;
  }
  return result;
}

/** Takes a node for an object without a key given twice, whatever its keys are. */
export function readObject(reader: Reader, node: TreeNode, what: string): ObjectNode | undefined {
  if (node.type !== "object") return wrongType(reader, node, what, "an object");
  const seen = new Set<string>();
  const members = node.members.filter(({ key, keyPlace }) => {
    if (!seen.has(key)) return seen.add(key);
    addProblem(reader, { code: "duplicate-field", place: keyPlace, what, fault: `${showValue(key)} is given twice` });
    return false;
  });
  return { ...node, members };
}

/** Looks for keys given twice in a value that is kept as it is. */
export function checkKeys(reader: Reader, node: TreeNode, what: string): void {
  if (node.type === "array") {
    for (const item of node.items) checkKeys(reader, item, what);
  } else if (node.type === "object") {
    for (const { value } of readObject(reader, node, what)?.members ?? []) checkKeys(reader, value, what);
  }
}

/** Reads a string that is not empty. */
export function readString(reader: Reader, node: TreeNode, what: string): string | undefined {
  if (node.type !== "string") return wrongType(reader, node, what, "a string");
  if (node.value !== "") return node.value;
  return wrongValue(reader, node, what, "it is empty");
}

/** Reads one of a few words. */
export function readWord<Word extends string>(
  reader: Reader,
  node: TreeNode,
  what: string,
  words: readonly Word[],
): Word | undefined {
  const listed = words.map((word) => showValue(word)).join(", ");
  if (node.type !== "string") return wrongType(reader, node, what, `one of ${listed}`);
  const word = words.find((candidate) => candidate === node.value);
  if (word !== undefined) return word;
  const fault = `${showValue(node.value)} is none of ${listed}`;
  return wrongValue(reader, node, what, fault, suggest(node.value, words));
}

/** Reads `true` or `false`. */
export function readBoolean(reader: Reader, node: TreeNode, what: string): boolean | undefined {
  return node.type === "boolean" ? node.value : wrongType(reader, node, what, "true or false");
}

/** Reads a whole number within bounds. */
export function readInteger(
  reader: Reader,
  node: TreeNode,
  what: string,
  bounds: { readonly min: number; readonly max: number },
): number | undefined {
  if (node.type !== "number") return wrongType(reader, node, what, "a number");
  const { value } = node;
  const isFine = typeof value === "number" && Number.isInteger(value) && value >= bounds.min && value <= bounds.max;
  if (isFine) return value;
  const shown = value instanceof ExactNumber ? value.source : String(value);
  return wrongValue(
    reader,
    node,
    what,
    `${showNumber(shown)} is not a whole number from ${bounds.min} to ${bounds.max}`,
  );
}

/** Reads a list, each item by the same function; faulty items are left out. */
export function readList<Item>(
  reader: Reader,
  node: TreeNode,
  what: string,
  readItem: (item: TreeNode, what: string) => Item | undefined,
): Item[] | undefined {
  if (node.type !== "array") return wrongType(reader, node, what, "a list");
  const items: Item[] = [];
  node.items.forEach((item, index) => {
    const read = readItem(item, `item ${index + 1} of ${what}`);
    if (read !== undefined) items.push(read);
  });
  return items;
}

/** Reads a list of strings that are not empty. */
export function readStrings(reader: Reader, node: TreeNode, what: string): string[] | undefined {
  return readList(reader, node, what, (item, itemWhat) => readString(reader, item, itemWhat));
}

/** Reads a string, or a list of at least one. */
export function readStringOrList(reader: Reader, node: TreeNode, what: string): string[] | undefined {
  if (node.type === "string") {
    const one = readString(reader, node, what);
    return one === undefined ? undefined : [one];
  }
  if (node.type !== "array") return wrongType(reader, node, what, "a string or a list of strings");
  if (node.items.length === 0) return noEffect(reader, node, what, "the list is empty");
  return readStrings(reader, node, what);
}

/** Reports a value of the wrong type. */
export function wrongType(reader: Reader, node: TreeNode, what: string, expected: string): undefined {
  const article = node.type === "array" || node.type === "object" ? "an" : "a";
  const fault = node.type === "null" ? "it is null" : `it is ${article} ${node.type === "array" ? "array" : node.type}`;
  addProblem(reader, { code: "wrong-type", place: node.place, what, fault: `${fault}, not ${expected}` });
  return undefined;
}

/** Reports a value that cannot be. */
export function wrongValue(reader: Reader, node: TreeNode, what: string, fault: string, hint?: string): undefined {
  addProblem(reader, { code: "wrong-value", place: node.place, what, fault, hint });
  return undefined;
}

/** Reports a part that could never do anything. */
export function noEffect(reader: Reader, node: TreeNode, what: string, fault: string): undefined {
  addProblem(reader, { code: "no-effect", place: node.place, what, fault });
  return undefined;
}

function hasField<Fields>(fields: FieldReaders<Fields>, key: PropertyKey): key is keyof Fields {
  return Object.hasOwn(fields, key);
}

function showNumber(source: string): string {
  return source.length > 40 ? `${source.slice(0, 39)}…` : source;
}
