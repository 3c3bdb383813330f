/**
 * What a tool's listing says of its arguments: which are commands, paths and addresses. A server's word for it, so it
 * may only make judging stricter.
 *
 * @module
 */

import { foldName } from "../jsonrpc/fold.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../jsonrpc/json.ts";

/** What an argument is said to be. */
export type ArgumentHint = "command" | "path" | "url";

/** What the listing of one tool says. */
export interface ToolHints {
  /** By folded name; arguments of which nothing is said are not in it. */
  readonly arguments: ReadonlyMap<string, ArgumentHint>;
  /** Whether the tool itself is said to run shell commands. */
  readonly runsCommands: boolean;
}

/** How many arguments of one tool are remembered. */
const MAX_ARGUMENTS = 64;
const MAX_DEPTH = 8;
/** How much of a description is read: a hint stands at its beginning. */
const MAX_TEXT = 1_000;

const RUNS_REGEXP =
  /\b(?:run|runs|execute|executes|executing|running|invoke|invokes|spawn|spawns)\b.{0,60}\b(?:shell|bash|terminal|powershell|zsh|command|commands|command[- ]line)\b/i;
const COMMAND_REGEXP =
  /\b(?:shell|bash|terminal|console|cli|powershell|command[- ]line)\b.{0,20}\b(?:commands?|scripts?|lines?)\b|\bcommands?(?: lines?)?\b.{0,30}\b(?:to|be|is|are) (?:be )?(?:run|executed?|ran|invoked?)\b|^(?:the )?commands?(?: lines?)?\b/i;
const PATH_REGEXP =
  /\b(?:file|directory|folder|absolute|relative)[- ]?(?:path|name)s?\b|\bpaths? (?:to|of)\b|\bfilepath\b/i;
const URL_REGEXP = /\burls?\b|\bweb ?address(?:es)?\b|\bendpoints?\b/i;

/** Reads an entry of `tools/list`; nothing when it says nothing. */
export function readToolHints(tool: JsonObject): ToolHints | undefined {
  const found = new Map<string, ArgumentHint>();
  collect(tool["inputSchema"], found, 0);
  const description = tool["description"];
  const runsCommands = typeof description === "string" && RUNS_REGEXP.test(description.slice(0, MAX_TEXT));
  return found.size > 0 || runsCommands ? { arguments: found, runsCommands } : undefined;
}

function collect(schema: Json | undefined, found: Map<string, ArgumentHint>, depth: number): void {
  if (depth > MAX_DEPTH || !isJsonObject(schema)) return;
  const properties = schema["properties"];
  if (isJsonObject(properties)) {
    for (const name of Object.keys(properties)) {
      if (found.size >= MAX_ARGUMENTS) return;
      const property = properties[name];
      const hint = hintOf(property);
      if (hint !== undefined && name.length <= MAX_TEXT) found.set(foldName(name), hint);
      collect(property, found, depth + 1);
    }
  }
  collect(schema["items"], found, depth + 1);
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const list = schema[key];
    for (const each of isJsonArray(list) ? list : []) collect(each, found, depth + 1);
  }
}

function hintOf(property: Json | undefined): ArgumentHint | undefined {
  if (!isJsonObject(property)) return undefined;
  const texts = [property["title"], property["description"]].filter((text) => typeof text === "string");
  const text = texts.join(". ").slice(0, MAX_TEXT);
  if (COMMAND_REGEXP.test(text)) return "command";
  const format = property["format"];
  if (format === "uri" || format === "url" || URL_REGEXP.test(text)) return "url";
  return PATH_REGEXP.test(text) ? "path" : undefined;
}
