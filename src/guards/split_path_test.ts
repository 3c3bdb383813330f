import assert from "node:assert/strict";
import { collapse, joinPath, splitAbsolute, startsWithPath } from "./split_path.ts";

Deno.test("splitAbsolute() and joinPath() are each other's opposite for a clean path", () => {
  for (
    const [path, platform] of [["/", "posix"], ["/a/b", "posix"], ["C:\\", "windows"], ["C:\\a", "windows"]] as const
  ) {
    const split = splitAbsolute(path, platform);
    assert.equal(split && joinPath(split, platform), path);
  }
  assert.equal(splitAbsolute("a", "posix"), undefined);
  assert.equal(splitAbsolute("C:a", "windows"), undefined);
});

Deno.test("collapse() stops at the root", () => {
  assert.deepEqual(collapse({ drive: "", steps: ["a", "..", "..", "b"] }).steps, ["b"]);
});

Deno.test("startsWithPath() compares whole steps, on Windows folded", () => {
  const at = (...steps: string[]) => ({ drive: "", steps });
  assert.equal(startsWithPath(at("a", "b"), at("a"), "posix"), true);
  assert.equal(startsWithPath(at("ab"), at("a"), "posix"), false);
  assert.equal(startsWithPath(at("A"), at("a"), "posix"), false);
  assert.equal(startsWithPath(at("A"), at("a"), "windows"), true);
});
