import { assertEquals } from "@std/assert";
import { permissionFlags } from "../sandbox/permission_set.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";
import { recordingSet, wideSet } from "./wide_set.ts";

const NAMES = ["HOME", "NOT_SET"];

Deno.test("in a replay nothing is written outside the copy, and no host is there", () => {
  const { set, flags } = wideSet(fakeEdge().edge, { names: NAMES, base: "/copy", onlyReads: false });
  assertEquals([set.write, set.net, set.run, set.ffi, flags], [["/copy"], [], [], [], []]);
});

Deno.test("where tools only read nothing is written at all, and hosts are there", () => {
  const { set, flags } = wideSet(fakeEdge().edge, { names: NAMES, base: "/copy", onlyReads: true });
  assertEquals([set.write, set.run, set.ffi, flags], [[], [], [], ["--allow-net"]]);
});

Deno.test("reading and writing everything are said by a path, so that each use is told exactly", () => {
  const { set, flags } = recordingSet(fakeEdge().edge, NAMES);
  const all = permissionFlags(set, { unread: [], unwritten: [] });
  assertEquals(all.filter((flag) => /read|write|env/.test(flag)), [
    "--ignore-env",
    "--allow-read=/",
    "--allow-write=/",
    "--allow-env=HOME",
  ]);
  assertEquals([set.run, set.ffi, flags], [[], [], ["--allow-net"]]);
});
