import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { AUDIT_FOLDER, auditWorld } from "./testdata/audit_world.ts";
import { runIn } from "./testdata/fake_edge.ts";

const PAGE = "/home/ann/project/report.html";

Deno.test("audit report wants a file that is not there, in a folder that is, and not in the Sallyport home", async () => {
  const { world } = await auditWorld();
  const there = { ...world, files: { ...world.files, [PAGE]: "mine" } };
  for (
    const [words, said] of [
      [[], "No file to write to"],
      [["-o", "a", "-o", "b"], "given twice"],
      [["-o", "report.html"], "it is there already"],
      [["-o", "/home/ann/project"], "it is a folder"],
      [["-o", "/home/ann/project", "--force"], "it is a folder"],
      [["-o", "none/report.html"], "its folder does not exist"],
      [["-o", "none/report.html", "--force"], "its folder does not exist"],
      [["-o", "../.sallyport/audit/ledger.jsonl", "--force"], "is in the Sallyport home"],
      [["-o", "x.html", "--verdict", "denied"], "Unknown verdict"],
      [["-o", "x.html", "--key", "short"], "no Ed25519 key"],
    ] as const
  ) {
    const ran = await runIn(["audit", "report", ...words], there);
    assertEquals([ran.exit, ran.out(), ran.files.get(PAGE)], [2, "", "mine"], words.join(" "));
    assertStringIncludes(ran.err(), said);
    assertEquals(ran.files.size, Object.keys(there.files).length);
  }
  const ran = await runIn(["audit", "report", "-o", "../.sallyport.html"], world);
  assertEquals([ran.exit, ran.files.has("/home/ann/.sallyport.html")], [0, true]);
});

Deno.test("audit report replaces a file with --force, and says why it cannot write", async () => {
  const { world } = await auditWorld();
  const forced = await runIn(["audit", "report", "-o", "report.html", "--force"], {
    ...world,
    files: { ...world.files, [PAGE]: "old" },
  });
  assertEquals(forced.exit, 0);
  assert(forced.files.get(PAGE)?.startsWith("<!DOCTYPE html>"));
  const full = await runIn(["audit", "report", "-o", "report.html"], { ...world, writeProblem: "the disk is full" });
  assertEquals(full.exit, 2);
  assertStringIncludes(full.err(), `Cannot write "${PAGE}": the disk is full`);
  const bare = await runIn(["audit", "report", "-o", "report.html"], { ...world, missing: [`write ${PAGE}`] });
  assertEquals([bare.exit, bare.files.has(PAGE)], [2, false]);
  assertStringIncludes(bare.err(), `Add --allow-write=${PAGE} to the deno run line`);
});

Deno.test("audit report writes a page with what was decided, on stdout for -", async () => {
  const { world } = await auditWorld();
  const ran = await runIn(["audit", "report", "-o", "-"], world);
  assertEquals(ran.exit, 0);
  const page = ran.out();
  for (
    const part of [
      "Nothing in the log is broken.",
      "<dt>records</dt>\n<dd>10</dd>",
      "<code>ssh-keys</code>",
      "<code>\\u{1b}[31m=evil</code>",
      "<code>secrets: aws-key</code>",
      "3 records could not be written before this one",
      "at 2026-11-30T12:00:00.000Z",
    ]
  ) assertStringIncludes(page, part);
  assertEquals(page.includes("id_rsa"), false, "no argument's value");
});

Deno.test("audit report takes the filters of show, and says which in the page", async () => {
  const { world } = await auditWorld();
  const page = (await runIn(["audit", "report", "-o", "-", "--server", "<web>*,web", "--until", "2027-01-01"], world))
    .out();
  assertStringIncludes(page, "<code>--server &lt;web&gt;*,web --until 2027-01-01</code>");
  assertStringIncludes(page, "<dt>records</dt>\n<dd>3</dd>");
  assertEquals(page.includes("ssh-keys"), false);
});

Deno.test("audit report of a broken log is written, says so, and exits with 1", async () => {
  const { world } = await auditWorld();
  const [file = ""] = Object.keys(world.files ?? {}).filter((path) => path.endsWith("aaaaaaaaaaaa.jsonl"));
  const files = {
    ...world.files,
    [file]: (world.files?.[file] ?? "").replace('"rule":"ssh-keys"', '"rule":"ssh-kexs"'),
  };
  const ran = await runIn(["audit", "report", "-o", "-", "--since", "2027-01-01"], { ...world, files });
  assertEquals(ran.exit, 1, "the whole log is verified, whatever is shown");
  assertStringIncludes(ran.out(), "The log is broken: integrity");
  assertStringIncludes(ran.out(), `<code>${file.slice(AUDIT_FOLDER.length + 1)}:5</code>`);
});

Deno.test("audit report of no log is a page that says so", async () => {
  const ran = await runIn(["audit", "report", "-o", "-"]);
  assertEquals(ran.exit, 0);
  assertStringIncludes(ran.out(), "there is no log here");
  assertStringIncludes(ran.out(), "No message was judged.");
});
