/**
 * Exact comparison of JSON numbers. A number that a double cannot hold is compared digit by digit, so that 2^53 + 1 is
 * not taken for 2^53 by a limit.
 *
 * @module
 */

import { ExactNumber } from "../jsonrpc/json.ts";

/** A JSON number, as a double where that is exact, else as its text. */
export type JsonNumber = number | ExactNumber;

/** Sign, the digits without zeros at either end, and the power of ten of the first digit. Zero has no digits. */
interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly power: number;
}

const NUMBER_REGEXP = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** More digits than this in a power of ten is no number anybody means. */
const MAX_POWER = 1e12;

/** How many digits `isMultiple` is ready to work with. */
const MAX_MULTIPLE_DIGITS = 1_000;

/** Says whether a value is a JSON number. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/**
 * Reads number text as JSON writes it: a double where nothing is lost, else the text itself. Returns nothing for what
 * is not a JSON number.
 */
export function toJsonNumber(source: string): JsonNumber | undefined {
  if (!NUMBER_REGEXP.test(source)) return undefined;
  const exact = new ExactNumber(source);
  const double = Number(source);
  return Number.isFinite(double) && compareNumbers(double, exact) === 0 ? double : exact;
}

/**
 * Compares two numbers by value: negative, zero or positive as `a` is less, equal or greater.
 *
 * @example Past the reach of a double
 * ```ts
 * import assert from "node:assert/strict";
 *
 * const exact = toJsonNumber("9007199254740993") ?? 0;
 * assert.equal(compareNumbers(exact, 9007199254740992), 1);
 * ```
 *
 * @throws {RangeError} for text that is no JSON number or whose power of ten is beyond reason.
 */
export function compareNumbers(a: JsonNumber, b: JsonNumber): number {
  if (typeof a === "number" && typeof b === "number") return a < b ? -1 : a > b ? 1 : 0;
  const left = toDecimal(a);
  const right = toDecimal(b);
  if (left.sign !== right.sign) return left.sign < right.sign ? -1 : 1;
  const size = compareSize(left, right);
  return size === 0 ? 0 : size * left.sign;
}

/** Says whether a number has no fraction; `1.0` and `1e3` have none. */
export function isInteger(value: JsonNumber): boolean {
  if (typeof value === "number") return Number.isInteger(value);
  const { digits, power } = toDecimal(value);
  return digits.length - 1 <= power;
}

/**
 * Says whether `value` is a whole multiple of `step`.
 *
 * @throws {RangeError} when the two are so far apart in size that working it out would take unreasonably long.
 */
export function isMultiple(value: JsonNumber, step: JsonNumber): boolean {
  const left = toDecimal(value);
  const right = toDecimal(step);
  if (right.sign === 0) throw new RangeError("Cannot divide by zero");
  const leftEnd = left.power - left.digits.length;
  const rightEnd = right.power - right.digits.length;
  const end = Math.min(leftEnd, rightEnd);
  if (Math.max(left.power, right.power) - end > MAX_MULTIPLE_DIGITS) {
    throw new RangeError("Cannot divide: too many digits");
  }
  const scaled = (decimal: Decimal, ownEnd: number) => BigInt((decimal.digits || "0") + "0".repeat(ownEnd - end));
  return left.sign === 0 || scaled(left, leftEnd) % scaled(right, rightEnd) === 0n;
}

function compareSize(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a.power !== b.power) return a.power < b.power ? -1 : 1;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}

function toDecimal(value: JsonNumber): Decimal {
  const parts = NUMBER_REGEXP.exec(typeof value === "number" ? String(value) : value.source);
  if (parts === null) throw new RangeError("Cannot compare: not a JSON number");
  const whole = parts[2] ?? "";
  const all = whole + (parts[3] ?? "");
  const first = all.search(/[1-9]/);
  if (first === -1) return { sign: 0, digits: "", power: 0 };
  const exponent = Number(parts[4] ?? "0");
  if (!(Math.abs(exponent) <= MAX_POWER)) throw new RangeError("Cannot compare: the exponent is too large");
  let last = all.length;
  while (all.charCodeAt(last - 1) === 0x30) last--;
  return {
    sign: parts[1] === "-" ? -1 : 1,
    digits: all.slice(first, last),
    power: whole.length - 1 - first + exponent,
  };
}
