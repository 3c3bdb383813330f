/**
 * How a condition about strings is put to a value that may not be one.
 *
 * @module
 */

import type { Json } from "../../jsonrpc/json.ts";
import { stringsInside } from "../strings_inside.ts";
import { allOf, anyOf, isRefusing, type Moment, type Test, type Truth, type Way } from "./condition.ts";

/**
 * Makes a test of a condition on one string. To admit, the value must be a string. To refuse, one string or key inside
 * it is enough, and under `not` each of them counts, so that neither wrapping a value nor adding another to it helps.
 */
export function stringTest(
  test: (text: string, way: Way, moment: Moment) => Truth,
  gates?: readonly number[],
): Test {
  return {
    gates,
    holds(value, way, moment) {
      if (typeof value === "string") return test(value, way, moment);
      if (!isRefusing(way)) return "not-applicable";
      const strings = stringsInside(value);
      if (strings.length === 0) return "not-applicable";
      const truths = truthsOf(strings, (text) => test(text, way, moment));
      return way === "refuse" ? anyOf(truths) : allOf(truths);
    },
  };
}

/** The truths of a condition for each of many values, worked out only as far as they are asked for. */
export function* truthsOf<Value extends Json>(
  values: Iterable<Value>,
  test: (value: Value) => Truth,
): Generator<Truth, void> {
  for (const value of values) yield test(value);
}
