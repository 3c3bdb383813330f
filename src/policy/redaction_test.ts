import assert from "node:assert/strict";
import type { Finding } from "../detect/finding.ts";
import type { TextSurface } from "../mcp/text_surface.ts";
import { planEdits } from "./redaction.ts";

const FINDING: Finding = { kind: "secrets", rule: "r", start: 2, end: 4, confidence: "certain" };

function surface(role: TextSurface["role"]): TextSurface {
  return { path: ["content", 0, "text"], text: "a XX b", role };
}

Deno.test("planEdits() writes a mark in place of what is meant", () => {
  assert.deepEqual(planEdits([{ surface: surface("text"), findings: [FINDING] }], () => true), [
    { path: ["content", 0, "text"], text: "a [redacted:r] b" },
  ]);
  assert.deepEqual(planEdits([{ surface: surface("text"), findings: [FINDING] }], () => false), []);
});

Deno.test("planEdits() refuses to edit what comes back or is no text", () => {
  for (const role of ["key", "media", "echoed"] as const) {
    assert.equal(planEdits([{ surface: surface(role), findings: [FINDING] }], () => true), "refuse");
    assert.deepEqual(planEdits([{ surface: surface(role), findings: [FINDING] }], () => false), []);
  }
});
