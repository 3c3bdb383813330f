/**
 * Client files in JSON, with comments and trailing commas where a client tolerates them.
 *
 * @module
 */

import type { Node } from "jsonc-parser";
import type { EntriesReading, EntryPlaces, ServerEntry } from "./config_file.ts";

/** Reads the servers of a JSON file. */
export async function readJsonEntries(text: string, { key, shape }: EntryPlaces): Promise<EntriesReading> {
  const { parseTree } = await import("jsonc-parser");
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const source = text.slice(start);
  if (source.trim() === "") return { ok: true, entries: [] };
  const errors: unknown[] = [];
  const root = parseTree(source, errors as never, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) return { ok: false, why: "it is not JSON" };
  if (root.type !== "object") return { ok: false, why: "it is no JSON object" };
  const entries: ServerEntry[] = [];
  for (const { node, path } of containers(root, key, [])) {
    for (const { name, value } of members(node)) {
      if (value.type === "object") {
        entries.push(toEntry({ name, node: value, path: [...path, name] }, { text, start, shape }));
      }
    }
  }
  return { ok: true, entries };
}

interface Found {
  readonly node: Node;
  readonly path: readonly string[];
}

function containers(node: Node, key: readonly string[], path: readonly string[]): readonly Found[] {
  const [first, ...rest] = key;
  if (first === undefined) return node.type === "object" ? [{ node, path }] : [];
  return members(node).filter(({ name }) => first === "*" || name === first)
    .flatMap(({ name, value }) => containers(value, rest, [...path, name]));
}

function members(node: Node): readonly { readonly name: string; readonly value: Node; readonly key: Node }[] {
  if (node.type !== "object") return [];
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key === undefined || value === undefined ? [] : [{ name: String(key.value), value, key }];
  });
}

interface Source {
  readonly text: string;
  /** How many characters stand before the JSON. */
  readonly start: number;
  readonly shape: EntryPlaces["shape"];
}

function toEntry(
  { name, node, path }: { readonly name: string; readonly node: Node; readonly path: readonly string[] },
  { text, start, shape }: Source,
): ServerEntry {
  const own = members(node);
  const member = (key: string) => own.findLast((each) => each.name === key);
  const command = member(shape.command);
  const args = shape.args === undefined ? undefined : member(shape.args);
  const url = shape.url.map((key) => member(key)?.value.value).find((value) => typeof value === "string");
  const env = member(shape.env);
  const names = shape.envNames === undefined ? [] : strings(member(shape.envNames)?.value) ?? [];
  const entry = {
    name,
    place: path.join("/"),
    url,
    variables: [...env === undefined ? [] : members(env.value).map((each) => each.name), ...names],
    span: { start: node.offset + start, end: node.offset + node.length + start },
  };
  const words = wordsOf(command?.value, args?.value, shape.args !== undefined);
  if (words === undefined || command === undefined) return entry;
  const at = (each: Node) => ({ start: each.offset + start, end: each.offset + each.length + start });
  return {
    ...entry,
    words,
    rewrite(next) {
      if (shape.args === undefined) {
        return splice(text, [{ ...at(command.value), text: list(next, command.value, text, start) }]);
      }
      const [program = "", ...rest] = next;
      const program_ = { ...at(command.value), text: JSON.stringify(program) };
      if (args !== undefined) {
        return splice(text, [program_, { ...at(args.value), text: list(rest, args.value, text, start) }]);
      }
      // An entry without arguments gets them right behind its command.
      const added = `, ${JSON.stringify(shape.args)}: ${JSON.stringify(rest)}`;
      return splice(text, [{ ...program_, text: program_.text + added }]);
    },
  };
}

function wordsOf(command: Node | undefined, args: Node | undefined, isApart: boolean): readonly string[] | undefined {
  if (!isApart) {
    const words = strings(command);
    return words === undefined || words.length === 0 ? undefined : words;
  }
  if (typeof command?.value !== "string") return undefined;
  const rest = args === undefined ? [] : strings(args);
  return rest === undefined ? undefined : [command.value, ...rest];
}

function strings(node: Node | undefined): readonly string[] | undefined {
  if (node?.type !== "array") return undefined;
  const values = (node.children ?? []).map(({ value }) => value as unknown);
  return values.every((value) => typeof value === "string") ? values : undefined;
}

/** A list in the form that the one before had: in one line, or one word a line with the same indentation. */
function list(words: readonly string[], before: Node, text: string, start: number): string {
  const old = text.slice(before.offset + start, before.offset + before.length + start);
  const indent = /^\[[ \t]*(\r?\n[ \t]+)/.exec(old)?.[1];
  const close = /(\r?\n[ \t]*)\]$/.exec(old)?.[1];
  const quoted = words.map((word) => JSON.stringify(word));
  if (indent === undefined || close === undefined) return `[${quoted.join(", ")}]`;
  return `[${indent}${quoted.join(`,${indent}`)}${close}]`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts texts in place of spans. */
export function splice(text: string, edits: readonly Edit[]): string {
  let result = "";
  let copied = 0;
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(copied, edit.start) + edit.text;
    copied = edit.end;
  }
  return result + text.slice(copied);
}
