/**
 * Observation files: reading gives a session or says what is wrong, and what can be read can be learned from.
 *
 * @module
 */

import { assert } from "@std/assert";
import { learn } from "../../learn/proposal.ts";
import { readObservation } from "../../learn/read_observation.ts";
import { summarize } from "../../learn/summarize.ts";
import { PACKS } from "../../packs/packs.ts";
import { listFiles, readSource } from "../support/source_tree.ts";
import { type FuzzTarget, fuzzTarget } from "./fuzz_target.ts";
import { mutatedText } from "./mutate.ts";

const LINES_A_SEED = 12;
const WORDS = [
  '"t":"string",',
  '"t":"object",',
  '"m":{',
  '"n":-1,',
  '"v":"../x",',
  '"tool":"__proto__",',
  '"args":null,',
  '"kind":"end"',
  "{}\n",
  "null",
  "1e999",
  "*",
  "${HOME}",
];

/** The beginning of one recorded session of each server. */
async function seeds(): Promise<string[]> {
  const files = (await listFiles(".jsonl", "tests/learn_corpus")).filter((file) => file.endsWith("session-00.jsonl"));
  const texts = await Promise.all(files.map(readSource));
  return texts.map((text) => `${text.split("\n").slice(0, LINES_A_SEED).join("\n")}\n`);
}

/** The target. */
export const OBSERVATIONS: FuzzTarget = fuzzTarget(
  "observations",
  "reading gives a session or a problem with its line; what can be read can be learned from",
  async () => ({
    inputs: mutatedText(await seeds(), { words: WORDS, maxEdits: 3 }),
    async check(text) {
      const reading = readObservation(text, "a.jsonl");
      if (!reading.ok) {
        assert(reading.problem.line >= 1 && reading.problem.line <= text.split("\n").length, "a line outside the file");
        return;
      }
      summarize([reading.session]);
      await learn([reading.session], PACKS);
    },
  }),
);
