import { assertEquals } from "@std/assert";
import { suggestedGuard } from "./suggested_guard.ts";

Deno.test("suggestedGuard() goes by the last word of the name", () => {
  const cases: readonly (readonly [string, ReturnType<typeof suggestedGuard>])[] = [
    ["path", "path"],
    ["filePath", "path"],
    ["/options/target_dir", "path"],
    ["command", "command"],
    ["cmd", "command"],
    ["base_url", "url"],
    ["sql", "sql"],
    ["id", undefined],
    ["pathology", undefined],
    ["@path", undefined],
    ["args", undefined],
    ["", undefined],
  ];
  for (const [key, guard] of cases) assertEquals(suggestedGuard(key), guard, key);
});
