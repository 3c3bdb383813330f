/**
 * Counts by time in little memory: by hour while the log is short, then by day, month or year.
 *
 * @module
 */

import type { Tally, TallyKind } from "./tally.ts";
import { addTo, newTally } from "./tally.ts";

/** How wide a bar is. */
export type TimeUnit = "hour" | "day" | "month" | "year";

/** One bar. */
export interface TimelineBar extends Readonly<Tally> {
  /** The hour, day, month or year: `2026-11-30T10`, `2026-11-30`, `2026-11` or `2026`. */
  readonly label: string;
}

/** All bars in order, those with nothing in them too. */
export interface TimelineReport {
  readonly unit: TimeUnit;
  readonly bars: readonly TimelineBar[];
  /** Records that stand before the first bar, or whose date no calendar has. */
  readonly leftOut: number;
}

const UNITS = ["hour", "day", "month", "year"] as const;
/** How much of a time names its hour, day, month and year. */
const LENGTHS: Readonly<Record<TimeUnit, number>> = { hour: 13, day: 10, month: 7, year: 4 };
/** More bars than this cannot be told apart. */
const MAX_BARS = 100;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Takes times, and says how many there were when. */
export class Timeline {
  #unit = 0;
  #counts = new Map<string, Tally>();
  #undated = 0;

  /** Counts something at a time, ISO 8601 in UTC. */
  add(time: string, kind: TallyKind): void {
    if (!isDate(time)) {
      this.#undated++;
      return;
    }
    const label = time.slice(0, LENGTHS[this.#unitName]);
    const tally = this.#counts.get(label) ?? newTally();
    tally[kind]++;
    this.#counts.set(label, tally);
    if (this.#counts.size > MAX_BARS && this.#unitName !== "year") this.#coarsen();
  }

  /** The bars; of more than 100 years the last 100. */
  report(): TimelineReport {
    let labels = this.#labels();
    while (labels === undefined) {
      this.#coarsen();
      labels = this.#labels();
    }
    const shown = labels.slice(-MAX_BARS);
    const bars = shown.map((label) => ({ label, ...this.#counts.get(label) ?? newTally() }));
    const all = [...this.#counts.values()].reduce((sum, tally) => sum + totalOf(tally), 0);
    const seen = bars.reduce((sum, bar) => sum + totalOf(bar), 0);
    return { unit: this.#unitName, bars, leftOut: this.#undated + all - seen };
  }

  get #unitName(): TimeUnit {
    return UNITS[this.#unit] ?? "year";
  }

  /** Every label from the first to the last; nothing where there are too many of this unit. */
  #labels(): readonly string[] | undefined {
    const known = [...this.#counts.keys()].sort();
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    const labels: string[] = [];
    for (let label = first; label <= last; label = nextLabel(label)) {
      if (labels.length === MAX_BARS && this.#unitName !== "year") return undefined;
      labels.push(label);
      if (label === "9999") break;
    }
    return labels;
  }

  #coarsen(): void {
    this.#unit++;
    const counts = new Map<string, Tally>();
    for (const [label, tally] of this.#counts) {
      const wider = label.slice(0, LENGTHS[this.#unitName]);
      const sum = counts.get(wider) ?? newTally();
      addTo(sum, tally);
      counts.set(wider, sum);
    }
    this.#counts = counts;
  }
}

/** The hour, day, month or year behind one. */
function nextLabel(label: string): string {
  const [year = 0, month = 1, day = 1, hour = 0] = label.split(/[-T]/).map(Number);
  const two = (value: number) => String(value).padStart(2, "0");
  const yearLabel = (value: number) => String(value).padStart(4, "0");
  if (label.length === LENGTHS.year) return yearLabel(year + 1);
  if (label.length === LENGTHS.hour && hour < 23) return `${label.slice(0, 11)}${two(hour + 1)}`;
  const midnight = label.length === LENGTHS.hour ? "T00" : "";
  if (label.length >= LENGTHS.day && day < daysOf(year, month)) return `${label.slice(0, 8)}${two(day + 1)}${midnight}`;
  const first = label.length >= LENGTHS.day ? `-01${midnight}` : "";
  return month < 12 ? `${yearLabel(year)}-${two(month + 1)}${first}` : `${yearLabel(year + 1)}-01${first}`;
}

/** Says whether a calendar has the day and a clock the hour. */
function isDate(time: string): boolean {
  const [year = 0, month = 0, day = 0, hour = 99] = time.slice(0, LENGTHS.hour).split(/[-T]/).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour <= 23;
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : MONTH_DAYS[month - 1] ?? 0;
}

function totalOf({ passed, flagged, refused }: Readonly<Tally>): number {
  return passed + flagged + refused;
}
