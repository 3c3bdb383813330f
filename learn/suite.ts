/**
 * A suite of calls for replays: one JSON object a line, `{"tool": "...", "arguments": {...}}`. A person writes it, since
 * observations keep no whole values. Empty lines and those that begin with `//` are left out.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";
import { newPlaceNamer } from "./place_names.ts";

/** One call. */
export interface SuiteCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** The calls, or where and what is wrong. */
export type SuiteReading =
  | { readonly ok: true; readonly calls: readonly SuiteCall[] }
  | { readonly ok: false; readonly line: number; readonly why: string };

/** A call more is a suite too long: each is made once for each permission. */
export const MAX_CALLS = 200;
const MAX_DEPTH = 64;
const KEYS: ReadonlySet<string> = new Set(["tool", "arguments"]);

/** Reads a suite, strictly. */
export function readSuite(text: string): SuiteReading {
  const calls: SuiteCall[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(?:\/\/|$)/.test(line)) continue;
    const fail = (why: string): SuiteReading => ({ ok: false, line: index + 1, why });
    const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
    if (!parsed.ok || !isJsonObject(parsed.value)) return fail("it is no JSON object");
    const { tool, arguments: args = {} } = parsed.value;
    const stray = Object.keys(parsed.value).find((key) => !KEYS.has(key));
    if (stray !== undefined) return fail(`${JSON.stringify(stray)} is no part of a call`);
    if (typeof tool !== "string" || tool === "") return fail('"tool" is no name');
    if (!isJsonObject(args)) return fail('"arguments" is no object');
    if (calls.length >= MAX_CALLS) return fail(`there are more than ${MAX_CALLS} calls`);
    calls.push({ tool, args });
  }
  return calls.length === 0 ? { ok: false, line: 1, why: "there is no call in it" } : { ok: true, calls };
}

/** Where the project is, and where calls are to find it. */
export interface Move {
  readonly project: string;
  readonly target: string;
}

/** Makes a mover of texts: the project's folder, or `${PROJECT_DIR}`, becomes another folder. */
export function newMover({ project, target }: Move): (text: string) => string {
  const name = newPlaceNamer({ project });
  return (text) => name(text).replaceAll("${PROJECT_DIR}", () => target);
}

/** The same calls for a project that lies elsewhere: each text in their arguments is moved. */
export function moveCalls(calls: readonly SuiteCall[], move: Move): readonly SuiteCall[] {
  const mover = newMover(move);
  return calls.map(({ tool, args }) => ({ tool, args: movedObject(args, mover) }));
}

function moved(value: Json, mover: (text: string) => string): Json {
  if (typeof value === "string") return mover(value);
  if (isJsonArray(value)) return value.map((item) => moved(item, mover));
  return isJsonObject(value) ? movedObject(value, mover) : value;
}

function movedObject(value: JsonObject, mover: (text: string) => string): JsonObject {
  const members: Record<string, Json> = Object.create(null);
  for (const key of Object.keys(value)) members[key] = moved(value[key] ?? null, mover);
  return members;
}
