/**
 * How sure a share is that was counted: the interval of E. B. Wilson ("Probable inference", 1927), which also holds for
 * shares near 0 and for few counts.
 *
 * @module
 */

/** The 0.975 quantile of the normal distribution: intervals hold in 95 of 100 cases. */
const Z = 1.959963984540054;

/**
 * The bounds of a share, both from 0 to 1, when `hits` of `total` were counted; of nothing counted nothing is known.
 *
 * @example None of a hundred is still up to four in a hundred
 * ```ts
 * import assert from "node:assert/strict";
 *
 * assert.equal(wilsonInterval(0, 100)[1].toFixed(3), "0.037");
 * ```
 */
export function wilsonInterval(hits: number, total: number): [low: number, high: number] {
  if (total === 0) return [0, 1];
  const share = hits / total;
  const weight = Z * Z / total;
  const middle = (share + weight / 2) / (1 + weight);
  const half = Z * Math.sqrt((share * (1 - share) + weight / 4) / total) / (1 + weight);
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
