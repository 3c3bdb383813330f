import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { auditWorld, FIRST, SECOND } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

async function shown(...words: string[]): Promise<string[]> {
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "show", ...words], world);
  assertEquals(ran.exit, 0, ran.err());
  return ran.out().trimEnd().split("\n");
}

Deno.test("audit show refuses filters that no record can meet", async () => {
  for (const words of [["--verdict", "denied"], ["--session", "x"], ["--last", "0"], ["--since", "soon"]]) {
    assertEquals((await runIn(["audit", "show", ...words])).exit, 2, words.join(" "));
  }
});

Deno.test("audit show prints sentences in the order of time, with nothing in them that drives a terminal", async () => {
  const lines = await shown();
  assertEquals([lines.length, lines[0]], [11, "2026-11-30"]);
  const times = lines.slice(1).map((line) => line.slice(0, 12));
  assertEquals(times, times.toSorted());
  assert(lines.some((line) => line.includes("call of \\u{1b}[31m=evil: no rule allows it (rule default/deny)")));
  assert(lines.every((line) => !/\p{Cc}/u.test(line)));
  assert(lines.every((line) => !line.includes('{"')));
});

Deno.test("audit show filters, and --last keeps the newest", async () => {
  assertEquals((await shown("--verdict", "deny", "--server", "files")).length, 2);
  assertStringIncludes((await shown("--finding", "any"))[1] ?? "", "certain: a secret 2 times (aws-key)");
  assertEquals((await shown("--session", SECOND)).length, 4);
  assertEquals((await shown("ssh-keys", "--rule", "ssh*"))[1]?.endsWith(`[${FIRST}:5]`), true);
  assertEquals((await shown("--last", "2")).length, 3);
  assertEquals((await shown("--last", "all")).length, 11);
  const { world } = await auditWorld();
  assertStringIncludes((await runIn(["audit", "show", "--last", "2"], world)).err(), "8 older records are not shown");
  assertStringIncludes((await runIn(["audit", "show", "nothing-like-it"], world)).err(), "no record is like that");
});

Deno.test("audit show --json prints the lines of the log as they are", async () => {
  const { world } = await auditWorld();
  const lines = await shown("--json", "--session", FIRST);
  const file = Object.entries(world.files ?? {}).find(([path]) => path.includes(FIRST))?.[1];
  assertEquals(`${lines.join("\n")}\n`, file);
});
