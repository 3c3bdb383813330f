import { assertEquals, assertStringIncludes } from "@std/assert";
import { COMMANDS } from "./commands.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("man prints a page with every command, and the verbs that have a help of their own", async () => {
  const ran = await runIn(["man"]);
  assertEquals([ran.exit, ran.err()], [0, ""]);
  for (const { name } of COMMANDS) assertStringIncludes(ran.out(), `\n.SS ${name}\n`);
  assertStringIncludes(ran.out(), "\n.SS audit export\n");
});

Deno.test("man takes no words", async () => {
  assertEquals((await runIn(["man", "check"])).exit, 2);
});
