/**
 * How much evidence each step of generalising needs: all thresholds in one place. The ladder of a value goes from what
 * was seen, word for word, to ever wider conditions; it is climbed only as far as new values keep coming.
 *
 * How likely the next value is a new one is estimated as Good and Turing do it (I. J. Good, "The population frequencies
 * of species", 1953): by the share of values that one session alone had. Sessions count, not calls, for one session
 * repeats itself.
 *
 * @module
 */

/** The thresholds. */
export const LADDER = {
  /** Fewer calls of a tool, or of an argument, are thin evidence: they ask. */
  thinCalls: 3,
  /** So is what fewer sessions had. */
  thinSessions: 2,
  /** A step is climbed when more than this share of what was seen on it was new to its session alone. */
  novelty: 0.05,
  /** Longest list of values word for word. */
  maxLiterals: 24,
  /** Most folders that one argument may have. */
  maxFolders: 12,
  maxHosts: 40,
  /** So many hosts of one domain stand for all of it. */
  hostsForDomain: 3,
  maxPrograms: 80,
  maxTables: 60,
  maxColumns: 60,
  /** Seen bounds are widened by this factor, then rounded. */
  padding: 2,
  /** Texts may be so many times as long as the longest that was seen, and at least this long. */
  lengthFactor: 4,
  minLength: 64,
  /** So many different values must show a plain form before that form is what is asked of all. */
  formValues: 5,
} as const;

/** The sessions that had each value, folder, host and the like. */
export type Sightings = ReadonlyMap<string, ReadonlySet<string>>;

/** The share of what was seen that one session alone had: how likely the next session brings something new. */
export function noveltyOf(sightings: Sightings): number {
  let pairs = 0;
  let single = 0;
  for (const sessions of sightings.values()) {
    pairs += sessions.size;
    if (sessions.size === 1) single++;
  }
  return pairs === 0 ? 1 : single / pairs;
}

/** Says whether new values stopped coming. */
export function isSettled(sightings: Sightings): boolean {
  return noveltyOf(sightings) <= LADDER.novelty;
}

/** The next number up of the series 1, 2, 5, 10, 20, 50 ... */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}
