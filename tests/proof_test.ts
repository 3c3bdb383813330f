/**
 * docs/proof.md is what its command writes, and what other pages quote of it is what it has.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { rowsInTitle } from "../bench/proof/bypass.ts";
import { allOf, type ProofPart } from "../bench/proof/part.ts";
import { PROOF_PARTS } from "../bench/proof/parts.ts";
import { formatPage, missesOf, type ProofSection, readPage, rowsOf, summaryOf } from "../bench/proof/proof_page.ts";
import { readJunit } from "../bench/proof/run_tests.ts";
import { readSource } from "./support/source_tree.ts";

const PART: ProofPart = {
  name: "made-up",
  title: "what is made up",
  command: "deno task made:up",
  figures: [{ name: "a | b", must: "at most 2x" }, { name: "c", must: "none" }, { name: "d", must: "0" }],
  take: () => Promise.resolve(new Map()),
};

function sectionOf(rows: ProofSection["rows"]): ProofSection {
  return { name: "made-up", title: PART.title, command: PART.command, taken: "2026-11-30 at abc in 5 s", rows };
}

Deno.test("rowsOf() has every figure of a part; one that was not taken does not hold", () => {
  const taken = new Map([["a | b", { got: "1.5x", holds: true }], ["c", { got: "7 MB" }]]);
  assertEquals(rowsOf(PART, taken).map(({ got, holds }) => [got, holds]), [
    ["1.5x", "yes"],
    ["7 MB", "-"],
    ["not taken", "no"],
  ]);
  assertThrows(() => rowsOf(PART, new Map([["e", { got: "1" }]])), TypeError, "e");
});

Deno.test("a page that is written is read back as it was, misses at its top", () => {
  const sections = [sectionOf(rowsOf(PART, new Map([["a | b", { got: "3 | 4", holds: false }]])))];
  const page = formatPage("Last run 2026-11-30: Sallyport 0, on a machine.", sections);
  assertEquals(readPage(page), sections);
  assertEquals(summaryOf(page), "Last run 2026-11-30: Sallyport 0, on a machine.");
  assertStringIncludes(
    page,
    "## What does not hold\n\n- made-up: a | b: 3 | 4 (must at most 2x)\n- made-up: c: not taken",
  );
  assertEquals(missesOf(sections).length, 3);
  assertStringIncludes(formatPage("", []), "None.");
});

Deno.test("allOf() does not hold of nothing", () => {
  assertEquals([allOf(3, 3).holds, allOf(2, 3).holds, allOf(0, 0).holds], [true, false, false]);
});

Deno.test("readJunit() tells passed, failed and skipped tests apart", () => {
  const report = '<testsuites><testsuite><testcase name="a &lt;b&gt;" line="1">\n</testcase><testcase name="c">' +
    '<failure message="x">y</failure></testcase><testcase name="d"><skipped/></testcase></testsuite></testsuites>';
  assertEquals(readJunit(report), [
    { name: "a <b>", state: "passed" },
    { name: "c", state: "failed" },
    { name: "d", state: "skipped" },
  ]);
  assertEquals(readJunit(""), []);
});

Deno.test("rowsInTitle() reads rows alone and from one to another", () => {
  assertEquals(rowsInTitle("W-6, W-7 a rule"), [6, 7]);
  assertEquals(rowsInTitle("W-21 to W-24: no text; W-30 to W-31, W-35"), [21, 22, 23, 24, 30, 31, 35]);
  assertEquals(rowsInTitle("nothing of the kind"), []);
});

const sections = readPage(await readSource("docs/proof.md"));

/** What the page has for a figure. */
function got(part: string, figure: string): string {
  const row = sections.find(({ name }) => name === part)?.rows.find((each) => each.figure === figure);
  assert(row !== undefined, `docs/proof.md has no ${part}: ${figure}`);
  return row.got;
}

