import assert from "node:assert/strict";
import fc from "fast-check";
import { passesUnnamed, PASSING_METHODS } from "./passing_methods.ts";
import { type ResponseVerdict, stricter, stricterResponse, type Verdict } from "./verdict.ts";

const anyVerdict: fc.Arbitrary<Verdict> = fc.record({
  action: fc.constantFrom("allow", "deny", "ask"),
  rule: fc.string({ maxLength: 3 }),
  reason: fc.constant("no rule matched"),
  logs: fc.array(fc.string({ maxLength: 2 }), { maxLength: 2 }),
  observed: fc.constantFrom(undefined, true),
});
const anyResponseVerdict: fc.Arbitrary<ResponseVerdict> = fc.record({
  action: fc.constantFrom("allow", "log", "redact", "deny"),
  rule: fc.string({ maxLength: 3 }),
  reason: fc.constant("no rule matched"),
  logs: fc.constant([]),
});

Deno.test("stricter() is associative", () => {
  fc.assert(fc.property(anyVerdict, anyVerdict, anyVerdict, (a, b, c) => {
    assert.deepEqual(stricter(stricter(a, b), c), stricter(a, stricter(b, c)));
  }));
  fc.assert(fc.property(anyResponseVerdict, anyResponseVerdict, anyResponseVerdict, (a, b, c) => {
    assert.deepEqual(stricterResponse(stricterResponse(a, b), c), stricterResponse(a, stricterResponse(b, c)));
  }));
});

Deno.test("stricter() never loosens, and on a tie the first stands", () => {
  const severity = { allow: 0, ask: 1, deny: 2 };
  const counted = (verdict: Verdict) => verdict.observed ? 0 : severity[verdict.action];
  fc.assert(fc.property(anyVerdict, anyVerdict, (a, b) => {
    const both = stricter(a, b);
    assert.ok(counted(both) >= Math.max(counted(a), counted(b)));
    if (a.action === b.action && a.observed === b.observed) assert.equal(both.rule, a.rule);
  }));
});

Deno.test("passesUnnamed() minds the side", () => {
  assert.equal(passesUnnamed("notifications/message", "client"), false);
  assert.equal(passesUnnamed("notifications/message", "server"), true);
  assert.equal(passesUnnamed("tools/list", "server"), false);
  assert.equal(passesUnnamed("ping", "server"), true);
});

Deno.test("PASSING_METHODS has nothing that a server asks of a client's person", () => {
  const methods = PASSING_METHODS.map(({ method }) => method);
  for (const asked of ["sampling/createMessage", "elicitation/create", "roots/list", "tools/call", "resources/read"]) {
    assert.ok(!methods.includes(asked), asked);
  }
});
