import { assertEquals, assertStringIncludes } from "@std/assert";
import { timelineChart } from "./timeline_chart.ts";

Deno.test("timelineChart() draws what passed and was flagged up to the axis, and what was refused below it", () => {
  const bars = [
    { label: "2026-11-30T10", passed: 6, flagged: 4, refused: 0 },
    { label: "2026-11-30T11", passed: 0, flagged: 0, refused: 0 },
    { label: "2026-11-30T12", passed: 5, flagged: 0, refused: 2 },
  ];
  const { text } = timelineChart({ unit: "hour", bars, leftOut: 2 });
  const rects = [
    ...text.matchAll(/<rect class="fill-(\w+)" x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"/g),
  ];
  assertEquals(rects.map(([, kind, x, y, height]) => [kind, x, y, height].join(" ")), [
    "passed 0.08 26 39",
    "flagged 0.08 0 26",
    "passed 2.08 32.5 32.5",
    "refused 2.08 65 35",
  ]);
  assertStringIncludes(text, "<title>2026-11-30T12: 5 passed, 0 flagged, 2 refused</title>");
  assertStringIncludes(text, "2 records are out of this range.");
  assertEquals([...text.matchAll(/<th scope="row">/g)].length, 2, "the table leaves out what has nothing");
});

Deno.test("timelineChart() of nothing is a sentence", () => {
  assertEquals(timelineChart({ unit: "hour", bars: [], leftOut: 0 }).text, "<p>No message was judged.</p>");
});
