import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Timeline } from "./timeline.ts";

function timelineOf(times: readonly string[]) {
  const timeline = new Timeline();
  for (const time of times) timeline.add(time, "refused");
  return timeline.report();
}

Deno.test("Timeline has a bar for every hour, those without records too, over months and leap days", () => {
  assertEquals(
    timelineOf(["2028-02-29T22:10:00.000Z", "2028-03-01T01:00:00.000Z", "2028-03-01T01:59:59.999Z"]),
    {
      unit: "hour",
      bars: [
        { label: "2028-02-29T22", passed: 0, flagged: 0, refused: 1 },
        { label: "2028-02-29T23", passed: 0, flagged: 0, refused: 0 },
        { label: "2028-03-01T00", passed: 0, flagged: 0, refused: 0 },
        { label: "2028-03-01T01", passed: 0, flagged: 0, refused: 2 },
      ],
      leftOut: 0,
    },
  );
});

Deno.test("Timeline takes wider bars for a longer time", () => {
  const ends = (first: string, last: string) => {
    const { unit, bars, leftOut } = timelineOf([first, last]);
    return [unit, bars.length, bars[0]?.label, bars.at(-1)?.label, leftOut];
  };
  assertEquals(ends("2026-12-30T00:00", "2027-01-03T03:00"), ["hour", 100, "2026-12-30T00", "2027-01-03T03", 0]);
  assertEquals(ends("2026-12-30T00:00", "2027-01-03T04:00"), ["day", 5, "2026-12-30", "2027-01-03", 0]);
  assertEquals(ends("2026-01-01T00:00", "2026-12-31T04:00"), ["month", 12, "2026-01", "2026-12", 0]);
  assertEquals(ends("2000-01-01T00:00", "2026-12-31T04:00"), ["year", 27, "2000", "2026", 0]);
  assertEquals(ends("0000-01-01T00:00", "9999-12-31T04:00"), ["year", 100, "9900", "9999", 1]);
});

Deno.test("Timeline leaves out what no calendar has, and says how much", () => {
  const { bars, leftOut } = timelineOf([
    "2026-02-29T10:00",
    "2026-13-01T10:00",
    "2026-01-01T24:00",
    "2026-01-01T23:00",
  ]);
  assertEquals([bars.length, leftOut], [1, 3]);
  assertEquals(timelineOf([]), { unit: "hour", bars: [], leftOut: 0 });
});

Deno.test("Timeline counts every record once, in at most 100 bars", () => {
  const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"));
  const time = fc.tuple(fc.integer({ min: 0, max: 9999 }), two(14), two(33), two(26)).map(([year, month, day, hour]) =>
    `${String(year).padStart(4, "0")}-${month}-${day}T${hour}:00:00.000Z`
  );
  fc.assert(fc.property(fc.array(time, { maxLength: 300 }), (times) => {
    const { bars, leftOut } = timelineOf(times);
    const seen = bars.reduce((sum, { refused }) => sum + refused, leftOut);
    assertEquals([seen, bars.length <= 100], [times.length, true]);
  }));
});
