import { assertEquals, assertStringIncludes } from "@std/assert";
import { auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit key says that there is none, and refuses words that it does not know", async () => {
  assertEquals((await runIn(["audit", "key"])).exit, 2);
  assertEquals((await runIn(["audit", "key", "delete"])).exit, 2);
});

Deno.test("audit key shows where the key is, and exports the public part alone", async () => {
  const { world, signer } = await auditWorld();
  assertEquals((await runIn(["audit", "key", "export"], world)).out(), `${signer.key}\n`);
  const shown = await runIn(["audit", "key"], world);
  assertEquals(shown.exit, 0);
  assertStringIncludes(shown.out(), "/home/ann/.sallyport/ledger.key");
  assertStringIncludes(shown.out(), signer.key);
});
