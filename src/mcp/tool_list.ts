/**
 * What a session knows of the server's tools, gathered from the pages of `tools/list`. Two tools of one name are no
 * tool: neither can be told from the other, so both are out.
 *
 * @module
 */

import { readToolHints, type ToolHints } from "./argument_hints.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** The tools of one run through the pages, from the page without a cursor on. */
export interface ListRun {
  readonly names: Set<string>;
  /** Names that came twice in this run. */
  readonly twice: Set<string>;
}

/** The tools of a session. */
export interface ToolList {
  /** Every name seen in this session. */
  readonly known: Set<string>;
  /** What the last listing says of the arguments of a tool. */
  readonly hints: Map<string, ToolHints>;
  /** Tools that are kept from the client and not called, with the rule that says why. */
  readonly withheld: Map<string, string>;
  /** Names that came twice in the last whole run or in the one under way: refused. */
  readonly ambiguous: Set<string>;
  /** The runs that a cursor continues. */
  readonly cursors: Map<string, ListRun>;
  /** Whether a whole run was read since the last change. */
  complete: boolean;
}

const MAX_CURSORS = 1000;
const MAX_TOOLS = 10_000;
/** What is remembered of a server is small, however much it sends. */
const MAX_NAME_LENGTH = 1024;

/** Starts with nothing known. */
export function newToolList(): ToolList {
  return {
    known: new Set(),
    hints: new Map(),
    withheld: new Map(),
    ambiguous: new Set(),
    cursors: new Map(),
    complete: false,
  };
}

/** What one page holds: which entries stay, by index, and where the list goes on. */
export interface ListPage {
  /** For each entry of `result.tools`: its name when it may stay, else nothing. */
  readonly names: readonly (string | undefined)[];
  readonly nextCursor: string | undefined;
}

/** Reads a page of `tools/list`, the one that `cursor` asked for, into the list. A page that is malformed has no entry that may stay. */
export function readListPage(list: ToolList, cursor: string | undefined, result: JsonObject): ListPage {
  const run = (cursor === undefined ? undefined : list.cursors.get(cursor)) ?? newRun();
  const tools = result["tools"];
  const entries: readonly Json[] = isJsonArray(tools) ? tools : [];
  const own = entries.map(nameOf);
  for (const [index, name] of own.entries()) {
    // Beyond the bound a tool is as unknown as one that was never listed.
    if (name === undefined || (list.known.size >= MAX_TOOLS && !list.known.has(name))) continue;
    if (run.names.has(name)) {
      run.twice.add(name);
      list.ambiguous.add(name);
    }
    run.names.add(name);
    list.known.add(name);
    keepHints(list, name, entries[index]);
  }
  const next = result["nextCursor"];
  const nextCursor = typeof next === "string" ? next : undefined;
  if (nextCursor !== undefined && nextCursor.length <= MAX_NAME_LENGTH && list.cursors.size < MAX_CURSORS) {
    list.cursors.set(nextCursor, run);
  }
  if (nextCursor === undefined) endRun(list, run);
  const stays = (name: string | undefined) => name !== undefined && run.names.has(name) && !list.ambiguous.has(name);
  return { names: own.map((name) => stays(name) ? name : undefined), nextCursor };
}

function keepHints(list: ToolList, name: string, entry: Json | undefined): void {
  const hints = isJsonObject(entry) ? readToolHints(entry) : undefined;
  if (hints === undefined) list.hints.delete(name);
  else list.hints.set(name, hints);
}

function newRun(): ListRun {
  return { names: new Set(), twice: new Set() };
}

function endRun(list: ToolList, run: ListRun): void {
  list.complete = true;
  list.cursors.clear();
  list.ambiguous.clear();
  for (const name of run.twice) list.ambiguous.add(name);
}

/** Notes that the server's list changed: names not known yet are to be asked for again. */
export function markListChanged(list: ToolList): void {
  list.complete = false;
}

const TOOL_KEYS = ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"];

function nameOf(entry: Json): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  for (const key in entry) {
    if (!TOOL_KEYS.includes(key) && TOOL_KEYS.includes(key.toLowerCase())) return undefined;
  }
  const name = entry["name"];
  return typeof name === "string" && name.length <= MAX_NAME_LENGTH ? name : undefined;
}
