/**
 * Counts what happened in a sliding span of time, in constant memory and time.
 *
 * @module
 */

/** A count over the last `spanMs`, kept in slots. */
export interface RateWindow {
  readonly slotMs: number;
  readonly counts: number[];
  /** Number of the newest slot since time 0. */
  newest: number;
  total: number;
}

const SLOTS = 60;

/** Starts at zero. A span is as exact as its sixtieth. */
export function newRateWindow(spanMs: number): RateWindow {
  return { slotMs: spanMs / SLOTS, counts: new Array<number>(SLOTS).fill(0), newest: 0, total: 0 };
}

/** Counts one more, unless that would be over the limit; says whether it was counted. */
export function countOne(window: RateWindow, nowMs: number, limit: number): boolean {
  advance(window, Math.floor(nowMs / window.slotMs));
  if (window.total >= limit) return false;
  const slot = window.newest % SLOTS;
  window.counts[slot] = (window.counts[slot] ?? 0) + 1;
  window.total++;
  return true;
}

/** Empties the slots between the newest and now. A clock that goes back counts into the newest slot. */
function advance(window: RateWindow, slot: number): void {
  if (slot <= window.newest) return;
  if (slot - window.newest >= SLOTS) {
    window.counts.fill(0);
    window.total = 0;
  } else {
    for (let next = window.newest + 1; next <= slot; next++) {
      window.total -= window.counts[next % SLOTS] ?? 0;
      window.counts[next % SLOTS] = 0;
    }
  }
  window.newest = slot;
}
