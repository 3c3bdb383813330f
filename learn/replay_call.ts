/**
 * Observed requests as requests again: with the values that were kept, and made-up ones of the same length and form
 * where they were not.
 *
 * @module
 */

import type { Json, JsonObject } from "../src/jsonrpc/json.ts";
import type { Subject } from "../src/policy/subject.ts";
import type { CallLine, Fact, ObservedSession, StringFact } from "./observation.ts";
import { withMadeUpFolders } from "./place_names.ts";
import { useOf } from "./summarize.ts";

/** A request that can be judged again. */
export interface ReplayCall {
  readonly what: string;
  readonly side: "client" | "server";
  readonly method: string;
  readonly tool: string | undefined;
  readonly args: JsonObject;
  /** How many observed requests it stands for. */
  readonly count: number;
  /** The arguments of which some value was first said by the server. */
  readonly tainted: readonly string[];
}

/** Calls from which something is learned, those alike counted as one. */
export function replayable(sessions: readonly ObservedSession[]): ReplayCall[] {
  const found = new Map<string, ReplayCall>();
  for (const { calls } of sessions) {
    for (const line of calls) {
      if (line.apart !== undefined) continue;
      const call = toReplay(line);
      const key = `${call.side} ${call.method} ${call.tool ?? ""} ${JSON.stringify(call.args)}`;
      const known = found.get(key);
      found.set(key, known === undefined ? call : joined(known, call));
    }
  }
  return [...found.values()];
}

/** A value that is the client's own in one of them is so in both. */
function joined(known: ReplayCall, call: ReplayCall): ReplayCall {
  const tainted = known.tainted.filter((pointer) => call.tainted.includes(pointer));
  return { ...known, count: known.count + 1, tainted };
}

/** One request. */
export function toReplay(line: CallLine): ReplayCall {
  const { side, method, tool, args } = line;
  const json = args === undefined ? {} : toJson(args);
  const isObject = typeof json === "object" && json !== null && args?.t === "object";
  return {
    what: useOf(line),
    side,
    method,
    tool,
    args: isObject ? json as JsonObject : {},
    count: 1,
    tainted: args === undefined ? [] : taintedIn(args, ""),
  };
}

/** Pointers of tainted values; those inside a list are the list's. */
function taintedIn(fact: Fact, pointer: string): string[] {
  switch (fact.t) {
    case "string":
      return fact.taint === undefined ? [] : [pointer];
    case "array":
      return [...new Set(fact.i.flatMap((item) => taintedIn(item, "")))].length > 0 ? [pointer] : [];
    case "object":
      return Object.keys(fact.m).flatMap((key) =>
        taintedIn(fact.m[key] ?? { t: "null" }, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`)
      );
    default:
      return [];
  }
}

function toJson(fact: Fact): Json {
  switch (fact.t) {
    case "null":
    case "cut":
      return null;
    case "boolean":
      return fact.v;
    case "number":
      return fact.v ?? Number.MAX_SAFE_INTEGER;
    case "string":
      return fact.v === undefined ? madeUpText(fact) : withMadeUpFolders(fact.v);
    case "array":
      return fact.i.map(toJson);
    case "object": {
      const members: Record<string, Json> = Object.create(null);
      for (const key of Object.keys(fact.m)) members[key] = toJson(fact.m[key] ?? { t: "null" });
      return members;
    }
  }
}

/** A text of the same length and form. */
function madeUpText({ n, s }: StringFact): string {
  switch (s) {
    case "word":
      return "w".repeat(n);
    case "line":
      return "some words ".repeat(Math.ceil(n / 11)).slice(0, n);
    case "text":
      return "some words\n".repeat(Math.ceil(n / 11)).slice(0, n);
  }
}

/** The request as a policy sees it. */
export function subjectOf(call: ReplayCall, server: string): Subject {
  const { side, method, tool, args } = call;
  const content: JsonObject = method === "tools/call" ? { name: tool ?? "", arguments: args } : args;
  return { side, kind: "request", server, method, tool, args, content, bytes: 0, isKnown: true };
}
