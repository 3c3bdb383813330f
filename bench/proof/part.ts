/**
 * What the proof pack is made of: parts, each with the figures it gives and a way to take them.
 *
 * @module
 */

/** One figure: what it is called on the page, and what must hold of it in words. */
export interface Figure {
  readonly name: string;
  /** `none` where a figure is only shown. */
  readonly must: string;
}

/** What was taken for a figure. */
export interface Taken {
  readonly got: string;
  /** Absent where nothing must hold, or where it could not be told. */
  readonly holds?: boolean | undefined;
}

/** What a run is given. */
export interface ProofOptions {
  /** Other proxies to be measured beside ours, each `NAME=CMD ARG...`. */
  readonly against: readonly string[];
  /** Messages of the long run. */
  readonly messages: number;
  /** Seconds for each target of the fuzzing. */
  readonly fuzzSeconds: number;
}

/** One part of the proof pack. */
export interface ProofPart {
  /** How `--only` calls it. */
  readonly name: string;
  readonly title: string;
  /** What a reader runs to see the same alone. */
  readonly command: string;
  readonly figures: readonly Figure[];
  /** Takes the figures; what is left out was not taken, and does not hold. */
  take(options: ProofOptions): Promise<ReadonlyMap<string, Taken>>;
}

/** `3 of 5`, which holds when it is all of more than nothing. */
export function allOf(right: number, of: number): Taken {
  return { got: `${right} of ${of}`, holds: of > 0 && right === of };
}
