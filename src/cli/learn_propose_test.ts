import { assertEquals, assertStringIncludes } from "@std/assert";
import { call, session } from "../../learn/profile_fixture.ts";
import type { CallLine } from "../../learn/observation.ts";
import { runIn } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

function file(name: string, calls: readonly CallLine[], { server = "files", end = true, lost = 0 } = {}): string {
  const { head } = session(name, calls, server);
  const lines = [head, ...calls, ...(end ? [{ kind: "end", calls: calls.length, lost }] : [])];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const READ = call("read", { path: "${PROJECT_DIR}/a" });
const GOOD = {
  [`${HOME}/observations/files-c/1.jsonl`]: file("1", [READ, READ]),
  [`${HOME}/observations/files-c/2.jsonl`]: file("2", [READ]),
};

Deno.test("propose refuses what is lost, broken, of several servers or not there, and writes nothing", async () => {
  const cases: readonly [files: Record<string, string>, exit: number, said: string][] = [
    [{}, 1, "Nothing is observed yet"],
    [{ ...GOOD, [`${HOME}/observations/files-c/3.jsonl`]: "{" }, 1, "3.jsonl:1: the last line is half written"],
    [{ ...GOOD, [`${HOME}/observations/files-c/3.jsonl`]: file("3", [READ], { lost: 2 }) }, 1, "2 calls were lost"],
    [{ ...GOOD, [`${HOME}/observations/files-c/3.jsonl`]: file("3", [READ], { end: false }) }, 1, "have no end"],
    [{ ...GOOD, [`${HOME}/observations/x-c/3.jsonl`]: file("3", [READ], { server: "x" }) }, 2, "More than one server"],
  ];
  for (const [files, exit, said] of cases) {
    const ran = await runIn(["learn", "propose"], { files });
    assertEquals([ran.exit, ran.files.size], [exit, Object.keys(files).length], said);
    assertStringIncludes(ran.err(), said);
  }
  const lossy = { ...GOOD, [`${HOME}/observations/files-c/3.jsonl`]: file("3", [READ], { lost: 2 }) };
  assertEquals((await runIn(["learn", "propose", "--lossy"], { files: lossy })).exit, 0);
});

Deno.test("propose writes beside what is there, never over it, and says what the policy breaks and admits", async () => {
  const ran = await runIn(["learn", "propose"], { files: { ...GOOD, [`${HOME}/sallyport.proposed.jsonc`]: "mine" } });
  assertEquals([ran.exit, ran.files.get(`${HOME}/sallyport.proposed.jsonc`)], [0, "mine"]);
  const text = ran.files.get(`${HOME}/sallyport.proposed-2.jsonc`) ?? "";
  assertStringIncludes(text, '"read": { "args": { "path": { "oneOf": ["${PROJECT_DIR}/a"] } }, "required": ["path"] }');
  assertStringIncludes(ran.out(), "benign calls");
  const given = await runIn(["learn", "propose", "-o", "/x.jsonc"], { files: { ...GOOD, "/x.jsonc": "mine" } });
  assertEquals([given.exit, given.files.get("/x.jsonc")], [2, "mine"]);
  assertEquals((await runIn(["learn", "propose"], { files: GOOD, writeProblem: "no room" })).exit, 2);
});

Deno.test("propose takes an audit log, and says that it keeps no values", async () => {
  const lines = [
    { kind: "open", server: "files", command: "c", session: "s", seq: 1, time: "2026-11-30T10:00:00.000Z" },
    {
      kind: "verdict",
      seq: 2,
      side: "client",
      message: "request",
      method: "tools/call",
      tool: "read",
      verdict: "allow",
    },
    { kind: "outcome", seq: 3, of: 2, outcome: "result" },
    { kind: "close", seq: 4 },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const ran = await runIn(["learn", "propose", "--from", "/audit.jsonl", "-o", "/p.jsonc"], {
    files: { "/audit.jsonl": text },
  });
  assertEquals(ran.exit, 0);
  assertStringIncludes(ran.err(), "an audit log keeps no values");
  assertStringIncludes(ran.files.get("/p.jsonc") ?? "", '"then": "ask"');
});
