/**
 * Reads observation files, strictly: a line that is not what it must be is a problem with its place, and nothing of the
 * file is used.
 *
 * @module
 */

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../src/jsonrpc/json.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";
import { PERMISSION_KINDS, type PermissionKind } from "../src/sandbox/permission_set.ts";
import type { PermissionUse, PermissionUses } from "./permission_use.ts";
import type {
  Apart,
  CallLine,
  Fact,
  ObservationProblem,
  ObservedSession,
  SessionLine,
  TextShape,
} from "./observation.ts";

/** What reading a file gives. */
export type ObservationReading =
  | { readonly ok: true; readonly session: ObservedSession }
  | { readonly ok: false; readonly problem: ObservationProblem };

/** A fault of a line. */
class Fault extends Error {}

const MAX_DEPTH = 64;
const REMOVE = "Remove the file, or move it elsewhere: the others are used without it";

/** Reads the text of one file. A file without an end is that of a session that runs, or that was cut off. */
export function readObservation(text: string, file: string): ObservationReading {
  const lines = text.split("\n");
  const isWhole = lines.at(-1) === "";
  if (isWhole) lines.pop();
  const problem = (line: number, why: string, hint = REMOVE): ObservationReading => ({
    ok: false,
    problem: { file, line, why, hint },
  });
  if (lines.length === 0) return problem(1, "the file is empty");
  if (!isWhole) return problem(lines.length, "the last line is half written", `${REMOVE}; or take that line out`);
  let head: SessionLine | undefined;
  let lost: number | undefined;
  let recorded: PermissionUses | undefined;
  const calls: CallLine[] = [];
  for (const [index, line] of lines.entries()) {
    try {
      const value = parseLine(line);
      if (index === 0) head = readHead(value);
      else if (lost !== undefined) throw new Fault("there is more behind the end");
      else if (value["kind"] === "end") lost = readEnd(value, calls.length);
      else if (recorded !== undefined) throw new Fault("there is more behind what was recorded");
      else if (value["kind"] === "recorded") recorded = readRecorded(value);
      else calls.push(readCall(value));
    } catch (error) {
      return problem(index + 1, error instanceof Fault ? error.message : "it cannot be read");
    }
  }
  if (head === undefined) return problem(1, "the first line is missing");
  return { ok: true, session: { head, calls, lost, ...(recorded === undefined ? {} : { recorded }) } };
}

function parseLine(line: string): JsonObject {
  const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Fault("it is no JSON object");
  return parsed.value;
}

function readHead(value: JsonObject): SessionLine {
  if (value["kind"] !== "session") throw new Fault("it is no observation file of Sallyport");
  if (value["v"] !== 1) throw new Fault("it is of another version of Sallyport");
  const [session, server, command, day] = ["session", "server", "command", "day"].map((key) => textOf(value[key], key));
  return {
    kind: "session",
    v: 1,
    session: session ?? "",
    server: server ?? "",
    command: command ?? "",
    day: day ?? "",
    time: value["time"] === undefined ? undefined : textOf(value["time"], "time"),
    ...(value["above"] === undefined ? {} : { above: textOf(value["above"], "above") }),
  };
}

function readEnd(value: JsonObject, calls: number): number {
  if (value["calls"] !== calls) throw new Fault("lines are missing before it");
  const { lost } = value;
  if (typeof lost !== "number" || lost < 0) throw new Fault('"lost" is no number');
  return lost;
}

function readRecorded({ uses, lost, wholesale }: JsonObject): PermissionUses {
  if (!isJsonArray(uses) || !isJsonArray(wholesale)) throw new Fault("what was recorded is no list");
  if (typeof lost !== "number" || lost < 0) throw new Fault('"lost" is no number');
  return { uses: uses.map(readUse), lost, wholesale: wholesale.map(readKind) };
}

function readUse(value: Json): PermissionUse {
  if (!isJsonObject(value)) throw new Fault("a use is no object");
  const { count, isStartup } = value;
  if (typeof count !== "number" || count < 1 || typeof isStartup !== "boolean") throw new Fault("a use is not whole");
  return { permission: readKind(value["permission"]), value: textOf(value["value"], "value"), count, isStartup };
}

function readKind(value: Json | undefined): PermissionKind {
  const kind = PERMISSION_KINDS.find((known) => known === value);
  if (kind === undefined) throw new Fault("a kind of permission is not known");
  return kind;
}

const APART: readonly Apart[] = ["refused", "error", "after an injection", "too large"];

function readCall(value: JsonObject): CallLine {
  if (value["kind"] !== "call") throw new Fault("its kind is not known");
  const { side, tool, args } = value;
  if (side !== "client" && side !== "server") throw new Fault('"side" is no side');
  const apart = value["apart"] === undefined ? undefined : APART.find((known) => known === value["apart"]);
  if (value["apart"] !== undefined && apart === undefined) throw new Fault('"apart" is not known');
  return {
    kind: "call",
    side,
    method: textOf(value["method"], "method"),
    tool: tool === undefined ? undefined : textOf(tool, "tool"),
    apart,
    args: args === undefined ? undefined : readFact(args),
  };
}

function textOf(value: Json | undefined, key: string): string {
  if (typeof value === "string") return value;
  throw new Fault(`${JSON.stringify(key)} is no text`);
}

const SHAPES: readonly TextShape[] = ["word", "line", "text"];

function readFact(value: Json): Fact {
  if (!isJsonObject(value)) throw new Fault("a fact is no object");
  const { t, v, n, i, m } = value;
  switch (t) {
    case "null":
    case "cut":
      return { t };
    case "boolean":
      if (typeof v === "boolean") return { t, v };
      break;
    case "number":
      if (v === undefined || typeof v === "number") return { t, v };
      break;
    case "string":
      return readString(value);
    case "array":
      if (typeof n === "number" && isJsonArray(i)) return { t, n, i: i.map(readFact) };
      break;
    case "object":
      if (isJsonObject(m)) {
        const members: Record<string, Fact> = Object.create(null);
        for (const key of Object.keys(m)) members[key] = readFact(m[key] ?? null);
        return { t, m: members };
      }
      break;
  }
  throw new Fault("a fact is not of the form that its type has");
}

function readString(value: JsonObject): Fact {
  const { n, v, h, secret, taint } = value;
  const shape = SHAPES.find((known) => known === value["s"]);
  const isText = (part: Json | undefined): part is string | undefined => part === undefined || typeof part === "string";
  if (typeof n !== "number" || shape === undefined || !isText(v) || !isText(h) || !isText(taint)) {
    throw new Fault("a fact of a text is not of its form");
  }
  return { t: "string", n, s: shape, v, h, taint, secret: secret === true ? true : undefined };
}
