import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { mergeSessions } from "./merge_sessions.ts";

const BASE_MS = Date.UTC(2026, 10, 30, 10, 0, 0);

function fileOf(index: number, times: readonly number[]): [file: string, lines: string[]] {
  const session = index.toString(16).padStart(12, "0");
  const iso = (ms: number) => new Date(BASE_MS + ms).toISOString();
  const start = iso(times[0] ?? 0);
  const file = `2026/11/30/s-${start.slice(11, 19).replaceAll(":", "")}-${session}.jsonl`;
  return [file, times.map((ms, at) => JSON.stringify({ kind: "note", session, seq: at + 1, time: iso(ms) }))];
}

async function merged(files: ReadonlyMap<string, readonly string[]>, size: number): Promise<string[]> {
  async function* lines(file: string) {
    const all = files.get(file) ?? [];
    for (let at = 0; at < all.length; at += size) yield { lines: all.slice(at, at + size), isUnfinished: false };
  }
  const found: string[] = [];
  for await (const batch of mergeSessions([...files.keys()], lines)) {
    found.push(...batch.map(({ record }) => record.time));
  }
  return found;
}

Deno.test("mergeSessions() gives every record once, in the order of time, however sessions overlap", async () => {
  const session = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 20 }).map((times) => times.sort((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(fc.array(session, { maxLength: 8 }), fc.integer({ min: 1, max: 5 }), async (all, size) => {
      const files = new Map(all.map((times, index) => fileOf(index, times)));
      const found = await merged(files, size);
      assertEquals(found, [...files.values()].flat().map((line) => JSON.parse(line).time).sort());
    }),
  );
});

Deno.test("mergeSessions() leaves out what is no record, and files without one", async () => {
  const [file, lines] = fileOf(1, [0, 5]);
  assertEquals((await merged(new Map([[file, ["x", ...lines, "{}"]], ["odd.jsonl", []]]), 1)).length, 2);
});
