/**
 * What learned policies break and admit, on both sets of recordings.
 *
 * @module
 */

import type { ProofPart, Taken } from "./part.ts";
import { runDeno } from "./run_tests.ts";

const SETS = ["observations", "fresh"] as const;
const SERVERS = ["filesystem", "memory", "sqlite", "commands", "everything"] as const;
const COLUMNS = ["refused", "asked", "admitted"] as const;
const MOST_BROKEN = 0.03;
const MOST_ADMITTED = 0.01;
const MUST: Readonly<Record<typeof COLUMNS[number], string>> = {
  refused: "at most 3 %",
  asked: "at most 3 % with the refused",
  admitted: "at most 1 %",
};

/** The share in front of its interval: `12 of 666 (...)`. */
function shareOf(cell: string): number {
  const [, hits, of] = /^(\d+) of (\d+)/.exec(cell) ?? [];
  return Number(hits) / Number(of);
}

/** The part. */
export const LEARNED: ProofPart = {
  name: "learned",
  title: "policies learned from two thirds of recorded sessions, on the rest and on attacks",
  command: "deno run --no-prompt -P=tools tools/learn_table.ts [observations|fresh]",
  figures: SETS.flatMap((set) =>
    SERVERS.flatMap((server) => COLUMNS.map((column) => ({ name: `${set} ${server}: ${column}`, must: MUST[column] })))
  ),
  async take() {
    const taken = new Map<string, Taken>();
    for (const set of SETS) {
      const { stdout } = await runDeno(["run", "--no-prompt", "-P=tools", "tools/learn_table.ts", set]);
      for (const server of SERVERS) {
        const line = stdout.split("\n").find((each) => each.startsWith(`| ${server} `)) ?? "";
        const [refused = "", asked = "", admitted = ""] = line.split("|").slice(2).map((cell) => cell.trim());
        const put = (column: typeof COLUMNS[number], got: string, holds: boolean) =>
          taken.set(`${set} ${server}: ${column}`, { got: got === "" ? "no such line" : got, holds });
        put("refused", refused, shareOf(refused) <= MOST_BROKEN);
        put("asked", asked, shareOf(refused) + shareOf(asked) <= MOST_BROKEN);
        put("admitted", admitted, shareOf(admitted) <= MOST_ADMITTED);
      }
    }
    return taken;
  },
};
