import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { NOT_PROVED } from "./audit_verify.ts";
import { AUDIT_FOLDER, auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

const LEDGER = `${AUDIT_FOLDER}/ledger.jsonl`;

Deno.test("audit verify says where a log is broken, exit 1", async () => {
  const { world } = await auditWorld();
  const text = world.files?.[LEDGER] ?? "";
  const ran = await runIn(["audit", "verify"], {
    ...world,
    files: { ...world.files, [LEDGER]: text.replace('"records":7', '"records":6') },
  });
  assertEquals(ran.exit, 1);
  assertStringIncludes(
    ran.out(),
    "integrity     broken at ledger.jsonl:2: it does not give its own hash: it was changed\n",
  );
});

Deno.test("audit verify tells a whole log from one that it cannot judge, and always what it does not prove", async () => {
  const { world, signer } = await auditWorld();
  const ran = await runIn(["audit", "verify"], world);
  assertEquals([ran.exit, ran.out().match(/ok: /g)?.length], [0, 4]);
  assertStringIncludes(ran.out(), "rollback      unknown: no checkpoint from elsewhere was given (--against)\n");
  for (const text of NOT_PROVED) assertStringIncludes(ran.out(), text);
  const keyless = await runIn(["audit", "verify"], { ...world, audit: {} });
  assertEquals(keyless.exit, 2);
  assertStringIncludes(keyless.out(), "key           unknown: this home has no key");
  assertEquals((await runIn(["audit", "verify", "--key", signer.key], { ...world, audit: {} })).exit, 0);
  assertEquals((await runIn(["audit", "verify", "--key", "short"], world)).exit, 2);
});

Deno.test("audit verify holds the log against a checkpoint, given as a line or in a file", async () => {
  const { world } = await auditWorld();
  const line = (await runIn(["audit", "checkpoint"], world)).out().trim();
  const kept = {
    ...world,
    files: { ...world.files, "/home/ann/project/kept.txt": `note\n${line}\n`, "/home/ann/project/x": "" },
  };
  for (const given of [line, "kept.txt"]) {
    const ran = await runIn(["audit", "verify", "--against", given], kept);
    assertEquals(ran.exit, 0);
    assertStringIncludes(ran.out(), "rollback      ok: the ledger holds the line that you kept\n");
  }
  for (const given of ["x", "none.txt"]) {
    assertEquals((await runIn(["audit", "verify", "--against", given], kept)).exit, 2, given);
  }
  const cut = (world.files?.[LEDGER] ?? "").split("\n").slice(0, 3).join("\n") + "\n";
  const ran = await runIn(["audit", "verify", "--against", line], {
    ...world,
    files: { ...world.files, [LEDGER]: cut },
  });
  assertEquals(ran.exit, 1);
  assertStringIncludes(ran.out(), "rollback      broken at ledger.jsonl:3: ");
});

Deno.test("audit verify --json prints the report as one object", async () => {
  const { world } = await auditWorld();
  const report = JSON.parse((await runIn(["audit", "verify", "--json"], world)).out());
  assertEquals(report.verdicts.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`), [
    ...["integrity ok", "order ok", "completeness ok", "rollback unknown", "key ok"],
  ]);
  assertEquals([report.sessions, report.records, report.notProved], [2, 10, [...NOT_PROVED]]);
});

Deno.test("audit verify shows the first of many faults and how many more there are", async () => {
  const { world } = await auditWorld();
  const file = Object.keys(world.files ?? {}).find((path) => path.includes("aaaaaaaaaaaa")) ?? "";
  const ruined = "x\n".repeat(50);
  const ran = await runIn(["audit", "verify"], { ...world, files: { ...world.files, [file]: ruined } });
  assertStringIncludes(ran.out(), "and 41 more");
  assert(ran.out().split("\n").length < 40);
});
