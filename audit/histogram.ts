/**
 * Percentiles of any number of times in constant memory: counts in buckets that grow by a fixed ratio.
 *
 * @module
 */

/** Each bucket is 5 % wider than the one before, so a percentile is at most 5 % too high. */
const RATIO = 1.05;
const LOG_RATIO = Math.log(RATIO);

/** Counts of whole milliseconds. */
export class Histogram {
  readonly #counts = new Map<number, number>();
  #total = 0;
  #max = 0;

  /** Adds a value; what is no time from 0 on is left out. */
  add(value: number): void {
    if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) return;
    const bucket = value < 1 ? 0 : 1 + Math.floor(Math.log(value) / LOG_RATIO);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#total++;
    this.#max = Math.max(this.#max, value);
  }

  /** How many values there are. */
  get count(): number {
    return this.#total;
  }

  /** The largest value. */
  get max(): number {
    return this.#max;
  }

  /** A value that the given part (0 to 1) of all values does not exceed; 0 where there is none. */
  percentile(part: number): number {
    let left = Math.ceil(this.#total * part);
    for (const [bucket, count] of [...this.#counts].sort(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return bucket === 0 ? 0 : Math.min(this.#max, Math.round(RATIO ** bucket));
    }
    return this.#max;
  }
}
