import { assertEquals, assertRejects } from "@std/assert";
import { findRecord } from "./audit_find.ts";
import { UsageError } from "./command.ts";
import { auditWorld, FIRST } from "./testdata/audit_world.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

Deno.test("findRecord() finds one record with its server and policy, and what belongs to it", async () => {
  const { world } = await auditWorld("h");
  const audit = await fakeEdge(world).edge.audit("/home/ann/.sallyport");
  const found = await findRecord(audit, `${FIRST}:4`);
  assertEquals([found?.record.seq, found?.server, found?.policy], [4, "files", "h"]);
  assertEquals(found?.related.map(({ seq }) => seq), [2, 3]);
  assertEquals(await findRecord(audit, `${FIRST}:44`), undefined);
  for (const name of ["", "4", `${FIRST}:0`, `${FIRST}:x`, `../${FIRST}:4`]) {
    await assertRejects(() => findRecord(audit, name), UsageError);
  }
});
