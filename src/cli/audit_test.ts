import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { AUDIT_FOLDER, auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit wants a verb that it knows", async () => {
  for (const words of [[], ["--json"], ["verfy"]]) {
    const ran = await runIn(["audit", ...words]);
    assertEquals([ran.exit, ran.out()], [2, ""], words.join(" "));
  }
  assertStringIncludes((await runIn(["audit", "verfy"])).err(), 'Did you mean "verify"?');
});

Deno.test("audit says which permission is missing", async () => {
  const { world } = await auditWorld();
  const read = await runIn(["audit", "show"], { ...world, missing: ["read /home/ann/.sallyport"] });
  assertEquals([read.exit, read.out()], [2, ""]);
  assertStringIncludes(read.err(), "Add --allow-read=/home/ann/.sallyport to the deno run line");
  const env = await runIn(["audit", "show"], { ...world, missing: ["env HOME"] });
  assertEquals([env.exit, env.asked.has("HOME")], [2, false]);
  assertStringIncludes(env.err(), "--allow-env=HOME");
});

Deno.test("audit says in a sentence which file it cannot read", async () => {
  const { world } = await auditWorld();
  const ledger = `${AUDIT_FOLDER}/ledger.jsonl`;
  const ran = await runIn(["audit", "verify"], { ...world, files: { ...world.files, [ledger]: undefined } });
  assertEquals([ran.exit, ran.out()], [2, ""]);
  assertStringIncludes(ran.err(), `Cannot read "${ledger}": permission denied\n`);
  assertEquals((await runIn(["audit", "show"], { ...world, files: { ...world.files, [ledger]: undefined } })).exit, 0);
});

Deno.test("audit has a help of its own, and one for each verb, which names its exit codes", async () => {
  const help = (await runIn(["audit", "--help"])).out();
  for (
    const verb of [
      "verify",
      "checkpoint",
      "key",
      "show",
      "tail",
      "stats",
      "explain",
      "prove",
      "export",
      "report",
      "schema",
    ]
  ) {
    assertStringIncludes(help, `\n  ${verb} `);
    const own = (await runIn(["audit", verb, "--help"])).out();
    assert(own.startsWith(`Usage: sallyport audit ${verb}`) && own.includes("Exit code: 0"), verb);
    assertEquals((await runIn(["help", "audit"])).out(), help);
  }
});

Deno.test("audit refuses flags that a verb does not have", async () => {
  for (
    const verb of [
      "verify",
      "checkpoint",
      "key",
      "show",
      "tail",
      "stats",
      "explain",
      "prove",
      "export",
      "report",
      "schema",
    ]
  ) {
    assertEquals((await runIn(["audit", verb, "--odd"])).exit, 2, verb);
  }
});
