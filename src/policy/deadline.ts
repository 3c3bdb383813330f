/**
 * A backstop for one judgement. Everything that judges takes time linear in the message, within bounds of its own; should
 * something take long all the same, the message is refused and the session goes on.
 *
 * @module
 */

/** Thrown where a judgement took too long. */
export class JudgingTooLong extends Error {
  override readonly name = "JudgingTooLong";

  constructor() {
    super("Judging took too long");
  }
}

/** Looks at the clock; throws {@linkcode JudgingTooLong} when the time is over. */
export type CheckTime = () => void;

/** How long one message may be judged, in milliseconds: ten megabytes of the worst text take two seconds. */
export const MAX_JUDGING_MS = 10_000;

/**
 * A check that begins with its first look, which comes before anything has taken long: most messages are judged without
 * one, and need no clock. `nowMs` is a clock that never goes back.
 */
export function newDeadline(nowMs: () => number): CheckTime {
  let end: number | undefined;
  return () => {
    const now = nowMs();
    end ??= now + MAX_JUDGING_MS;
    if (now > end) throw new JudgingTooLong();
  };
}

const CHARS_A_LOOK = 16 * 1024;
const CHARS_A_STEP = 64;

/** Looks at the clock once in so many characters: a look costs as much as reading some dozens. */
export function paced(check: CheckTime): (chars: number) => void {
  let since = 0;
  return (chars) => {
    since += chars + CHARS_A_STEP;
    if (since < CHARS_A_LOOK) return;
    since = 0;
    check();
  };
}
