import assert from "node:assert/strict";
import fc from "fast-check";
import { ExactNumber } from "../jsonrpc/json.ts";
import { compareNumbers, isInteger, isMultiple, toJsonNumber } from "./decimal.ts";

const exact = (source: string) => new ExactNumber(source);

Deno.test("compareNumbers() tells apart what a double cannot", () => {
  assert.equal(compareNumbers(exact("9007199254740993"), 9007199254740992), 1);
  assert.equal(compareNumbers(exact("-9007199254740993"), -9007199254740992), -1);
  assert.equal(compareNumbers(exact("0.1000000000000000000001"), 0.1), 1);
  assert.equal(compareNumbers(exact("1e400"), exact("1e399")), 1);
  assert.equal(compareNumbers(exact("1e-400"), 0), 1);
});

Deno.test("compareNumbers() finds one number in all its spellings", () => {
  for (const same of ["1500", "1.5e3", "15.00E+2", "0.0015e6"]) assert.equal(compareNumbers(exact(same), 1500), 0);
  assert.equal(compareNumbers(exact("-0.0e5"), 0), 0);
});

Deno.test("compareNumbers() throws for what is no number or beyond reason", () => {
  assert.throws(() => compareNumbers(exact("0x10"), 1), RangeError);
  assert.throws(() => compareNumbers(exact("1e99999999999999999999"), 1), RangeError);
  assert.throws(() => compareNumbers(Number.NaN, exact("1")), RangeError);
});

Deno.test("compareNumbers() agrees with doubles and with big integers", () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      (a, b) => {
        assert.equal(compareNumbers(exact(JSON.stringify(a)), b), a < b ? -1 : a > b ? 1 : 0);
      },
    ),
  );
  fc.assert(fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
    assert.equal(compareNumbers(exact(String(a)), exact(String(b))), a < b ? -1 : a > b ? 1 : 0);
  }));
});

Deno.test("toJsonNumber() keeps the text of what a double would change", () => {
  assert.equal(toJsonNumber("0.1"), 0.1);
  assert.equal(toJsonNumber("1.0"), 1);
  assert.deepEqual(toJsonNumber("9007199254740993"), exact("9007199254740993"));
  assert.deepEqual(toJsonNumber("1e999"), exact("1e999"));
  assert.equal(toJsonNumber("01"), undefined);
  assert.equal(toJsonNumber(".5"), undefined);
});

Deno.test("isInteger() and isMultiple() are exact", () => {
  assert.equal(isInteger(exact("1.5e1")), true);
  assert.equal(isInteger(exact("1.55e1")), false);
  assert.equal(isMultiple(exact("9007199254740993"), 2), false);
  assert.equal(isMultiple(0.3, 0.1), true);
  assert.equal(isMultiple(0, 7), true);
  assert.throws(() => isMultiple(exact("1e900000"), 3), RangeError);
});
