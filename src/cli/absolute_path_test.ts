import { assertEquals } from "@std/assert";
import { absolutePath } from "./absolute_path.ts";

Deno.test("absolutePath() resolves by the letters", () => {
  const cases: readonly [path: string, folder: string, absolute: string][] = [
    ["a/b", "/w", "/w/a/b"],
    ["./a//b/", "/w/", "/w/a/b"],
    ["../a", "/w/x", "/w/a"],
    ["../../../a", "/w", "/a"],
    ["/a/../b", "/w", "/b"],
    ["", "/w", "/w"],
    ["a\\b", "/w", "/w/a\\b"],
    ["C:\\a\\..\\b", "D:\\w", "C:\\b"],
    ["a/b", "D:\\w", "D:\\w\\a\\b"],
    ["\\\\host\\share\\x", "D:\\w", "\\\\host\\share\\x"],
  ];
  for (const [path, folder, absolute] of cases) assertEquals(absolutePath(path, folder), absolute, path);
});
