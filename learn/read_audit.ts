/**
 * Sessions out of an audit log. It keeps of each argument the type, the length and a keyed hash: enough to know which
 * tools and arguments are used, and how long texts may be, and no more.
 *
 * @module
 */

import { isJsonObject, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";
import { isCut } from "./to_fact.ts";
import type { Apart, CallLine, Fact, ObservedSession } from "./observation.ts";

const MAX_DEPTH = 64;

/** Reads the text of an audit file; nothing when it is none. Sessions in which an injection was seen are cut there. */
export function sessionsOfAudit(text: string): ObservedSession[] | undefined {
  const records = text.split("\n").filter((line) => line !== "").map(parseRecord);
  const [first] = records;
  if (first?.["kind"] !== "open" || typeof first["server"] !== "string") return undefined;
  const calls = new Map<number, CallLine>();
  let isPoisoned = false;
  for (const record of records) {
    if (record === undefined) continue;
    if (record["kind"] === "finding" && record["detector"] === "injection") isPoisoned = true;
    if (record["kind"] === "verdict" && record["message"] === "request") addVerdict(calls, record, isPoisoned);
    if (record["kind"] === "outcome") settle(calls, record);
  }
  const { server, command, session, time } = first;
  return [{
    head: {
      kind: "session",
      v: 1,
      session: textOf(session),
      server,
      command: textOf(command),
      day: textOf(time).slice(0, 10),
    },
    calls: [...calls.values()],
    lost: records.some((record) => record?.["kind"] === "close") ? 0 : undefined,
    isFromAudit: true,
  }];
}

function parseRecord(line: string): JsonObject | undefined {
  const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

const PLUMBING_REGEXP = /^(?:initialize|ping|server\/discover|.*\/list|logging\/setLevel|tasks\/.*)$/;

function addVerdict(calls: Map<number, CallLine>, record: JsonObject, isPoisoned: boolean): void {
  const { seq, side, method, tool, verdict, args } = record;
  if (typeof seq !== "number" || typeof method !== "string" || PLUMBING_REGEXP.test(method)) return;
  const facts = isJsonObject(args) ? argumentsOf(args) : undefined;
  const isRefused = verdict !== "allow" && verdict !== "log";
  const apart: Apart | undefined = isPoisoned
    ? "after an injection"
    : isRefused
    ? "refused"
    : facts !== undefined && isCut(facts)
    ? "too large"
    : "error";
  calls.set(seq, {
    kind: "call",
    side: side === "server" ? "server" : "client",
    method,
    tool: typeof tool === "string" ? tool : undefined,
    apart,
    args: facts,
  });
}

/** A call counts once its result is there. */
function settle(calls: Map<number, CallLine>, { of, outcome }: JsonObject): void {
  const call = typeof of === "number" ? calls.get(of) : undefined;
  if (typeof of !== "number" || call?.apart !== "error" || outcome !== "result") return;
  calls.set(of, { ...call, apart: undefined });
}

function argumentsOf(args: JsonObject): Fact {
  const members: Record<string, Fact> = Object.create(null);
  // `+` counts arguments that are not listed; a name with `#` is a hash.
  for (const name of Object.keys(args)) {
    if (name === "+" || name.startsWith("#")) return { t: "cut" };
    members[name] = shapeToFact(args[name]);
  }
  return { t: "object", m: members };
}

function shapeToFact(shape: Json | undefined): Fact {
  if (!isJsonObject(shape)) return { t: "cut" };
  const { type, length, hmac } = shape;
  switch (type) {
    case "null":
      return { t: "null" };
    case "number":
      return { t: "number" };
    case "string":
      return { t: "string", n: typeof length === "number" ? length : 0, s: "text", h: textOf(hmac) };
    default:
      // What is in a list or an object, or whether a boolean is true, is not known: then the call is left out.
      return { t: "cut" };
  }
}
