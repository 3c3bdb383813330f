/**
 * What holds for the completions of every shell.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { CompletionPlace } from "../completion_tree.ts";

const TREE: readonly CompletionPlace[] = [
  { path: "", next: [{ name: "pair", text: "it's $(paired)" }], flags: [], word: { kind: "nothing" } },
  {
    path: "pair",
    next: [],
    flags: [{ names: ["--level", "-l"], value: { kind: "words", words: ["low", "high"] }, text: "how `much`" }],
    word: { kind: "files" },
  },
];

/** A script has each word and flag, and no text that the shell would run. */
export function assertCompletes(make: (tree: readonly CompletionPlace[]) => string): void {
  const script = make(TREE);
  for (const word of ["pair", "level", "low", "high"]) assert(script.includes(word), word);
  const inText = script.split("\n").filter((line) => line.includes("(paired)") || line.includes("`much`"));
  for (const line of inText) assert(/'[^']*(?:\\''|\\'|'')?[^']*(?:\(paired\)|`much`)/.test(line), line);
  assertEquals(script.includes("undefined"), false);
}
