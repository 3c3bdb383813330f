/**
 * Fuzzes: `deno task fuzz [TARGET...] [--seconds N | --runs N] [--seed S]
 * [--trace FILE] [--slow-ms N] [--list]`. Without targets all of them, one
 * after the other; without a limit each for 10 seconds. Prints one line a target; exits 1 when something does not hold,
 * with the smallest input found and the seed that makes it again, 2 for a mistake in usage.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import { FUZZ_TARGETS } from "../tests/fuzz/targets.ts";

const DEFAULT_SECONDS = 10;
/** More than any machine gets through. */
const NO_LIMIT = 2_000_000_000;
/** No input is longer than 64 KiB: one that takes so long on any machine is not read in linear time. */
const MAX_INPUT_MS = 5_000;
const MAX_SEED = 0x7fffffff;

function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`fuzz: error: Cannot read --${name} "${text}": a whole number is wanted`);
  Deno.exit(2);
}

const args = parseArgs(Deno.args, { string: ["seconds", "runs", "seed", "trace", "slow-ms", "_"], boolean: ["list"] });
const names = args._.map(String);
const unknown = names.find((name) => !FUZZ_TARGETS.some((target) => target.name === name));
if (unknown !== undefined) {
  console.error(`fuzz: error: Unknown target "${unknown}": one of ${FUZZ_TARGETS.map(({ name }) => name).join(", ")}`);
  Deno.exit(2);
}
if (args.list) {
  for (const { name, about } of FUZZ_TARGETS) console.log(`${name.padEnd(14)} ${about}`);
  Deno.exit(0);
}
const runs = wholeNumber(args.runs, "runs");
const seconds = wholeNumber(args.seconds, "seconds") ?? (runs === undefined ? DEFAULT_SECONDS : undefined);
const seed = wholeNumber(args.seed, "seed") ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
const mostMs = wholeNumber(args["slow-ms"], "slow-ms") ?? MAX_INPUT_MS;
/** Keeps the input in hand in a file, for one that never comes back. */
const trace = args.trace === undefined
  ? undefined
  : (input: unknown) => Deno.writeTextFileSync(args.trace ?? "", JSON.stringify(input));
let failed = 0;
for (const target of FUZZ_TARGETS) {
  if (names.length > 0 && !names.includes(target.name)) continue;
  const outcome = await target.run({ runs: runs ?? NO_LIMIT, seconds, seed: seed & MAX_SEED, trace });
  const isSlow = outcome.slowestMs > mostMs;
  const state = outcome.failure === undefined && !isSlow ? "ok" : "FAILED";
  console.log(
    `${state.padEnd(6)} ${target.name.padEnd(14)} ${outcome.runs} inputs, slowest ${
      outcome.slowestMs.toFixed(1)
    } ms, ` +
      `seed ${seed & MAX_SEED}`,
  );
  if (state === "ok") continue;
  failed += 1;
  console.log(outcome.failure ?? `The slowest input: ${outcome.slowestInput}`);
}
Deno.exit(failed === 0 ? 0 : 1);
