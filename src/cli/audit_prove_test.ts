import { assertEquals } from "@std/assert";
import { auditWorld, FIRST, SECOND } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit prove says no to a wrong guess and yes to a right one, of texts and of JSON", async () => {
  const { world } = await auditWorld();
  const prove = async (value: string) => {
    const ran = await runIn(["audit", "prove", value, `${FIRST}:5`], world);
    return [ran.exit, ran.out()];
  };
  assertEquals(await prove("cat id_rs"), [1, `no: none of the 2 arguments of record ${FIRST}:5 was this value\n`]);
  assertEquals(await prove("cat id_rsa"), [0, `yes: this was the value of cmd in record ${FIRST}:5\n`]);
  assertEquals(await prove("5"), [0, `yes: this was the value of n in record ${FIRST}:5\n`]);
  const piped = await runIn(["audit", "prove", "-", `${FIRST}:5`], { ...world, stdin: "cat id_rsa\n" });
  assertEquals(piped.exit, 0);
});

Deno.test("audit prove wants a value, a record with arguments, and the key", async () => {
  const { world } = await auditWorld();
  assertEquals((await runIn(["audit", "prove", "x"], world)).exit, 2);
  assertEquals((await runIn(["audit", "prove", "x", `${FIRST}:7`], world)).exit, 2);
  assertEquals((await runIn(["audit", "prove", "x", `${FIRST}:77`], world)).exit, 2);
  assertEquals((await runIn(["audit", "prove", "x", `${SECOND}:2`], world)).exit, 1);
  assertEquals((await runIn(["audit", "prove", "x", `${FIRST}:5`], { ...world, audit: {} })).exit, 2);
});
