/**
 * docs/problems: a page for each problem and finding, whose examples have it, and whose mended examples have none.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "../src/cli/testdata/fake_edge.ts";
import { LINT_CODES } from "../src/policy/lint/lint_finding.ts";
import { ROOT } from "./support/source_tree.ts";

const FILE = "/home/ann/p.jsonc";

async function problemCodes(): Promise<string[]> {
  const source = await Deno.readTextFile(`${ROOT}/src/policy/problem.ts`);
  const union = /export type ProblemCode =([\s\S]*?);/.exec(source)?.[1] ?? "";
  return [...union.matchAll(/"([a-z-]+)"/g)].flatMap(([, code]) => code ?? []);
}

Deno.test("each problem and each finding of lint has a page, and each page is of one", async () => {
  const pages: string[] = [];
  for await (const { name } of Deno.readDir(`${ROOT}/docs/problems`)) pages.push(name.replace(/\.md$/, ""));
  const codes = await problemCodes();
  assert(codes.length > 15);
  assertEquals(pages.toSorted(), [...codes, ...LINT_CODES].toSorted());
});

Deno.test("the examples of the pages have the problem that they show, and the mended ones have none", async () => {
  let shown = 0;
  for await (const { name } of Deno.readDir(`${ROOT}/docs/problems`)) {
    const code = name.replace(/\.md$/, "");
    const page = await Deno.readTextFile(`${ROOT}/docs/problems/${name}`);
    assert(page.startsWith(`# ${code}\n`), name);
    for (const [, kind, text = ""] of page.matchAll(/```(?:jsonc|text) (bad|good)\n([\s\S]*?)```/g)) {
      const ran = await runIn(["lint", FILE], { files: { [FILE]: text }, workingFolder: "/home/ann/project" });
      const said = `${ran.out()}${ran.err()}`;
      if (kind === "bad") assertStringIncludes(said, `[${code}]`, name);
      else assert(!said.includes(`[${code}]`), `${name}: ${said}`);
      shown += 1;
    }
  }
  assert(shown >= 25, String(shown));
});
