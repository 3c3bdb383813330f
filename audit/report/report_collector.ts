/**
 * Gathers what the report page shows while the log streams by. Memory is bounded, whatever is in the log: names are cut
 * and counted together from some number on, lists have a length.
 *
 * @module
 */

import { describeRecord, type Description } from "../describe_record.ts";
import type { LogRecord } from "../log_record.ts";
import type { LoggedRecord } from "../merge_sessions.ts";
import { shownText } from "../shown_text.ts";
import { Stats, type StatsReport } from "../stats.ts";
import { newTally, type Tally, tallyKindOf } from "./tally.ts";
import { Timeline, type TimelineReport } from "./timeline.ts";

/** A record as the page shows it. */
export interface ReportRow extends Description {
  readonly time: string;
  readonly server: string;
  /** `SESSION:NUMBER`, as `audit explain` takes it. */
  readonly name: string;
}

/** A call and how long its answer took. */
export interface SlowCall {
  readonly ms: number;
  readonly subject: string;
  readonly server: string;
  readonly time: string;
  readonly name: string;
}

/** What became of the approvals of one tool. */
export interface ApprovalCount {
  approved: number;
  refused: number;
  /** Nobody answered, it was cancelled, or nobody could be asked. */
  unanswered: number;
}

/** All that the page shows of the records. */
export interface ReportData {
  readonly stats: StatsReport;
  /** Times of the first and the last record; nothing where there is none. */
  readonly first: string | undefined;
  readonly last: string | undefined;
  readonly total: Readonly<Tally>;
  readonly timeline: TimelineReport;
  readonly tools: readonly NamedTally[];
  readonly servers: readonly NamedTally[];
  readonly approvals: readonly (readonly [tool: string, count: Readonly<ApprovalCount>])[];
  /** The latest of each, oldest first, and how many there were. */
  readonly drift: BoundedRows;
  readonly rows: BoundedRows;
  readonly slowest: readonly SlowCall[];
}

/** Counts with the name they belong to, most first. */
export type NamedTally = readonly [name: string, tally: Readonly<Tally>];

/** The end of a list. */
export interface BoundedRows {
  readonly rows: readonly ReportRow[];
  readonly count: number;
}

const MAX_ROWS = 2000;
const MAX_DRIFT = 50;
const MAX_SLOWEST = 10;
/** Names come from servers: from here on they are counted together. */
const MAX_NAMES = 1000;
const OTHERS = "(others)";
/** A record may have any number of rules that logged it. */
const MAX_TEXT = 1000;

/** Notes that a reader of the report should see. */
const TOLD_NOTES: ReadonlySet<string> = new Set([
  ...["policy-broken", "entries-refused", "name-imitates", "hints-overridden", "many-approvals", "records-lost"],
  "clock-back",
]);

/** Takes records in the order of time. */
export class ReportCollector {
  readonly #stats = new Stats();
  readonly #timeline = new Timeline();
  readonly #total = newTally();
  readonly #tools = new Map<string, Tally>();
  readonly #servers = new Map<string, Tally>();
  readonly #approvals = new Map<string, ApprovalCount>();
  readonly #rows = new RowList(MAX_ROWS);
  readonly #drift = new RowList(MAX_DRIFT);
  #slowest: SlowCall[] = [];
  #first: string | undefined;
  #last: string | undefined;

