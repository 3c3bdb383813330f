/**
 * Randomness that is the same in every run: mulberry32, a 32-bit generator, from a fixed seed.
 *
 * @module
 */

/** Choices that follow from a seed. */
export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** One of several; the earlier ones more often, as people use what they use. */
  one<Item>(items: readonly Item[]): Item;
  /** One of several, each as likely. */
  even<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
}

/** Makes choices from a seed. */
export function newDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <Item>(items: readonly Item[], place: number): Item => items[Math.floor(place * items.length)] as Item;
  return {
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    one: (items) => pick(items, next() ** 2),
    even: (items) => pick(items, next()),
    chance: (share) => next() < share,
  };
}

const WORDS =
  ("the report shows that sales rose in spring while returns fell and the team will look at shipping times " +
    "again next week because two customers asked for faster delivery of small parcels from the new store in the north")
    .split(" ");

/** A sentence or more of plain prose. */
export function prose(dice: Dice, words: number): string {
  return Array.from({ length: words }, () => dice.even(WORDS)).join(" ");
}
