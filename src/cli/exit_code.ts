/**
 * What Sallyport's exit codes mean. `proxy` passes on the server's instead.
 *
 * @module
 */

/** Exit codes. */
export const EXIT = {
  /** Done, nothing found. */
  done: 0,
  /** A finding: refused, not as expected. */
  finding: 1,
  /** A problem in usage or policy; nothing was run. */
  problem: 2,
  /** Not possible here. */
  impossible: 3,
} as const;
