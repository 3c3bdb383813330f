import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { UsageError } from "./command.ts";
import { readMoment } from "./read_moment.ts";

Deno.test("readMoment() refuses what is no time", () => {
  for (
    const text of ["yesterday", "", "7", "7w", "-1d", "2026-13-01", "2026-02-30", "2026-11-30T25:00", "2026-11-30x"]
  ) {
    assertThrows(() => readMoment(text, 0, "since"), UsageError, "--since");
  }
});

Deno.test("readMoment() reads days, times and how long ago", () => {
  const nowMs = Date.parse("2026-11-30T12:00:00.500Z");
  assertEquals(readMoment(undefined, nowMs, "since"), undefined);
  assertEquals(readMoment("2026-11-30", nowMs, "since"), "2026-11-30T00:00:00.000Z");
  assertEquals(readMoment("2026-11-30T10:05", nowMs, "since"), "2026-11-30T10:05:00.000Z");
  assertEquals(readMoment("2026-11-30T10:05:09.5Z", nowMs, "since"), "2026-11-30T10:05:09.500Z");
  assertEquals(readMoment("90m", nowMs, "since"), "2026-11-30T10:30:00.500Z");
  assertEquals(readMoment("30d", nowMs, "since"), "2026-10-31T12:00:00.500Z");
});

Deno.test("readMoment() counts as the calendar does", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (ms) => {
    assertEquals(readMoment("0m", ms, "since"), new Date(ms).toISOString());
  }));
});
