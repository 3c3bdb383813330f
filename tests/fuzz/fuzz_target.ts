/**
 * What is fuzzed, and how one target is run: inputs near its seeds, each put to a check that throws when something that
 * must hold does not. fast-check makes the inputs, and of one that fails a smaller one.
 *
 * @module
 */

import fc from "fast-check";

/** How long a target is run, and from where. */
export interface FuzzRun {
  /** How many inputs at most. */
  readonly runs: number;
  /** Seconds at most; without a limit if absent. */
  readonly seconds?: number | undefined;
  /** The same seed makes the same inputs. */
  readonly seed: number;
  /** Told of each input before it is tried: what else shows the one that never comes back. */
  readonly trace?: ((input: unknown) => void) | undefined;
}

/** What running gave. */
export interface FuzzOutcome {
  readonly runs: number;
  /** The input that cost most, in milliseconds; for a person, since the machine may be busy. */
  readonly slowestMs: number;
  readonly slowestInput: string;
  /** What failed, with the smallest input found, and the seed to see it again. */
  readonly failure: string | undefined;
}

/** One target. */
export interface FuzzTarget {
  readonly name: string;
  /** What is put to what, and what must hold. */
  readonly about: string;
  run(options: FuzzRun): Promise<FuzzOutcome>;
}

/** A target made ready. */
export interface FuzzParts<Input> {
  readonly inputs: fc.Arbitrary<Input>;
  /** Throws when something does not hold. */
  check(input: Input): void | Promise<void>;
}

/** Makes a target. `ready` is asked at the start of each run. */
export function fuzzTarget<Input>(
  name: string,
  about: string,
  ready: () => FuzzParts<Input> | Promise<FuzzParts<Input>>,
): FuzzTarget {
  return {
    name,
    about,
    async run({ runs, seconds, seed, trace }) {
      const { inputs, check } = await ready();
      let slowestMs = 0;
      let slowest: Input | undefined;
      const property = fc.asyncProperty(inputs, async (input) => {
        trace?.(input);
        const began = performance.now();
        await check(input);
        const took = performance.now() - began;
        if (took > slowestMs) [slowestMs, slowest] = [took, input];
      });
      const details = await fc.check(property, {
        numRuns: runs,
        seed,
        ...(seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * 1000 }),
        markInterruptAsFailure: false,
      });
      const failure = details.failed ? `${fc.defaultReportMessage(details)}\n${details.errorInstance}` : undefined;
      return { runs: details.numRuns, slowestMs, slowestInput: fc.stringify(slowest), failure };
    },
  };
}
