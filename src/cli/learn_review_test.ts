import { assertEquals, assertStringIncludes } from "@std/assert";
import { call, session } from "../../learn/profile_fixture.ts";
import { runIn } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const POLICY = `${HOME}/sallyport.jsonc`;
const SAVED = `${HOME}/review-files.txt`;

const OBSERVED = Object.fromEntries(["a", "b"].map((name) => {
  const calls = [call("read", { path: "${PROJECT_DIR}/a" }), call("list", {})];
  const lines = [session(name, [], "files").head, ...calls, ...calls, { kind: "end", calls: 4, lost: 0 }];
  return [`${HOME}/observations/files-c/${name}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join("")];
}));
const OLD = '{\n  // Mine.\n  "version": 1,\n  "tools": { "list": { "args": {} } }\n}\n';

Deno.test("a review that ends early writes no policy, and the next goes on from there", async () => {
  const quit = await runIn(["learn", "review"], { files: OBSERVED, stdin: "k\nq\n" });
  assertEquals([quit.exit, quit.files.get(POLICY), /^# [0-9a-f]{64}\nk\n$/.test(quit.files.get(SAVED) ?? "")], [
    0,
    undefined,
    true,
  ]);
  const files = { ...OBSERVED, [SAVED]: quit.files.get(SAVED) };
  const done = await runIn(["learn", "review"], { files, stdin: "d\n" });
  const policy = done.files.get(POLICY) ?? "";
  assertStringIncludes(policy, '"then": "ask"');
  assertStringIncludes(policy, '"list": "deny"');
  assertEquals(done.files.get(SAVED), undefined);
});

Deno.test("answers to other questions are never taken for answers to these", async () => {
  const files = { ...OBSERVED, [SAVED]: `# ${"0".repeat(64)}\na\n` };
  const ran = await runIn(["learn", "review"], { files, stdin: "d\nd\n" });
  assertStringIncludes(ran.err(), "it begins anew");
  assertStringIncludes(ran.files.get(POLICY) ?? "", '"read": "deny"');
});

Deno.test("a relearn shows only what is new, keeps comments and the old policy", async () => {
  const ran = await runIn(["learn", "review", "--yes"], { files: { ...OBSERVED, [POLICY]: OLD } });
  assertEquals([ran.exit, ran.files.get(`${POLICY}.bak-2026-11-30`)], [0, OLD]);
  const policy = ran.files.get(POLICY) ?? "";
  assertStringIncludes(policy, "// Mine.");
  assertStringIncludes(ran.out(), '+ tools "read"');
  assertEquals(ran.out().includes('tools "list"'), false);
  const again = await runIn(["learn", "review", "--yes"], { files: { ...OBSERVED, [POLICY]: policy } });
  assertStringIncludes(again.out(), "nothing new");
});

Deno.test("answers come from a file, all of them; YAML and what cannot be read are left alone", async () => {
  const files = { ...OBSERVED, "/answers": "a\ns\n", "/few": "a\n" };
  const ran = await runIn(["learn", "review", "--answers", "/answers"], { files });
  assertEquals([ran.exit, ran.files.get(POLICY)?.includes('"list"')], [0, false]);
  const few = await runIn(["learn", "review", "--answers", "/few"], { files });
  assertEquals([few.exit, few.files.get(POLICY)], [2, undefined]);
  assertEquals((await runIn(["learn", "review", "-c", "/p.yaml", "--yes"], { files })).exit, 3);
  assertEquals((await runIn(["learn", "review", "--yes"], { files: { ...files, [POLICY]: undefined } })).exit, 2);
  const broken = '{"version":1,"toools":{}}';
  const kept = await runIn(["learn", "review", "--yes"], { files: { ...files, [POLICY]: broken } });
  assertEquals([kept.exit, kept.files.get(POLICY)], [2, broken]);
});

const RECORDED = Object.fromEntries(
  Object.entries(OBSERVED).map(([path, text]) => {
    const use = { permission: "read", value: "${PROJECT_DIR}/a", count: 1, isStartup: false };
    const line = JSON.stringify({ kind: "recorded", uses: [use], lost: 0, wholesale: [] });
    return [path, text.replace('{"kind":"end"', `${line}\n{"kind":"end"`)];
  }),
);

Deno.test("a recorded permission set is asked about, and goes in only where it is accepted and none is there", async () => {
  const skipped = await runIn(["learn", "review"], { files: RECORDED, stdin: "a\na\ns\n" });
  assertEquals([skipped.exit, skipped.files.get(POLICY)?.includes("sandbox")], [0, false]);
  assertStringIncludes(skipped.out(), "[3/3] the Deno permissions that the server used");
  const taken = await runIn(["learn", "review"], { files: RECORDED, stdin: "a\na\na\n" });
  assertStringIncludes(taken.files.get(POLICY) ?? "", '"sandbox": {');
  const added = await runIn(["learn", "review", "--yes"], { files: { ...RECORDED, [POLICY]: OLD } });
  assertStringIncludes(added.files.get(POLICY) ?? "", '"sandbox": {');
  assertStringIncludes(added.files.get(POLICY) ?? "", "// Mine.");
  const own = OLD.replace('"version": 1,', '"version": 1, "sandbox": { "fallback": "run" },');
  const kept = await runIn(["learn", "review", "--yes"], { files: { ...RECORDED, [POLICY]: own } });
  assertStringIncludes(kept.files.get(POLICY) ?? "", '"sandbox": { "fallback": "run" }');
});
