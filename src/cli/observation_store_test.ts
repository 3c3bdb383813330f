import { assertEquals } from "@std/assert";
import { observationFolder, readObservations } from "./observation_store.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

function file(server: string): string {
  return `${JSON.stringify({ kind: "session", v: 1, session: "s", server, command: "c", day: "2026-11-30" })}\n`;
}

Deno.test("observationFolder() makes one plain name of a server's name and command", () => {
  assertEquals(observationFolder("/h", "../a b", "0123456789abcdef"), "/h/observations/_a_b-0123456789ab");
});

Deno.test("readObservations() reads all folders, says what it cannot read, and picks one server", async () => {
  const fake = fakeEdge({
    files: {
      [`${HOME}/observations/a-1/2026-11-30-x.jsonl`]: file("a"),
      [`${HOME}/observations/b-1/2026-11-30-y.jsonl`]: file("b"),
      [`${HOME}/observations/b-1/2026-11-30-z.jsonl`]: "{",
      [`${HOME}/observations/b-1/2026-11-30-w.jsonl`]: undefined,
      [`${HOME}/observations/b-1/notes.txt`]: "mine",
    },
  });
  const all = await readObservations(fake.edge, HOME);
  assertEquals(all.sessions.map(({ head }) => head.server), ["a", "b"]);
  assertEquals(all.problems.map(({ line, why }) => [line, why]), [
    [1, "permission denied"],
    [1, "the last line is half written"],
  ]);
  assertEquals((await readObservations(fake.edge, HOME, "b")).files, [`${HOME}/observations/b-1/2026-11-30-y.jsonl`]);
});
