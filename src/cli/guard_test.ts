import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

async function judged(kind: string, options: object, ...lines: readonly string[]) {
  const ran = await runIn(["guard", kind, "--options", JSON.stringify(options)], { stdin: lines.join("\n") });
  return [ran.exit, ...ran.out().trim().split("\n").map((line) => JSON.parse(line))];
}

Deno.test("guard refuses and passes what the guard of a policy does, a line for a line", async () => {
  const host = "blocked: host not in the list";
  assertEquals(await judged("url", { hosts: ["a.example"] }, '"https://127.1/"', '"https://A.example"'), [
    1,
    { ok: false, reason: host },
    { ok: true, value: "https://a.example/" },
  ]);
  const [sqlExit, drop, select] = await judged("sql", { dialect: "sqlite" }, '"drop table t"', '"select 1"');
  assertEquals([sqlExit, drop.ok, select.ok], [1, false, true]);
  const [exit, risky, plain] = await judged(
    "command",
    { programs: ["git status"] },
    '"git -C x status"',
    '"git status"',
  );
  assertEquals([exit, risky.ok, plain.ok], [1, false, true]);
});

Deno.test("guard answers a line that is no string by an error and judges the others", async () => {
  const error = { error: "the line is no JSON string" };
  const [exit, first, second, third] = await judged(
    "url",
    { hosts: ["a.example"] },
    "5",
    "nope",
    '"https://a.example/"',
  );
  assertEquals([exit, first, second, third.ok], [2, error, error, true]);
});

Deno.test("guard takes no kind or option that it does not know", async () => {
  assertEquals((await runIn(["guard", "paths"], {})).exit, 2);
  assertEquals((await runIn(["guard"], {})).exit, 2);
  assertEquals((await runIn(["guard", "url", "--options", "[]"], {})).exit, 2);
  const ran = await runIn(["guard", "url", "--options", '{"host":["a.example"]}'], { stdin: '"https://a.example/"' });
  assertEquals([ran.exit, ran.out()], [2, ""]);
  assertStringIncludes(ran.err(), '"host" is not a field');
});
