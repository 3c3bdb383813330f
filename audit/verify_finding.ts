/**
 * What verification finds: where, and what is wrong there.
 *
 * @module
 */

/** One thing that is not as it must be. */
export interface VerifyFinding {
  /** The file, from the audit folder. */
  readonly file: string;
  /** The line, from 1. */
  readonly line: number;
  /** What is wrong there, as the end of a sentence. */
  readonly text: string;
}

/** A ruined file has as many faults as lines: the first say it. */
const MAX_KEPT = 20;

/** Findings in the order they came: the first ones, and how many there were. */
export class FindingList {
  readonly #kept: VerifyFinding[] = [];
  #count = 0;

  /** Adds one. */
  add(finding: VerifyFinding): void {
    this.#count++;
    if (this.#kept.length < MAX_KEPT) this.#kept.push(finding);
  }

  /** Adds those of another list. */
  addAll(other: FindingList): void {
    for (const finding of other.kept) this.add(finding);
    this.#count += other.count - other.kept.length;
  }

  /** The first of them. */
  get kept(): readonly VerifyFinding[] {
    return this.#kept;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }
}
