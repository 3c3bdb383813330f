/**
 * The rows of the predecessor's weaknesses (MCPWALL.md): each must be refused, or handled, as its test says.
 *
 * @module
 */

import { BASELINE_ROWS } from "../../tests/support/baseline_rows.ts";
import { FAULTY } from "../../tests/support/faulty_lines.ts";
import { runCommand, testEnvironment, withTestFolder } from "../../tests/support/guarded_session.ts";
import { sallyportCommand } from "../../tests/support/sallyport.ts";
import { allOf, type ProofPart, type Taken } from "./part.ts";
import { passedOf, runTests, type TestResult } from "./run_tests.ts";

/** W-1 to W-35. */
const ROWS = 35;
const LINE_TEST = "a line that readers may read differently";

/** The rows that a title speaks of: `W-6, W-7 ...`, `W-21 to W-24: ...`. */
export function rowsInTitle(title: string): number[] {
  const found: number[] = [];
  for (const [, from, to] of title.matchAll(/\bW-(\d+)(?: to W-(\d+))?/g)) {
    for (let row = Number(from); row <= Number(to ?? from); row++) found.push(row);
  }
  return found;
}

/** The rows of which some test speaks, and every such test passed. */
function rowsThatHold(results: readonly TestResult[]): Set<number> {
  const holds = new Map<number, boolean>();
  for (const { name, state } of results) {
    const titles = name.startsWith(LINE_TEST) ? FAULTY.map((line) => line.name) : [name];
    for (const row of titles.flatMap(rowsInTitle)) holds.set(row, (holds.get(row) ?? true) && state === "passed");
  }
  return new Set([...holds].flatMap(([row, held]) => held ? [row] : []));
}

async function suiteOfBaseline(): Promise<Taken> {
  let taken: Taken = { got: "did not run", holds: false };
  await withTestFolder("proof", async (folder) => {
    const suite = `${folder.project}/suite.jsonl`;
    await Deno.writeTextFile(suite, BASELINE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const { stdout } = await runCommand(sallyportCommand(["check", "--suite", suite]), {
      cwd: folder.project,
      env: testEnvironment(folder),
    });
    const [, right, of] = /^(\d+) of (\d+) as expected$/m.exec(stdout) ?? [];
    if (right !== undefined) taken = allOf(Number(right), Number(of));
  });
  return taken;
}

/** The part. */
export const BYPASS: ProofPart = {
  name: "bypass",
  title: "what got past the predecessor, and what it refused wrongly",
  command: "deno test --no-prompt -P=test tests/attacks_test.ts tests/responses_test.ts tests/baseline_test.ts",
  figures: [
    { name: "rows W-1 to W-35 handled as they must", must: "all" },
    { name: "lines that readers read differently, refused, under default allow and deny", must: "all" },
    { name: "content that got in, refused by the baseline, and false alarms passed", must: "all" },
    { name: "tests of attacks and answers that pass", must: "all" },
  ],
  async take() {
    const results = await runTests(["tests/attacks_test.ts", "tests/responses_test.ts"]);
    // A server that ignores TERM is tried with all the ways in which a session ends.
    const stubborn = await runTests(["tests/slow/kill_matrix_test.ts"], "W-13");
    const held = rowsThatHold([...results, ...stubborn]);
    const lines = results.filter(({ name }) => name.startsWith(LINE_TEST));
    const linesRefused = lines.filter(({ state }) => state === "passed").length * FAULTY.length;
    const { passed, of } = passedOf(results);
    const [rows, refused, content, tests] = this.figures.map(({ name }) => name) as [string, string, string, string];
    return new Map([
      [rows, allOf(Array.from({ length: ROWS }, (_, index) => index + 1).filter((row) => held.has(row)).length, ROWS)],
      [refused, allOf(linesRefused, lines.length * FAULTY.length)],
      [content, await suiteOfBaseline()],
      [tests, allOf(passed, of)],
    ]);
  },
};
