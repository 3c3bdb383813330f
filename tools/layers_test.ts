import { assert, assertEquals } from "@std/assert";
import { EDGE, importProblem, layerOf, LAYERS } from "./layers.ts";

Deno.test("LAYERS lists a place after everything it imports, so there is no circle", () => {
  LAYERS.forEach((layer, at) => {
    const earlier = LAYERS.slice(0, at).map((other) => other.path);
    for (const path of layer.imports) {
      assert(earlier.includes(path), `${layer.path} imports ${path}, which comes later`);
    }
  });
});

Deno.test("LAYERS lets nobody import a higher level", () => {
  for (const layer of LAYERS) {
    for (const path of layer.imports) assert((layerOf(path)?.level ?? 99) <= layer.level, `${layer.path}: ${path}`);
  }
});

Deno.test("LAYERS lets only the entries import the edge", () => {
  const importers = LAYERS.filter((layer) => layer.imports.includes("src/io")).map((layer) => layer.path);
  assertEquals(importers, ["guards.ts", "main.ts"]);
  assert(EDGE.every((path) => layerOf(path)?.path === path));
});

Deno.test("importProblem() speaks for each pair", () => {
  assertEquals(importProblem("src/jsonrpc/a.ts", "src/jsonrpc/b.ts"), undefined);
  assertEquals(importProblem("src/firewall/a.ts", "audit/record.ts"), undefined);
  assertEquals(importProblem("src/cli/a.ts", "src/io/b.ts"), "src/cli may not import src/io");
  assertEquals(importProblem("src/mcp/a.ts", "src/mcp/a_test.ts"), "src/mcp may not import the test src/mcp/a_test.ts");
  assertEquals(importProblem("src/mcp/a.ts", "tests/support/b.ts"), "src/mcp may not import tests/support/b.ts");
  assertEquals(importProblem("src/mcp/a_test.ts", "tests/support/b.ts"), undefined);
  assertEquals(importProblem("tools/a.ts", "src/io/b.ts"), undefined);
  assertEquals(importProblem("src/cli/version.ts", "deno.json"), undefined);
});
