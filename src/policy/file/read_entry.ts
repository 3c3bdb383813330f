/**
 * The entries of `tools` and `methods`.
 *
 * @module
 */

import { compileGlob } from "../../guards/glob.ts";
import { formatPath, type Path, toPath } from "../pointer.ts";
import type { ArgumentCondition, Entry, EntryAction, EntryArguments } from "../policy.ts";
import {
  addProblem,
  noEffect,
  readBoolean,
  type Reader,
  readFields,
  readList,
  readObject,
  readString,
  readWord,
  wrongType,
  wrongValue,
} from "./reader.ts";
import { readArguments } from "./read_rule.ts";
import { showValue } from "../problem.ts";
import type { TreeNode } from "./tree.ts";

interface EntryFields {
  args: readonly ArgumentCondition[];
  required: readonly Path[];
  others: boolean;
  then: "allow" | "ask";
}

/** Reads `tools` or `methods`; the keys keep their order, which decides between globs. */
export function readEntries(reader: Reader, node: TreeNode, what: string): Entry[] | undefined {
  const object = readObject(reader, node, what);
  if (object === undefined) return undefined;
  return object.members.flatMap(({ key, keyPlace, value }) => {
    const entryWhat = `entry ${showValue(key)} of ${what}`;
    const glob = compileGlob(key, "name");
    if ("fault" in glob) {
      const fault = `the glob does not compile: ${glob.fault}`;
      addProblem(reader, { code: "bad-pattern", place: keyPlace, what: entryWhat, fault, hint: glob.hint });
    }
    const entry = readEntry(reader, value, entryWhat);
    return entry === undefined ? [] : [{ key, place: keyPlace, ...entry }];
  });
}

function readEntry(reader: Reader, node: TreeNode, what: string): Pick<Entry, "action" | "args"> | undefined {
  if (node.type === "string") {
    const action = readWord<EntryAction>(reader, node, what, ["allow", "deny", "ask"]);
    return action === undefined ? undefined : { action };
  }
  if (node.type !== "object") return wrongType(reader, node, what, '"allow", "deny", "ask" or an object');
  if (node.members.length === 0) {
    return noEffect(
      reader,
      node,
      what,
      'the entry is empty: write "allow", or "args": {} for a tool without arguments',
    );
  }
  const fields = readFields<EntryFields>(reader, node, what, {
    args: (value, valueWhat) => readArguments(reader, value, valueWhat),
    required: (value, valueWhat) => readList(reader, value, valueWhat, (item, at) => readPath(reader, item, at)),
    others: (value, valueWhat) => readBoolean(reader, value, valueWhat),
    then: (value, valueWhat) => readWord(reader, value, valueWhat, ["allow", "ask"]),
  });
  if (fields === undefined) return undefined;
  const args: EntryArguments = {
    conditions: fields.args ?? [],
    required: fields.required ?? [],
    others: fields.others ?? false,
  };
  const unnamed = args.others ? undefined : args.required.find((path) => !isNamed(path, args.conditions));
  if (unnamed !== undefined) {
    const shown = showValue(unnamed.length === 1 ? unnamed[0] : formatPath(unnamed));
    return wrongValue(
      reader,
      node,
      what,
      `${shown} is required but not named in "args", so every call would be refused`,
    );
  }
  return { action: fields.then ?? "allow", args };
}

/** A required value must be allowed to be there: named itself, inside a named value, or a step towards one. */
function isNamed(path: Path, conditions: readonly ArgumentCondition[]): boolean {
  return conditions.some(({ target }) =>
    target === "*" || path.every((step, index) => index >= target.length || step === target[index])
  );
}

function readPath(reader: Reader, node: TreeNode, what: string): Path | undefined {
  const key = readString(reader, node, what);
  if (key === undefined) return undefined;
  return toPath(key) ?? wrongValue(reader, node, what, `${showValue(key)} is not a JSON pointer`);
}
