/**
 * Sums a log up while it streams by.
 *
 * @module
 */

import { Histogram } from "./histogram.ts";
import type { LogRecord } from "./log_record.ts";
import type { LoggedRecord } from "./merge_sessions.ts";

/** How often each name was counted, most first. */
export type Ranking = readonly (readonly [name: string, count: number])[];

/** What became of the calls of one tool. */
export interface ToolStats {
  readonly tool: string;
  readonly passed: number;
  readonly refused: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** A log in numbers. Times are milliseconds from sending a request on to its answer. */
export interface StatsReport {
  readonly records: number;
  readonly sessions: number;
  readonly verdicts: Ranking;
  readonly outcomes: Ranking;
  readonly rules: Ranking;
  readonly findings: Ranking;
  readonly days: readonly { readonly day: string; readonly passed: number; readonly refused: number }[];
  readonly tools: readonly ToolStats[];
  readonly refusedTools: Ranking;
  readonly latency: { readonly count: number } & Omit<ToolStats, "tool" | "passed" | "refused">;
}

/** More names than this are counted together: their number is in the hands of servers. */
const MAX_NAMES = 2000;
const OTHERS = "(others)";

interface ToolCount {
  passed: number;
  refused: number;
  readonly times: Histogram;
}

/** Takes records, and says what they come to. */
export class Stats {
  #records = 0;
  readonly #sessions = new Set<string>();
  readonly #verdicts = new Map<string, number>();
  readonly #outcomes = new Map<string, number>();
  readonly #rules = new Map<string, number>();
  readonly #findings = new Map<string, number>();
  readonly #days = new Map<string, { passed: number; refused: number }>();
  readonly #tools = new Map<string, ToolCount>();
  readonly #times = new Histogram();

  /** Counts one record. */
  add({ record }: Pick<LoggedRecord, "record">): void {
    const { kind, session, verdict, outcome, rule, tool, detector, ms, time, observed } = record;
    this.#records++;
    this.#sessions.add(session);
    if (kind === "finding") count(this.#findings, `${detector}: ${rule}`);
    const decision = decisionOf(record);
    // A rule of a policy that only observes would have refused.
    const refuses = decision === "refused" || (observed === true && (kind === "verdict" || outcome === "refused"));
    if (refuses && rule !== undefined) count(this.#rules, rule);
    if (kind === "verdict") count(this.#verdicts, observed === true ? `${verdict}, observed` : verdict ?? "?");
    if (decision !== undefined && kind !== "outcome") this.#countDay(time.slice(0, 10), decision);
    if (kind === "outcome") {
      count(this.#outcomes, outcome ?? "?");
      if (ms !== undefined && outcome !== "unanswered" && outcome !== "cancelled") this.#times.add(ms);
    }
    if (tool !== undefined && (kind === "verdict" || kind === "outcome" || kind === "ask")) {
      const isTimed = kind === "outcome" && (outcome === "result" || outcome === "tool-error");
      this.#countTool(tool, decision, isTimed ? ms : undefined);
    }
  }

  /** What it came to. */
  report(): StatsReport {
    const tools = [...this.#tools].map(([tool, { passed, refused, times }]) => ({
      tool,
      passed,
      refused,
      ...timesOf(times),
    }));
    return {
      records: this.#records,
      sessions: this.#sessions.size,
      verdicts: ranked(this.#verdicts),
      outcomes: ranked(this.#outcomes),
      rules: ranked(this.#rules),
      findings: ranked(this.#findings),
      days: [...this.#days].map(([day, counts]) => ({ day, ...counts })).sort((a, b) => a.day < b.day ? -1 : 1),
      tools: tools.sort((a, b) => b.passed + b.refused - a.passed - a.refused || (a.tool < b.tool ? -1 : 1)),
      refusedTools: ranked(
        new Map(tools.filter(({ refused }) => refused > 0).map(({ tool, refused }) => [tool, refused])),
      ),
      latency: { count: this.#times.count, ...timesOf(this.#times) },
    };
  }

  #countDay(day: string, decision: Decision): void {
    const counts = this.#days.get(day) ?? { passed: 0, refused: 0 };
    counts[decision]++;
    this.#days.set(day, counts);
  }

  #countTool(name: string, decision: Decision | undefined, ms: number | undefined): void {
    const key = this.#tools.has(name) || this.#tools.size < MAX_NAMES ? name : OTHERS;
    const counts = this.#tools.get(key) ?? { passed: 0, refused: 0, times: new Histogram() };
    if (decision !== undefined) counts[decision]++;
    if (ms !== undefined) counts.times.add(ms);
    this.#tools.set(key, counts);
  }
}

type Decision = "passed" | "refused";

/**
 * What a record decided; nothing where it decided nothing. Who was asked decides, not the verdict that asks. What is not
 * known is refused.
 */
function decisionOf({ kind, verdict, outcome, answer, observed }: LogRecord): Decision | undefined {
  switch (kind) {
    case "verdict":
      if (observed === true || verdict === "allow" || verdict === "log") return "passed";
      return verdict === "ask" ? undefined : "refused";
    case "ask":
      return answer === "allow" || answer === "session" ? "passed" : "refused";
    case "outcome":
      return outcome === "refused" && observed !== true ? "refused" : undefined;
  }
  return undefined;
}

function timesOf(times: Histogram): { readonly p50: number; readonly p95: number; readonly max: number } {
  return { p50: times.percentile(0.5), p95: times.percentile(0.95), max: times.max };
}

function count(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < MAX_NAMES ? name : OTHERS;
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function ranked(counts: ReadonlyMap<string, number>): Ranking {
  return [...counts].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
}
