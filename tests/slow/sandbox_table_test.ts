/**
 * The table of docs/sandbox.md, for the servers that are in the cache: what is learned of each, and that its calls are
 * answered the same with that alone.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { CACHED, learnAndRun, setText } from "../support/learned_sandbox.ts";
import { readSource } from "../support/source_tree.ts";

for (const server of CACHED) {
  Deno.test(`${server.name} answers the same with the set that is learned of it, and the page has that set`, async () => {
    const { set, bare, sandboxed } = await learnAndRun(server);
    assertEquals(sandboxed, bare);
    const row = (await readSource("docs/sandbox.md")).split("\n").find((line) =>
      line.startsWith(`| \`${server.name}\``) && line.includes(" of ")
    );
    assert(row !== undefined, "docs/sandbox.md has no row");
    assert(row.includes(`| ${setText(set)} `), `docs/sandbox.md has another row: ${row}`);
    assert(row.includes(`${bare.length} of ${bare.length}`));
  });
}
