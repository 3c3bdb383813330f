import { assertEquals, assertStringIncludes } from "@std/assert";
import { fileOf, sessionBodies, sessionLines, textOf } from "../../audit/log_fixture.ts";
import { newMatcher } from "../../audit/query.ts";
import { Tail } from "./audit_tail.ts";
import { AUDIT_FOLDER, auditWorld } from "./testdata/audit_world.ts";
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
