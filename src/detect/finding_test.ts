import assert from "node:assert/strict";
import fc from "fast-check";
import { compareConfidence, DETECTOR_KINDS, type Finding, mergeFindings } from "./finding.ts";

Deno.test("mergeFindings() joins what overlaps under the surer name, and leaves neighbours and other kinds apart", () => {
  const at = (start: number, end: number, more: Partial<Finding> = {}): Finding => {
    return { kind: "secrets", rule: "a", confidence: "possible", start, end, ...more };
  };
  assert.deepEqual(mergeFindings([at(4, 9, { rule: "b", confidence: "certain" }), at(0, 5)]), [
    at(0, 9, { rule: "b", confidence: "certain" }),
  ]);
  assert.deepEqual(mergeFindings([at(5, 9), at(0, 5)]), [at(0, 5), at(5, 9)]);
  assert.equal(mergeFindings([at(0, 5), at(0, 5, { kind: "hidden" })]).length, 2);
  assert.deepEqual(mergeFindings([at(3, 3)]), []);
});

Deno.test("mergeFindings() covers what it was given, in order, without overlap within a kind", () => {
  const finding = fc.record({
    kind: fc.constantFrom(...DETECTOR_KINDS),
    rule: fc.constantFrom("a", "b"),
    confidence: fc.constantFrom("possible", "likely", "certain"),
    start: fc.nat({ max: 30 }),
    length: fc.nat({ max: 10 }),
  }).map(({ length, ...rest }): Finding => ({ ...rest, end: rest.start + length }));
  fc.assert(fc.property(fc.array(finding), (findings) => {
    const merged = mergeFindings(findings);
    for (const kind of DETECTOR_KINDS) {
      const own = merged.filter((each) => each.kind === kind);
      own.forEach((each, index) => assert(index === 0 || each.start >= (own[index - 1]?.end ?? 0)));
      const covered = (list: readonly Finding[], at: number) => {
        return list.some((each) => each.kind === kind && each.start <= at && at < each.end);
      };
      for (let at = 0; at < 42; at++) assert.equal(covered(merged, at), covered(findings, at));
    }
  }));
});

Deno.test("compareConfidence() knows what is surer", () => {
  assert(compareConfidence("certain", "likely") > 0);
  assert(compareConfidence("possible", "likely") < 0);
  assert.equal(compareConfidence("likely", "likely"), 0);
});
