/**
 * What takes long: a big log verified, many messages over eight servers, fuzzing.
 *
 * @module
 */

import { FUZZ_TARGETS } from "../../tests/fuzz/targets.ts";
import type { ProofOptions, ProofPart, Taken } from "./part.ts";
import { runDeno } from "./run_tests.ts";

const VERIFY = {
  found: "1,000,000 records: verdicts that are broken",
  seconds: "1,000,000 records: seconds",
  memory: "1,000,000 records: most resident memory",
} as const;

/** The part of `audit verify`. */
export const VERIFY_SPEED: ProofPart = {
  name: "verify-speed",
  title: "`audit verify` of a session with 1,000,000 records",
  command: "deno run --no-prompt -P=bench bench/verify.ts",
  figures: [
    { name: VERIFY.found, must: "0" },
    { name: VERIFY.seconds, must: "none" },
    { name: VERIFY.memory, must: "none" },
  ],
  async take() {
    const { stdout } = await runDeno(["run", "--no-prompt", "-P=bench", "bench/verify.ts"]);
    const { records, fileMegabytes, seconds, megabytes, broken } = JSON.parse(stdout);
    return new Map<string, Taken>([
      [VERIFY.found, { got: `${broken} (${records} records read)`, holds: broken === 0 && records === 1_000_000 }],
      [VERIFY.seconds, { got: `${seconds.toFixed(1)} s (${fileMegabytes.toFixed(0)} MB)` }],
      [VERIFY.memory, { got: `${megabytes.toFixed(0)} MB` }],
    ]);
  },
};

const LONG = {
  messages: "messages over eight servers at once",
  missing: "records missing",
  verify: "exit code of `audit verify` behind it",
  changes: "policy reloads seen, key rotations",
  growth: "most memory that a proxy grew from halfway to the end",
  memory: "most memory of a proxy",
  descriptors: "most descriptors that a proxy opened and kept",
} as const;
const MOST_GROWTH = 15;
const MOST_DESCRIPTORS = 2;

/** The part of the long run. */
export const LONG_RUN: ProofPart = {
  name: "long-run",
  title: "eight servers at once, with policy reloads and rotations of the ledger's key",
  command: "SALLYPORT_LONG_RUN=1000000 deno task longrun",
  figures: [
    { name: LONG.messages, must: "at least 1000000" },
    { name: LONG.missing, must: "0" },
    { name: LONG.verify, must: "0" },
    { name: LONG.changes, must: "some" },
    { name: LONG.growth, must: `at most ${MOST_GROWTH} MB` },
    { name: LONG.memory, must: "none" },
    { name: LONG.descriptors, must: `at most ${MOST_DESCRIPTORS}` },
  ],
  async take({ messages }: ProofOptions) {
    const { stdout } = await runDeno(["test", "--no-prompt", "-P=test", "tests/slow/long_run_test.ts"], {
      SALLYPORT_LONG_RUN: String(messages),
    });
    const [, json] = /^long run: (\{.*\})$/m.exec(stdout) ?? [];
    if (json === undefined) return new Map();
    const run: Readonly<Record<string, number>> = JSON.parse(json);
    const number = (name: string) => run[name] ?? NaN;
    return new Map<string, Taken>([
      [LONG.messages, {
        got: `${number("messages")} in ${number("seconds")} s`,
        holds: number("messages") >= 1_000_000,
      }],
      [LONG.missing, { got: String(number("recordsMissing")), holds: number("recordsMissing") === 0 }],
      [LONG.verify, { got: String(number("verify")), holds: number("verify") === 0 }],
      [LONG.changes, {
        got: `${number("policyChangesSeen")}, ${number("keyRotations")}`,
        holds: number("policyChangesSeen") > 0 && number("keyRotations") > 0,
      }],
      [LONG.growth, { got: `${number("megabytesGrownMost")} MB`, holds: number("megabytesGrownMost") <= MOST_GROWTH }],
      [LONG.memory, { got: `${number("megabytesMost")} MB` }],
      [LONG.descriptors, {
        got: String(number("descriptorsGrownMost")),
        holds: number("descriptorsGrownMost") <= MOST_DESCRIPTORS,
      }],
    ]);
  },
};

/** The part of fuzzing. */
export const FUZZ: ProofPart = {
  name: "fuzz",
  title: "inputs near the cases, made by fast-check",
  command: "deno task fuzz [TARGET] --seconds N",
  figures: FUZZ_TARGETS.map(({ name }) => ({ name, must: "nothing found" })),
  async take({ fuzzSeconds }) {
    const { stdout } = await runDeno([
      "run",
      "--no-prompt",
      "-P=demo",
      "tools/fuzz.ts",
      "--seconds",
      String(fuzzSeconds),
    ]);
    return new Map(
      [...stdout.matchAll(/^(ok|FAILED) +(\S+) +(\d+) inputs, .*$/gm)].map(([, state, name = "", inputs]) => {
        const found = state === "ok" ? "nothing" : "something";
        return [name, { got: `${found} in ${inputs} inputs, ${fuzzSeconds} s`, holds: state === "ok" }];
      }),
    );
  },
};
