import { assertEquals, assertMatch } from "@std/assert";
import { auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit checkpoint prints one line, or says that there is no ledger", async () => {
  const none = await runIn(["audit", "checkpoint"]);
  assertEquals([none.exit, none.out()], [2, ""]);
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "checkpoint"], world);
  assertEquals(ran.exit, 0);
  assertMatch(ran.out(), /^sallyport-checkpoint-1 4 [0-9a-f]{64} \S+ \S{43} \S{86}\n$/);
});
