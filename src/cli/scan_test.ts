import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const KEY = `AKIA${"Q3EGRIVGCZX5HN7W"}`;

async function scanned(flags: readonly string[], ...lines: readonly string[]) {
  const ran = await runIn(["scan", ...flags], { stdin: lines.join("\n") });
  return [ran.exit, ...ran.out().trim().split("\n").map((line) => JSON.parse(line))];
}

Deno.test("scan finds what is there, a line for a line, and says no byte of it", async () => {
  const [exit, key, bare, hidden] = await scanned([], `"id ${KEY} end"`, '"id AKIA end"', '"a\\u202eb"');
  assertEquals(exit, 1);
  assertEquals(key, {
    findings: [{ rule: "aws-access-key-id", kind: "secrets", start: 3, end: 3 + KEY.length, confidence: "likely" }],
  });
  assertEquals(bare, { findings: [] });
  assertEquals(hidden.findings[0].rule, "direction-control");
  const ran = await runIn(["scan"], { stdin: JSON.stringify(`x ${KEY}`) });
  assertEquals(ran.out().includes(KEY.slice(4)), false);
});

Deno.test("scan looks only for the kinds it is given", async () => {
  const line = JSON.stringify(`${KEY} a\u202eb`);
  const [exit, { findings }] = await scanned(["--kind", "hidden"], line);
  assertEquals([exit, findings.length, findings[0].kind], [1, 1, "hidden"]);
  assertEquals((await scanned(["--kind", "injection"], line))[0], 0);
  assertEquals((await scanned(["--kind", "secrets,hidden"], line))[1].findings.length, 2);
});

Deno.test("scan ends with 0 when nothing is found", async () => {
  assertEquals(await scanned([], '"hello"', "", '""'), [0, { findings: [] }, { findings: [] }]);
});

Deno.test("scan answers a line that is no string by an error and scans the others", async () => {
  const error = { error: "the line is no JSON string" };
  assertEquals(await scanned([], "5", "nope", '"hello"', '"a" "b"'), [2, error, error, { findings: [] }, error]);
});

Deno.test("scan takes no kind or word that it does not know", async () => {
  const ran = await runIn(["scan", "--kind", "secret"], { stdin: '"x"' });
  assertEquals([ran.exit, ran.out()], [2, ""]);
  assertStringIncludes(ran.err(), "secrets, hidden, injection");
  assertEquals((await runIn(["scan", "file"], {})).exit, 2);
});
