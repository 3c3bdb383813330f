import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { countOne, newRateWindow } from "./rate_window.ts";

Deno.test("countOne() counts to the limit in any span, and forgets what is older", () => {
  const window = newRateWindow(60_000);
  assertEquals([0, 1000, 2000, 3000].map((ms) => countOne(window, ms, 3)), [true, true, true, false]);
  assertEquals(countOne(window, 60_500, 3), true);
  assertEquals(countOne(window, 60_600, 3), false);
  assertEquals(countOne(window, 600_000, 3), true);
  assertEquals(countOne(window, 0, 1), false);
});

Deno.test("countOne() never counts more than the limit in one span", () => {
  fc.assert(fc.property(fc.array(fc.nat(5000), { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (steps, limit) => {
    const window = newRateWindow(6000);
    const counted: number[] = [];
    let now = 0;
    for (const gap of steps) {
      now += gap / 10;
      if (countOne(window, now, limit)) counted.push(now);
    }
    const narrow = 6000 - 6000 / 60;
    for (const from of counted) {
      assertEquals(counted.filter((ms) => ms >= from && ms < from + narrow).length <= limit, true);
    }
  }));
});
