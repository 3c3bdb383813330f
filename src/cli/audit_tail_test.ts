import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileOf, sessionBodies, sessionLines, textOf } from "../../audit/log_fixture.ts";
import { newMatcher } from "../../audit/query.ts";
import { Tail } from "./audit_tail.ts";
import { AUDIT_FOLDER, auditWorld } from "./testdata/audit_world.ts";
import { run } from "./run.ts";
import { fakeEdge, runIn } from "./testdata/fake_edge.ts";

Deno.test("audit tail prints the last ten records and ends", async () => {
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "tail"], world);
  assertEquals([ran.exit, ran.out().trimEnd().split("\n").length], [0, 11]);
  assertStringIncludes((await runIn(["audit", "tail", "--verdict", "deny"], world)).out(), "call of run");
});

Deno.test("Tail gives each record once, of files that grow, that are new, and that were begun anew", async () => {
  const fake = fakeEdge({ files: {} });
  const tail = new Tail(await fake.edge.audit("/home/ann/.sallyport"), newMatcher({}));
  const path = `${AUDIT_FOLDER}/${fileOf("dddddddddddd")}`;
  const lines = sessionLines("dddddddddddd", sessionBodies(2));
  const seqs = async () => (await tail.next()).map(({ record }) => record.seq);
  assertEquals(await tail.begin(), []);
  assertEquals(await seqs(), []);
  fake.files.set(path, textOf(lines.slice(0, 2)));
  assertEquals(await seqs(), [1, 2]);
  // A line that is half written is for the next look.
  fake.files.set(path, `${textOf(lines.slice(0, 3))}${lines[3]?.slice(0, 40)}`);
  assertEquals(await seqs(), [3]);
  fake.files.set(path, textOf(lines.slice(0, 5)));
  assertEquals(await seqs(), [4, 5]);
  assertEquals(await seqs(), []);
  fake.files.set(path, textOf(lines.slice(5)));
  assertEquals(await seqs(), [6]);
});

Deno.test("audit tail -f goes on with what is written, and ends when nobody reads any more", async () => {
  const { world } = await auditWorld();
  const fake = fakeEdge(world);
  const path = `${AUDIT_FOLDER}/${fileOf("dddddddddddd", "100002")}`;
  const lines = sessionLines("dddddddddddd", sessionBodies(2));
  const written: string[] = [];
  const log = await fake.edge.audit("/home/ann/.sallyport");
  let looks = 0;
  const edge = {
    ...fake.edge,
    out: (text: string) => written.push(text) < 3,
    audit: () =>
      Promise.resolve({
        ...log,
        wait: () => {
          looks++;
          if (looks > 1) fake.files.set(path, textOf(lines.slice(0, looks)));
          return Promise.resolve();
        },
      }),
  };
  assertEquals(await run(["audit", "tail", "-f", "--json"], edge), 0);
  assertEquals(written.slice(1), [textOf(lines.slice(0, 2)), textOf(lines.slice(2, 3))]);
});

Deno.test("audit tail leaves out sessions that began longer ago", async () => {
  const old = `${AUDIT_FOLDER}/2026/11/01/files-100000-eeeeeeeeeeee.jsonl`;
  const ran = await runIn(["audit", "tail"], {
    files: { [old]: textOf(sessionLines("eeeeeeeeeeee", sessionBodies(1))) },
  });
  assertEquals([ran.exit, ran.out()], [0, ""]);
});
