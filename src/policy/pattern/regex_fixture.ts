/**
 * Made-up expressions and texts, for tests that compare ways of matching.
 *
 * @module
 */

import fc from "fast-check";

const atom = fc.constantFrom(
  "a",
  "b",
  "k",
  "s",
  ".",
  "[ab]",
  "[^a]",
  "\\d",
  "\\.",
  "\\b",
  "^",
  "$",
  "(?i)",
  "é",
  "\\x61",
  "[.]",
  "{",
  "\\pL",
);
const repeat = fc.constantFrom("", "", "", "*", "+", "?", "{0,2}", "{2}", "{1,}", "+?", "{,2}");
const sources = fc.letrec<{ source: string; part: string }>((tie) => ({
  source: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, repeat).map(([one, times]) => one + times),
    fc.tuple(tie("source"), tie("source"), repeat).map(([a, b, times]) => `(?:${a}|${b})${times}`),
    fc.tuple(tie("source"), repeat).map(([a, times]) => `(${a})${times}`),
  ),
}));
/** Texts of the same few characters, with those that case folding makes of them. */
export const anyText: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom("a", "b", "K", "\u212a", "\u017f", "s", "é", ".", "1", "{", ",", "2", "}"),
  maxLength: 8,
});

/** Expressions that may or may not compile. */
export const anySource: fc.Arbitrary<string> = sources.source;
