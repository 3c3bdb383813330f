import { assertEquals } from "@std/assert";
import { editStrings } from "./edit_strings.ts";

const TEXT =
  '{"jsonrpc":"2.0", "id":12345678901234567890,"result":{"n":1.0e2,"a":["x\\u0041",{"b" : "y"}],"data":"QQ=="}}';

Deno.test("editStrings() changes the strings it is told and no other byte", () => {
  const edits = [{ path: ["a", 1, "b"], text: 'q"\n' }, { path: ["a", 0], text: "z" }];
  assertEquals(
    editStrings(TEXT, edits, { root: "result", maxDepth: 9 }),
    TEXT.replace('"y"', '"q\\"\\n"').replace('"x\\u0041"', '"z"'),
  );
  assertEquals(editStrings(TEXT, [], { root: "result", maxDepth: 9 }), TEXT);
});

Deno.test("editStrings() gives up where there is no string", () => {
  for (const path of [["n"], ["none"], ["a"], ["a", 5], ["data", 0], []]) {
    assertEquals(editStrings(TEXT, [{ path, text: "" }], { root: "result", maxDepth: 9 }), undefined, String(path));
  }
  assertEquals(editStrings(TEXT, [{ path: ["data"], text: "" }], { root: "params", maxDepth: 9 }), undefined);
  assertEquals(editStrings("{", [{ path: ["data"], text: "" }], { root: "result", maxDepth: 9 }), undefined);
});
