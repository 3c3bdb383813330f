/**
 * Prints the table of docs/learn.md: for each recorded server what a policy learned from two thirds of its sessions
 * breaks of the rest, and which attacks it admits.
 *
 *     deno run --no-prompt -P=tools tools/learn_table.ts [observations|fresh]
 *
 * @module
 */

import { join } from "node:path";
import { evaluate, type Share } from "../learn/evaluate.ts";
import { readObservation } from "../learn/read_observation.ts";
import { PACKS } from "../packs/packs.ts";
import { ROOT } from "../tests/support/source_tree.ts";

function cell({ hits, of, low, high }: Share): string {
  return `${hits} of ${of} (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)} %)`;
}

const set = Deno.args[0] ?? "observations";
console.log("| server | refused of benign calls | asked | attacks admitted |\n| --- | --- | --- | --- |");
for (const server of ["filesystem", "memory", "sqlite", "commands", "everything"]) {
  const folder = join(ROOT, "tests", "learn_corpus", set, server);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  const sessions = names.map((name) => {
    const reading = readObservation(Deno.readTextFileSync(join(folder, name)), name);
    if (!reading.ok) throw new Error(`${name}: ${reading.problem.why}`);
    return reading.session;
  });
  const found = await evaluate(sessions, { packs: PACKS });
  if (found === undefined) throw new Error("There are too few sessions");
  console.log(`| ${server} | ${cell(found.refused)} | ${cell(found.asked)} | ${cell(found.admitted)} |`);
}
