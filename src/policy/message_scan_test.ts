import assert from "node:assert/strict";
import { buildGates } from "./keyword_gates.ts";
import { MAX_REGEX_TEXT, MAX_REGEX_WORK, scanMessage } from "./message_scan.ts";
import type { Regex } from "./pattern/regex.ts";
import type { Subject } from "./subject.ts";
import { toSubject } from "./subject_fixture.ts";

const GATES = buildGates([["secret"], ["token", "key"], ["zzz"]], [], undefined);

function call(args: object): Subject {
  return toSubject({ call: { tool: "t", args: { ...args } } }, "files");
}

function open(subject: Subject): number[] {
  const found: number[] = [];
  scanMessage(GATES, subject).openGates((gate) => found.push(gate));
  return found;
}

Deno.test("a gate opens for one of its keywords anywhere in the message, whatever the case", () => {
  assert.deepEqual(open(call({})), []);
  assert.deepEqual(open(call({ x: "a SECRET" })), [0]);
  assert.deepEqual(open(call({ x: [{ my_token: 1 }] })), [1]);
  assert.deepEqual(open(call({ x: "kei zz secre" })), []);
  assert.deepEqual(open({ ...call({ x: "secret" }), content: undefined }), [0], "arguments beside the content");
});

Deno.test("a gate is open for the text that has its keyword, not for another of the same message", () => {
  const scan = scanMessage(GATES, call({ x: "a secret", y: "nothing" }));
  assert.equal(scan.isOpen(0, "a secret"), true);
  assert.equal(scan.isOpen(0, "nothing"), false);
  assert.equal(scan.isOpen(2, "zzz"), false, "a text that is not of the message");
});

const regex = (test: (text: string) => boolean, weight = 1): Regex => ({
  source: "x",
  keywords: undefined,
  weight,
  find: () => [],
  test,
});

Deno.test("an expression is not run behind a closed gate, nor on a text that is too long", () => {
  const scan = scanMessage(GATES, call({ x: "nothing" }));
  const never = regex(() => assert.fail("it was run"));
  assert.equal(scan.matches(never, 0, "nothing"), false);
  assert.equal(scan.matches(never, undefined, "a".repeat(MAX_REGEX_TEXT + 1)), "not-applicable");
  assert.equal(scan.matches(regex(() => true), undefined, "a"), true);
});

Deno.test("what expressions may cost in one judgement is bounded, a heavy one costs more", () => {
  const text = "a".repeat(1024 * 1024);
  for (const weight of [1, 4]) {
    const scan = scanMessage(GATES, call({}));
    let runs = 0;
    const counted = regex(() => ++runs < 0, weight);
    for (let index = 0; index < 100; index++) scan.matches(counted, undefined, text);
    assert.equal(runs, MAX_REGEX_WORK / text.length / weight);
    assert.equal(scan.matches(counted, undefined, text), "not-applicable");
  }
});

Deno.test("arguments are found by their folded name, all that share it", () => {
  const scan = scanMessage(GATES, call({ Path: 1, pat: 2 }));
  assert.deepEqual(scan.argumentsNear("PATH"), [1]);
  assert.deepEqual(scan.argumentsNear("p"), []);
  assert.deepEqual(scanMessage(GATES, call({ K: 1, "\u212a": 2 })).argumentsNear("k"), [1, 2]);
});
