import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { Histogram } from "./histogram.ts";

Deno.test("Histogram gives percentiles within five percent and a millisecond, in whatever order values come", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5_000_000), { minLength: 1 }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (all, part) => {
        const histogram = new Histogram();
        for (const value of all) histogram.add(value);
        const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * part) - 1] ?? 0;
        const given = histogram.percentile(part);
        assert(given >= exact - 1 && given <= exact * 1.06 + 1, `${given} for ${exact}`);
        assertEquals([histogram.count, histogram.max], [all.length, Math.max(...all)]);
      },
    ),
  );
});

Deno.test("Histogram leaves out what is no time", () => {
  const histogram = new Histogram();
  for (const value of [NaN, -1, Infinity]) histogram.add(value);
  assertEquals([histogram.count, histogram.percentile(0.5), histogram.max], [0, 0, 0]);
});