  /** Counts one record. */
  add(logged: LoggedRecord): void {
    const { record } = logged;
    this.#stats.add(boundedNames(logged));
    this.#first ??= record.time;
    this.#last = record.time;
    const server = shownText(logged.server);
    const kind = tallyKindOf(record);
    if (kind !== undefined) {
      this.#timeline.add(record.time, kind);
      this.#total[kind]++;
      entryOf(this.#servers, server, newTally)[kind]++;
      if (record.tool !== undefined) entryOf(this.#tools, shownText(record.tool), newTally)[kind]++;
    }
    if (record.kind === "ask") this.#countApproval(record);
    if (record.kind === "drift") this.#drift.add(rowOf(record, server));
    if (isTold(record)) this.#rows.add(rowOf(record, server));
    this.#noteTime(record, server);
  }

  /** What it came to. */
  report(): ReportData {
    return {
      stats: this.#stats.report(),
      first: this.#first,
      last: this.#last,
      total: this.#total,
      timeline: this.#timeline.report(),
      tools: mostFirst(this.#tools),
      servers: mostFirst(this.#servers),
      approvals: [...this.#approvals],
      drift: this.#drift.end(),
      rows: this.#rows.end(),
      slowest: this.#slowest,
    };
  }

  #countApproval({ tool = "(no tool)", answer }: LogRecord): void {
    const counts = entryOf(this.#approvals, shownText(tool), () => ({ approved: 0, refused: 0, unanswered: 0 }));
    if (answer === "allow" || answer === "session") counts.approved++;
    else if (answer === "deny") counts.refused++;
    else counts.unanswered++;
  }

  #noteTime(record: LogRecord, server: string): void {
    const { kind, outcome, ms, tool, method, session, of, seq, time } = record;
    const isAnswered = outcome === "result" || outcome === "tool-error" || outcome === "error" || outcome === "refused";
    if (kind !== "outcome" || !isAnswered || ms === undefined || !(ms >= 0)) return;
    const last = this.#slowest.at(-1);
    if (this.#slowest.length === MAX_SLOWEST && last !== undefined && ms <= last.ms) return;
    const subject = shownText(tool ?? method ?? "a message");
    this.#slowest.push({ ms, subject, server, time, name: `${shownText(session)}:${of ?? seq}` });
    this.#slowest.sort((a, b) => b.ms - a.ms);
    this.#slowest = this.#slowest.slice(0, MAX_SLOWEST);
  }
}

/** Says whether a record has its row: what was refused, asked, redacted or found, and what is odd. */
function isTold(record: LogRecord): boolean {
  const { kind, note = "" } = record;
  if (kind === "finding" || kind === "ask" || kind === "drift") return true;
  if (kind === "sandbox") return record.verdict !== "allow";
  if (kind === "note") return TOLD_NOTES.has(note);
  const tallied = tallyKindOf(record);
  return tallied !== undefined && tallied !== "passed";
}

function rowOf(record: LogRecord, server: string): ReportRow {
  const { label, weight, text } = describeRecord(record);
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return { label, weight, text: cut, time: record.time, server, name: `${shownText(record.session)}:${record.seq}` };
}

/** The record as {@linkcode Stats} may keep its names: cut, and with nothing that does not show. */
function boundedNames({ record }: LoggedRecord): { readonly record: LogRecord } {
  const { tool, rule, detector, verdict, outcome } = record;
  const names = Object.entries({ tool, rule, detector, verdict, outcome }).flatMap(([key, name]) =>
    name === undefined ? [] : [[key, shownText(name)]]
  );
  return { record: { ...record, ...Object.fromEntries(names) } };
}

function entryOf<Count>(counts: Map<string, Count>, name: string, make: () => Count): Count {
  const key = counts.has(name) || counts.size < MAX_NAMES ? name : OTHERS;
  const count = counts.get(key) ?? make();
  counts.set(key, count);
  return count;
}

function mostFirst(counts: ReadonlyMap<string, Tally>): readonly NamedTally[] {
  const sum = ({ passed, flagged, refused }: Tally) => passed + flagged + refused;
  return [...counts].sort(([a, first], [b, second]) => sum(second) - sum(first) || (a < b ? -1 : 1));
}

/** The last rows of a list. */
class RowList {
  readonly #max: number;
  readonly #rows: ReportRow[] = [];
  #count = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(row: ReportRow): void {
    this.#count++;
    this.#rows.push(row);
    // Cut now and then: cutting each time would move everything each time.
    if (this.#rows.length >= this.#max * 2) this.#rows.splice(0, this.#rows.length - this.#max);
  }

  end(): BoundedRows {
    return { rows: this.#rows.slice(-this.#max), count: this.#count };
  }
}
