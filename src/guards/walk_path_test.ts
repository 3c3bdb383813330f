import assert from "node:assert/strict";
import { treeView } from "./path_fixture.ts";
import { walkPath } from "./walk_path.ts";

const at = (path: string) => ({ drive: "", steps: path.split("/").filter(Boolean) });
const root = { spelled: at("srv/data"), real: at("srv/data") };
const walk = (path: string) => walkPath(at(path), [root], "posix", treeView());

Deno.test("walkPath() says where a path leads, or that it leads out", () => {
  const inside = walk("srv/data/deep_in/../b.txt");
  assert.deepEqual(inside.kind === "inside" && inside.steps, ["notes", "b.txt"]);
  for (const path of ["srv", "", "srv/other/../data", "srv/data/linkdir_out/../x", "srv/data/abs_out"]) {
    assert.equal(walk(path).kind, "outside", path);
  }
  assert.equal(walk("srv/data/loop").kind, "loop");
});

Deno.test("walkPath() without a view takes all for folders", () => {
  assert.equal(walkPath(at("srv/data/loop/x"), [root], "posix", undefined).kind, "inside");
});
