import assert from "node:assert/strict";
import { buildGates } from "./keyword_gates.ts";

Deno.test("buildGates() opens each gate by each of its keywords, and has no automaton without keywords", () => {
  const { automaton, gatesOf, count } = buildGates([["one", "two"], ["two"], []], [], undefined);
  assert.equal(count, 3);
  const opened = (text: string) => {
    const open = new Set<number>();
    automaton?.scan(text, (keyword) => (gatesOf[keyword] ?? []).forEach((gate) => open.add(gate)));
    return [...open].sort();
  };
  assert.deepEqual(opened("ONE"), [0]);
  assert.deepEqual(opened("a two b"), [0, 1]);
  assert.deepEqual(opened("o n e"), []);
  assert.equal(buildGates([[], []], [], undefined).automaton, undefined);
});

Deno.test("buildGates() builds the set of expressions when it is first asked for, and once", () => {
  let built = 0;
  const gates = buildGates([], ["a", "b"], () => {
    built++;
    return () => [1];
  });
  assert.equal(built, 0);
  assert.deepEqual(gates.set?.()("x"), [1]);
  assert.deepEqual(gates.set?.()("y"), [1]);
  assert.equal(built, 1);
  assert.deepEqual([...gates.setIndexes], [["a", 0], ["b", 1]]);
});
