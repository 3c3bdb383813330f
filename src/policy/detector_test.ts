import assert from "node:assert/strict";
import { isDetected } from "./detector.ts";

Deno.test("isDetected() counts findings of its kind that are sure enough", () => {
  const finding = { kind: "injection", rule: "r", start: 0, end: 1, confidence: "likely" } as const;
  assert.equal(isDetected({ kind: "injection", atLeast: "possible" }, finding), true);
  assert.equal(isDetected({ kind: "injection", atLeast: "likely" }, finding), true);
  assert.equal(isDetected({ kind: "injection", atLeast: "certain" }, finding), false);
  assert.equal(isDetected({ kind: "secrets", atLeast: "possible" }, finding), false);
});
