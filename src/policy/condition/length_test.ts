import assert from "node:assert/strict";
import { BOTH, NEITHER, REFUSES, testFaults, testTable } from "./condition_fixture.ts";
import { countCodePoints } from "./length.ts";

testTable([
  [{ length: [2, 2] }, "😀é", BOTH],
  [{ length: [2, 2] }, "abc", NEITHER],
  [{ length: [2, 2] }, [1, 2], BOTH],
  [{ length: [2, 2] }, [1, 2, 3], NEITHER],
  [{ length: [4, null] }, ["abcd"], REFUSES],
  [{ length: [4, null] }, ["abc"], NEITHER],
  [{ length: [4, null] }, { abcd: 1 }, REFUSES],
  [{ length: [4, null] }, { abc: 1 }, "- -"],
  [{ length: [1, 2] }, 5, REFUSES],
  [{ length: [1, 2] }, {}, REFUSES],
  [{ length: [0, 0] }, "", BOTH],
]);

testFaults([
  [{ length: [3, 2] }, "wrong-value: the first number is larger"],
  [{ length: "3" }, "wrong-type: "],
]);

Deno.test("countCodePoints() counts a surrogate pair once and each half alone", () => {
  assert.equal(countCodePoints(""), 0);
  assert.equal(countCodePoints("a😀"), 2);
  assert.equal(countCodePoints("\ud83d\ud83d\ude00\ude00"), 3);
});
