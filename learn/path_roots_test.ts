import { assert, assertEquals } from "@std/assert";
import { PATH_ROOTS } from "./path_roots.ts";

Deno.test("PATH_ROOTS gives only the project as a whole, and neither the home nor the root", () => {
  assertEquals(PATH_ROOTS.filter(({ minDepth }) => minDepth === 0).length, 1);
  assert((PATH_ROOTS.at(-1)?.minDepth ?? 0) >= 2 && PATH_ROOTS.at(-1)?.folder === "");
});
