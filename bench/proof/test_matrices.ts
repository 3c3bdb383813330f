/**
 * Matrices that are tests: of changes to a log, of ways in which a session ends, of the conformance suite.
 *
 * @module
 */

import { allOf, type ProofPart } from "./part.ts";
import { passedOf, runDeno, runTests } from "./run_tests.ts";

const TAMPER = {
  verify: "changes to a log of three sessions, in memory: tests that pass",
  real: "changes to real files, full disk, kills, rotation: tests that pass",
  bytes: "20 proxies at once, and each byte of a real log flipped: tests that pass",
} as const;

/** The part of the audit log. */
export const TAMPER_MATRIX: ProofPart = {
  name: "tamper",
  title: "every kind of change to an audit log is named",
  command: "deno test --no-prompt -P=test audit/verify_test.ts tests/audit_test.ts tests/slow/audit_log_test.ts",
  figures: Object.values(TAMPER).map((name) => ({ name, must: "all" })),
  async take() {
    const count = async (file: string) => {
      const { passed, of } = passedOf(await runTests([file]));
      return allOf(passed, of);
    };
    return new Map([
      [TAMPER.verify, await count("audit/verify_test.ts")],
      [TAMPER.real, await count("tests/audit_test.ts")],
      [TAMPER.bytes, await count("tests/slow/audit_log_test.ts")],
    ]);
  },
};

const KILLS = "servers and endings after which no process is left";

/** The part of processes. */
export const KILL_MATRIX: ProofPart = {
  name: "kill",
  title: "however a session ends, no process of it stays",
  command: "deno test --no-prompt -P=test tests/slow/kill_matrix_test.ts",
  figures: [{ name: KILLS, must: "all" }],
  async take() {
    const { passed, of } = passedOf(await runTests(["tests/slow/kill_matrix_test.ts"]));
    return new Map([[KILLS, allOf(passed, of)]]);
  },
};

const SUITES = ["server-everything", "conformance server"] as const;

/** The part of the protocol. */
export const CONFORMANCE: ProofPart = {
  name: "conformance",
  title: "the MCP conformance suite, bare and through Sallyport",
  command: "deno task conformance",
  figures: SUITES.map((name) => ({ name: `${name}: scenarios with the same result`, must: "all" })),
  async take() {
    const { stdout } = await runDeno(["run", "--no-prompt", "-P=test", "tests/slow/conformance.ts"]);
    return new Map(SUITES.map((name) => {
      const [, passing, , same, of] =
        new RegExp(`^${name}: (\\d+) of (\\d+) scenarios pass bare; (\\d+) of (\\d+) give the same$`, "m").exec(
          stdout,
        ) ?? [];
      const { got, holds } = allOf(Number(same ?? 0), Number(of ?? 0));
      return [`${name}: scenarios with the same result`, { got: `${got} (${passing ?? 0} pass bare)`, holds }];
    }));
  },
};
