/**
 * Client files in TOML (Codex). The tables `[mcp_servers.NAME]` are read by a parser, and their `command` and `args` found
 * in the text by a scanner of our own that knows strings, lists and comments.
 *
 * @module
 */

import { splice } from "./config_json.ts";
import type { EntriesReading, EntryPlaces, ServerEntry } from "./config_file.ts";

/** Reads the servers of a TOML file. */
export async function readTomlEntries(text: string, { key, shape }: EntryPlaces): Promise<EntriesReading> {
  const { parse } = await import("smol-toml");
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return { ok: false, why: "it is not TOML" };
  }
  for (const step of key) value = memberOf(value, step);
  if (typeof value !== "object" || value === null) return { ok: true, entries: [] };
  const tables = scanTables(text);
  const entries = Object.keys(value).flatMap((name): readonly ServerEntry[] => {
    const data = memberOf(value, name);
    if (typeof data !== "object" || data === null) return [];
    const table = tables.find(({ path }) =>
      path.length === key.length + 1 && [...key, name].every((step, at) => path[at] === step)
    );
    const command = memberOf(data, shape.command);
    const args = memberOf(data, shape.args ?? "") ?? [];
    const env = memberOf(data, shape.env);
    const names = memberOf(data, shape.envNames ?? "");
    const url = shape.url.map((each) => memberOf(data, each)).find((each) => typeof each === "string");
    const entry = {
      name,
      place: [...key, name].join("/"),
      url: typeof url === "string" ? url : undefined,
      variables: [
        ...typeof env === "object" && env !== null ? Object.keys(env) : [],
        ...Array.isArray(names) ? names.filter((each) => typeof each === "string") : [],
      ],
      span: { start: table?.start ?? 0, end: table?.end ?? 0 },
    };
    const at = table?.values.get(shape.command);
    if (typeof command !== "string" || at === undefined || !isStrings(args)) return [entry];
    const listAt = table?.values.get(shape.args ?? "");
    return [{
      ...entry,
      words: [command, ...args],
      rewrite([program = "", ...rest]) {
        const list = `[${rest.map(quote).join(", ")}]`;
        const first = { ...at, text: quote(program) };
        if (listAt !== undefined) return splice(text, [first, { ...listAt, text: list }]);
        const newline = /\r\n/.test(text) ? "\r\n" : "\n";
        return splice(text, [{ ...first, text: `${first.text}${newline}${shape.args} = ${list}` }]);
      },
    }];
  });
  return { ok: true, entries };
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** TOML's basic strings have the escapes of JSON. */
function quote(word: string): string {
  return JSON.stringify(word).replaceAll("\u007f", "\\u007f");
}

interface Table {
  readonly path: readonly string[];
  readonly start: number;
  end: number;
  /** Where the values of its keys stand. */
  readonly values: Map<string, { readonly start: number; readonly end: number }>;
}

/** Finds tables and the values right in them; the text is valid TOML by now. */
function scanTables(text: string): readonly Table[] {
  const tables: Table[] = [{ path: [], start: 0, end: text.length, values: new Map() }];
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) at++;
    else if (character === "#") at = endOfLine(text, at);
    else if (character === "[") {
      const header = /^\[{1,2}([^\n]*?)\]{1,2}[ \t]*(?:#[^\n]*)?(?=\r?\n|$)/.exec(text.slice(at, at + 4096));
      const last = tables.at(-1);
      if (last !== undefined) last.end = at;
      tables.push({ path: readKey(header?.[1] ?? ""), start: at, end: text.length, values: new Map() });
      at = endOfLine(text, at);
    } else {
      const equals = keyEnd(text, at);
      const path = readKey(text.slice(at, equals));
      let start = equals + 1;
      while (text[start] === " " || text[start] === "\t") start++;
      const end = valueEnd(text, start);
      const [only] = path;
      if (path.length === 1 && only !== undefined) tables.at(-1)?.values.set(only, { start, end });
      at = Math.max(end, at + 1);
    }
  }
  return tables;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** Where the `=` of a key stands; a quoted key may hold one. */
function keyEnd(text: string, at: number): number {
  let index = at;
  while (index < text.length && text[index] !== "=") {
    const quoteMark = text[index];
    if (quoteMark === '"' || quoteMark === "'") index = stringEnd(text, index);
    else index++;
  }
  return index;
}

function readKey(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+)/g)].map(([, basic, literal, bare]) =>
    basic === undefined ? literal ?? bare ?? "" : JSON.parse(`"${basic}"`)
  );
}

function stringEnd(text: string, at: number): number {
  const mark = text[at] ?? '"';
  const isLong = text.startsWith(mark.repeat(3), at);
  let index = at + (isLong ? 3 : 1);
  while (index < text.length) {
    if (mark === '"' && text[index] === "\\") index += 2;
    else if (isLong ? text.startsWith(mark.repeat(3), index) : text[index] === mark) break;
    else index++;
  }
  index += isLong ? 3 : 1;
  while (isLong && text[index] === mark) index++;
  return index;
}

/** Where a value ends: of a list or an inline table at its bracket, of a bare value before what follows. */
function valueEnd(text: string, at: number): number {
  const first = text[at];
  if (first === '"' || first === "'") return stringEnd(text, at);
  if (first !== "[" && first !== "{") {
    const found = /[\s,#\]}]/.exec(text.slice(at));
    return found === null ? text.length : at + found.index;
  }
  let depth = 0;
  let index = at;
  while (index < text.length) {
    const character = text[index] ?? "";
    if (character === '"' || character === "'") {
      index = stringEnd(text, index);
      continue;
    }
    if (character === "#") {
      index = endOfLine(text, index);
      continue;
    }
    if (character === "[" || character === "{") depth++;
    if (character === "]" || character === "}") depth--;
    index++;
    if (depth === 0) break;
  }
  return index;
}