Deno.test("docs/proof.md has the parts and figures that `deno task proof` takes, in order, each taken once", () => {
  assertEquals(sections.map(({ name }) => name), PROOF_PARTS.map(({ name }) => name));
  for (const [index, part] of PROOF_PARTS.entries()) {
    assertEquals(
      sections[index]?.rows.map(({ figure, must }) => [figure, must]),
      part.figures.map(({ name, must }) => [name, must]),
      `deno task proof --only ${part.name}`,
    );
    assertEquals([sections[index]?.title, sections[index]?.command], [part.title, part.command]);
  }
});

Deno.test("docs/proof.md lists at its top exactly what its tables say does not hold", async () => {
  const page = await readSource("docs/proof.md");
  const [, list = ""] = /^## What does not hold\n\n([\s\S]*?)\n\n## /m.exec(page) ?? [];
  const flat = list.replace(/\n {2}/g, " ");
  assertEquals(flat === "None." ? [] : flat.split("\n"), missesOf(sections).map((line) => `- ${line}`));
});

const SERVERS = ["filesystem", "memory", "sqlite", "commands", "everything"];
const SETS = ["observations", "fresh"];

Deno.test("docs/learn.md and README quote of learned policies what docs/proof.md has", async () => {
  const page = await readSource("docs/learn.md");
  const share = (cell: string) => {
    const [, hits, of] = /^(\d+) of (\d+) /.exec(cell) ?? [];
    return { hits: Number(hits), of: Number(of) };
  };
  const all = SETS.flatMap((set) =>
    SERVERS.map((server) => ({
      set,
      server,
      cells: ["refused", "asked", "admitted"].map((column) => got("learned", `${set} ${server}: ${column}`)),
    }))
  );
  for (const { server, cells } of all) {
    const row = new RegExp(
      `^\\| ${server} +\\| ${cells.map((cell) => cell.replace(/[().]/g, "\\$&")).join(" +\\| ")} +\\|$`,
      "m",
    );
    assert(row.test(page), `docs/learn.md has no row ${server} | ${cells.join(" | ")}`);
  }
  const percent = (column: number) =>
    Math.max(...all.map(({ cells }) => share(cells[column] ?? "")).map(({ hits, of }) => 100 * hits / of)).toFixed(1);
  const attacks = all.map(({ cells }) => share(cells[2] ?? ""));
  const fewest = Math.floor(Math.min(...attacks.map(({ of }) => of)) / 10) * 10;
  const readme = (await readSource("README.md")).replace(/\s+/g, " ");
  assertEquals(attacks.reduce((sum, { hits }) => sum + hits, 0), 0);
  assertStringIncludes(readme, `at most ${percent(0)} % of the other calls, asked about at most ${percent(1)} %`);
  assertStringIncludes(readme, `admitted none of more than ${fewest} attacks`);
});

Deno.test("docs/acceptance.md quotes what docs/proof.md has", async () => {
  const page = (await readSource("docs/acceptance.md")).replace(/\s+/g, " ");
  const [sent, , seconds] = got("long-run", "messages over eight servers at once").split(" ");
  assertStringIncludes(
    page,
    `${Number(sent).toLocaleString("en")} messages over eight servers at once in ${seconds} s`,
  );
  const [kills] = got("kill", "servers and endings after which no process is left").split(" of ");
  assertStringIncludes(page, `kill_matrix_test.ts\` (${kills} cases)`);
  const scenarios = ["server-everything", "conformance server"].reduce(
    (sum, name) => sum + Number.parseInt(got("conformance", `${name}: scenarios with the same result`)),
    0,
  );
  assertStringIncludes(page, `(${scenarios} of ${scenarios})`);
  assertStringIncludes(page, `hidden channels ${got("scanner", "shared texts: hidden channels found")}`);
  assertStringIncludes(
    page,
    `poisoned descriptions ${got("scanner", "shared texts: poisoned descriptions at least possible")}`,
  );
});

Deno.test("every page that quotes times says where they are taken anew", async () => {
  for (
    const path of [
      "README.md",
      "ARCHITECTURE.md",
      "docs/compare.md",
      "docs/guards.md",
      "docs/sandbox.md",
      "docs/learn.md",
      "docs/commands/audit.md",
    ]
  ) {
    assertStringIncludes(await readSource(path), "proof.md", path);
  }
});
