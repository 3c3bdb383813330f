import { assert, assertEquals } from "@std/assert";
import { auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit export wants one form", async () => {
  for (const words of [[], ["--csv", "--sarif"], ["--csv", "--otlp", "http://x/"]]) {
    assertEquals((await runIn(["audit", "export", ...words])).exit, 2, words.join(" "));
  }
});

Deno.test("audit export --csv has a line for each record, and no cell that is a formula or drives a terminal", async () => {
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "export", "--csv"], world);
  assertEquals([ran.exit, ran.out().trimEnd().split("\r\n").length], [0, 11]);
  assert(!/(?:^|,)"?[=+@]/m.test(ran.out()) && !ran.out().includes("\u001b"));
});

Deno.test("audit export --sarif is one JSON text, also where there is nothing in it", async () => {
  const { world } = await auditWorld();
  const results = async (...words: string[]) =>
    JSON.parse((await runIn(["audit", "export", "--sarif", ...words], world)).out()).runs[0].results;
  assertEquals((await results()).map(({ ruleId }: { ruleId: string }) => ruleId), [
    ...["default/deny", "secrets/aws-key", "no-keys", "ssh-keys"],
  ]);
  assertEquals(await results("--session", "ffffffffffff"), []);
});
