/**
 * Client files in YAML (Goose, Continue). Only the scalars and the list that say how a server is started are replaced.
 *
 * @module
 */

import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { doubtfulBreak } from "../text/yaml_breaks.ts";
import { splice } from "./config_json.ts";
import type { EntriesReading, EntryPlaces, ServerEntry } from "./config_file.ts";

type YamlModule = typeof import("yaml");

/** Reads the servers of a YAML file. */
export async function readYamlEntries(text: string, places: EntryPlaces): Promise<EntriesReading> {
  if (doubtfulBreak(text) !== undefined) return { ok: false, why: "YAML readers see its lines differently" };
  const yaml = await import("yaml");
  const document = yaml.parseDocument(text, { keepSourceTokens: false, logLevel: "silent" });
  if (document.errors.length > 0 || !isWhole(document)) return { ok: false, why: "it is not YAML" };
  // What stands behind an alias is listed and not edited: the text is that of another place.
  let isShared = false;
  const target = (node: unknown): unknown => {
    if (!yaml.isAlias(node)) return node;
    isShared = true;
    return node.resolve(document);
  };
  let node: unknown = document.contents;
  for (const key of places.key) node = target(yaml.isMap(node) ? node.get(key, true) : undefined);
  const isWholeShared = isShared;
  const entries: ServerEntry[] = [];
  const add = (name: unknown, node: unknown): void => {
    isShared = isWholeShared;
    const map = target(node);
    const own = yaml.isMap(map) && name === undefined ? map.get("name") : name;
    if (!yaml.isMap(map) || typeof own !== "string") return;
    const entry = toEntry(yaml, own, map, { text, places });
    entries.push(isShared || hasAnchor(yaml, map) ? { ...entry, rewrite: undefined } : entry);
  };
  if (places.isList === true && yaml.isSeq(node)) {
    for (const item of node.items) add(undefined, item);
  } else if (yaml.isMap(node)) {
    for (const { key, value } of node.items as Pair[]) add(yaml.isScalar(key) ? key.value : null, value);
  }
  return { ok: true, entries };
}

/** What an entry's anchors name may stand elsewhere, too. */
function hasAnchor(yaml: YamlModule, map: YAMLMap): boolean {
  let isFound = false;
  yaml.visit(map, (_key, node) => {
    if (yaml.isNode(node) && !yaml.isAlias(node) && node.anchor !== undefined) isFound = true;
    return isFound ? yaml.visit.BREAK : undefined;
  });
  return isFound;
}

/** Aliases without an anchor, and those that would unfold without end, are found by unfolding. */
function isWhole(document: Document): boolean {
  try {
    document.toJS({ maxAliasCount: 100 });
    return true;
  } catch {
    return false;
  }
}

interface Source {
  readonly text: string;
  readonly places: EntryPlaces;
}

function toEntry(yaml: YamlModule, name: string, map: YAMLMap, { text, places }: Source): ServerEntry {
  const { shape, key } = places;
  const command = map.get(shape.command, true) as Node | undefined;
  const args = shape.args === undefined ? undefined : map.get(shape.args, true) as Node | undefined;
  const env = map.get(shape.env, true) as Node | undefined;
  const envNames = shape.envNames === undefined ? undefined : map.get(shape.envNames, true) as Node | undefined;
  const url = shape.url.map((each) => map.get(each)).find((value) => typeof value === "string");
  const [start = 0, , end = 0] = map.range ?? [];
  const variables = yaml.isMap(env) ? env.items.map((pair) => String((pair.key as Scalar).value)) : [];
  const entry = {
    name,
    place: [...key, name].join("/"),
    url: typeof url === "string" ? url : undefined,
    variables: [
      ...variables,
      ...(yaml.isSeq(envNames) ? envNames.items.map((each) => String((each as Scalar).value)) : []),
    ],
    span: { start, end },
  };
  if (!yaml.isScalar(command) || typeof command.value !== "string" || !command.range) return entry;
  const rest = args === undefined ? [] : stringsOf(yaml, args);
  if (rest === undefined) return entry;
  const commandRange = command.range;
  return {
    ...entry,
    words: [command.value, ...rest],
    rewrite([program = "", ...next]) {
      // JSON is YAML: a list in one line, whatever the indentation around it.
      const list = `[${next.map((word) => JSON.stringify(word)).join(", ")}]`;
      const first = { start: commandRange[0], end: commandRange[1], text: JSON.stringify(program) };
      if (args?.range) return splice(text, [first, listEdit(text, args.range, list)]);
      const indent = /[^\n]*$/.exec(text.slice(0, keyStart(map, shape.command)))?.[0].replace(/[^ ]/g, " ") ?? "";
      return splice(text, [{ ...first, text: `${first.text}\n${indent}${shape.args}: ${list}` }]);
    },
  };
}

/** A block list begins on the next line; the one in its place stands behind the colon. */
function listEdit(text: string, [start, end]: readonly [number, number, number], list: string) {
  const line = text.lastIndexOf("\n", start - 1);
  const isBlock = text.slice(line + 1, start).trim() === "";
  const from = isBlock ? text.slice(0, start).search(/\s*$/) : start;
  const kept = text.slice(0, end).trimEnd().length;
  return { start: from, end: Math.max(from, kept), text: isBlock ? ` ${list}` : list };
}

function keyStart(map: YAMLMap, key: string): number {
  const pair = map.items.find((each) => (each.key as Scalar).value === key);
  return (pair?.key as Scalar | undefined)?.range?.[0] ?? 0;
}

function stringsOf(yaml: YamlModule, node: Node): readonly string[] | undefined {
  if (!yaml.isSeq(node)) return undefined;
  const values = (node as YAMLSeq).items.map((item) => yaml.isScalar(item) ? item.value : undefined);
  return values.every((value) => typeof value === "string" || typeof value === "number")
    ? values.map(String)
    : undefined;
}
