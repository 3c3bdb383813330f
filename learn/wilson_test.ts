import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { wilsonInterval } from "./wilson.ts";

Deno.test("the interval holds the share, and is what the formula gives", () => {
  assertEquals(wilsonInterval(0, 0), [0, 1]);
  assertEquals(wilsonInterval(10, 100).map((bound) => bound.toFixed(4)), ["0.0552", "0.1744"]);
  const counts = fc.integer({ min: 1, max: 5000 }).chain((total) => fc.tuple(fc.nat(total), fc.constant(total)));
  fc.assert(fc.property(counts, ([hits, total]) => {
    const [low, high] = wilsonInterval(hits, total);
    assert(low >= 0 && low <= hits / total + 1e-12 && high >= hits / total - 1e-12 && high <= 1);
  }));
});
