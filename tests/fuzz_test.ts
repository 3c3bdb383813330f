/**
 * A short run of each target of `deno task fuzz`, with the same inputs every time; `SALLYPORT_FUZZ_RUNS=N` runs N others. The
 * failure's text has the seed that makes the input again.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { fuzzTarget } from "./fuzz/fuzz_target.ts";
import { mutatedBytes, mutatedText } from "./fuzz/mutate.ts";
import { FUZZ_TARGETS } from "./fuzz/targets.ts";
import { SEED } from "./support/seed.ts";

const DEFAULT_RUNS = 150;
const runs = Number(Deno.env.get("SALLYPORT_FUZZ_RUNS") ?? DEFAULT_RUNS);
/** A short run says the same of the same tree; a long one looks where nobody looked. */
const chosenSeed = runs === DEFAULT_RUNS ? SEED : crypto.getRandomValues(new Uint32Array(1))[0] ?? SEED;
/** A busy machine gets less done, not a failure. */
const SECONDS = runs === DEFAULT_RUNS ? 10 : undefined;

for (const target of FUZZ_TARGETS) {
  Deno.test(`fuzz ${target.name}: ${target.about}`, async () => {
    const outcome = await target.run({ runs, seconds: SECONDS, seed: chosenSeed & 0x7fffffff });
    assertEquals(outcome.failure, undefined);
    assert(outcome.runs > 0, "nothing was tried");
  });
}

Deno.test("a target that is wrong about some input is found out, with the smallest one", async () => {
  const wrong = fuzzTarget("wrong", "no text has a q", () => ({
    inputs: mutatedText(["abc"], { words: ["q"] }),
    check: (text) => assert(!text.includes("q"), "there is a q"),
  }));
  const outcome = await wrong.run({ runs: 2_000, seed: 1 });
  assertStringIncludes(outcome.failure ?? "", "there is a q");
  assertStringIncludes(outcome.failure ?? "", "seed: 1");
  const right = await fuzzTarget("right", "", () => ({ inputs: fc.string(), check: () => {} })).run({
    runs: 20,
    seed: 1,
  });
  assertEquals([right.runs, right.failure], [20, undefined]);
});

Deno.test("mutated seeds are near their seeds: some are the seed, most are not, none grows without end", () => {
  const seeds = ["hello world", "x".repeat(60_000)];
  const texts = fc.sample(mutatedText(seeds, { maxEdits: 3 }), { numRuns: 400, seed: 7 });
  assert(texts.some((text) => seeds.includes(text)) && new Set(texts).size > 100);
  assert(texts.every((text) => text.length <= 70_000));
  const bytes = fc.sample(mutatedBytes(seeds.map((seed) => new TextEncoder().encode(seed))), { numRuns: 400, seed: 7 });
  assert(bytes.some((each) => each.some((byte) => byte > 0x7f)), "no byte that is no ASCII");
  assert(bytes.every((each) => each.length <= 64 * 1024));
});
