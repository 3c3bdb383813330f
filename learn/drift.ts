/**
 * Where a policy and its use disagree, by the audit log: what was refused and looks benign, what is allowed and not used
 * any more, what is used and has no entry. The log keeps no values, so it is known where a call failed, not with what.
 *
 * @module
 */

import { isJsonObject, type JsonObject } from "../src/jsonrpc/json.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";

/** One disagreement. */
export interface Drift {
  readonly kind: "refused" | "new" | "unused";
  /** The tool, or the method of another request. */
  readonly what: string;
  readonly count: number;
  readonly sessions: number;
  /** Where it failed, of what was refused. */
  readonly pointer?: string | undefined;
  readonly condition?: string | undefined;
  /** The smallest change that would end it. */
  readonly change: string;
}

/** What use is counted from. */
export interface DriftInput {
  /** The texts of audit files. */
  readonly texts: readonly string[];
  /** The server whose sessions count; all if absent. */
  readonly server?: string | undefined;
  /** Names of the policy's entries for tools. */
  readonly entries: readonly string[];
  /** An entry that was used on this day or later is in use, as `2026-11-30`. */
  readonly since: string;
  /** Says whether a name of an entry, which may be a pattern, is meant by a tool's name. */
  matches(entry: string, tool: string): boolean;
}

/** So often, and in so many sessions, a refusal looks like use and not like an attack. */
const BENIGN_CALLS = 3;
const BENIGN_SESSIONS = 2;
const MAX_DEPTH = 64;

interface Counted {
  count: number;
  readonly sessions: Set<string>;
  readonly record: JsonObject;
}

/** Finds disagreements. A session in which an order to the model was seen speaks for nothing. */
export function findDrift({ texts, server, entries, since, matches }: DriftInput): Drift[] {
  const refused = new Map<string, Counted>();
  const used = new Set<string>();
  let isAnythingSince = false;
  for (const text of texts) {
    const records = text.split("\n").map(parseRecord).filter((record) => record !== undefined);
    const [open] = records;
    if (open?.["kind"] !== "open" || (server !== undefined && open["server"] !== server)) continue;
    const isPoisoned = records.some(({ kind, detector }) => kind === "finding" && detector === "injection");
    for (const record of records) {
      const { kind, message, verdict, method, time } = record;
      if (kind !== "verdict" || message !== "request" || method !== "tools/call") continue;
      const tool = record["tool"];
      if (typeof tool !== "string") continue;
      const isPassed = verdict === "allow" || verdict === "log";
      if (typeof time === "string" && time.slice(0, 10) >= since) {
        isAnythingSince = true;
        if (isPassed) used.add(tool);
      }
      if (!isPassed && !isPoisoned) count(refused, record, String(open["session"]));
    }
  }
  const drifts = [...refused.values()].filter(looksBenign).map(toDrift);
  // Where nothing was used at all, nothing is known of what is not.
  const unused = !isAnythingSince ? [] : entries.filter((entry) => ![...used].some((tool) => matches(entry, tool)));
  return [
    ...drifts,
    ...unused.map((what): Drift => ({
      kind: "unused",
      what,
      count: 0,
      sessions: 0,
      change: 'take the entry out, or set it to "ask"',
    })),
  ];
}

function parseRecord(line: string): JsonObject | undefined {
  const parsed = parseJson(line, { maxDepth: MAX_DEPTH });
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** Only what an entry or the default refuses can be changed by an entry: rules of packs are there for a reason. */
function count(refused: Map<string, Counted>, record: JsonObject, session: string): void {
  const { tool, rule, pointer, condition } = record;
  if (
    typeof rule !== "string" || !/^(?:tool\/(?:argument|required|condition|entry)|default\/(?:deny|ask))$/.test(rule)
  ) return;
  const key = JSON.stringify([tool, rule, pointer ?? "", condition ?? ""]);
  const known = refused.get(key) ?? { count: 0, sessions: new Set<string>(), record };
  refused.set(key, known);
  known.count++;
  known.sessions.add(session);
}

function looksBenign({ count, sessions }: Counted): boolean {
  return count >= BENIGN_CALLS && sessions.size >= BENIGN_SESSIONS;
}

function toDrift({ count, sessions, record }: Counted): Drift {
  const { tool, rule, pointer, condition } = record;
  const place = typeof pointer === "string" ? pointer : undefined;
  return {
    kind: rule === "default/deny" || rule === "default/ask" ? "new" : "refused",
    what: String(tool),
    count,
    sessions: sessions.size,
    pointer: place,
    condition: typeof condition === "string" ? condition : undefined,
    change: changeFor(String(rule), place),
  };
}

function changeFor(rule: string, pointer: string | undefined): string {
  switch (rule) {
    case "tool/argument":
      return `name ${pointer} in the entry's "args"`;
    case "tool/required":
      return `take ${pointer} out of "required"`;
    case "tool/condition":
      return `widen the condition of ${pointer}; learn on shows with what it is used`;
    case "tool/entry":
      return 'set the entry to "allow", if it is to pass without a question';
    default:
      return "make an entry for it; learn on shows with what it is used";
  }
}
