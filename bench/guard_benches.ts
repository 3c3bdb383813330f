/**
 * The verdicts of guards that are measured, and what each may cost at best (issue 3's aims).
 *
 * @module
 */

/** One of them. */
export interface GuardBench {
  readonly name: string;
  readonly mostMicroseconds: number;
  /** How many verdicts one measurement has, so that the clock does not measure itself. */
  readonly batch: number;
}

const BATCH = 100;

/** All of them. */
export const GUARD_BENCHES: readonly GuardBench[] = [
  { name: "path", mostMicroseconds: 20, batch: BATCH },
  { name: "path: with a view", mostMicroseconds: 20, batch: BATCH },
  { name: "url", mostMicroseconds: 10, batch: BATCH },
  { name: "url: public", mostMicroseconds: 10, batch: BATCH },
  { name: "command: one program", mostMicroseconds: 50, batch: BATCH },
  { name: "command", mostMicroseconds: 50, batch: BATCH },
  { name: "sql", mostMicroseconds: 500, batch: BATCH },
  { name: "sql: sqlite", mostMicroseconds: 500, batch: BATCH },
];
