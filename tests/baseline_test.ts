/**
 * The predecessor's rows on what gets in (MCPWALL.md 2.5), through the real command and the pack `baseline`, and what it
 * refused wrongly.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { runCommand, testEnvironment, withTestFolder } from "./support/guarded_session.ts";
import { BASELINE_ROWS } from "./support/baseline_rows.ts";
import { sallyportCommand } from "./support/sallyport.ts";

Deno.test("every row of the predecessor's misses is refused by the baseline, and its false alarms pass", async () => {
  await withTestFolder("baseline", async (folder) => {
    const suite = `${folder.project}/suite.jsonl`;
    await Deno.writeTextFile(suite, BASELINE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join(""));
    const ran = await runCommand(sallyportCommand(["check", "--suite", suite]), {
      cwd: folder.project,
      env: testEnvironment(folder),
    });
    assertEquals(
      [ran.code, ran.stdout.trim()],
      [0, `${BASELINE_ROWS.length} of ${BASELINE_ROWS.length} as expected`],
      ran.stderr,
    );
  });
});
