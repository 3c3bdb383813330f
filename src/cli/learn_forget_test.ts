import { assertEquals } from "@std/assert";
import { daysBefore } from "./learn_forget.ts";
import { runIn } from "./testdata/fake_edge.ts";

const FOLDER = "/home/ann/.sallyport/observations/a-1";

function files(...days: readonly string[]): Record<string, string> {
  return Object.fromEntries(days.map((day) => {
    const head = { kind: "session", v: 1, session: day, server: "a", command: "c", day };
    return [`${FOLDER}/${day}-s.jsonl`, `${JSON.stringify(head)}\n`];
  }));
}

Deno.test("learn forget removes the sessions of the server that is named, all or old ones", async () => {
  const world = { files: files("2026-10-01", "2026-11-29") };
  const left = async (...args: readonly string[]) => {
    const ran = await runIn(["learn", "forget", ...args], world);
    return [ran.exit, [...ran.files.keys()].length];
  };
  assertEquals(await left("a"), [0, 0]);
  assertEquals(await left("a", "--keep-days", "30"), [0, 1]);
  assertEquals(await left("other"), [0, 2]);
  assertEquals(await left(), [2, 2]);
  assertEquals(await left("a", "--keep-days", "x"), [2, 2]);
});

Deno.test("daysBefore() counts over the ends of months", () => {
  assertEquals(daysBefore("2026-03-01", 1), "2026-02-28");
  assertEquals(daysBefore("2026-11-30", 0), "2026-11-30");
});
