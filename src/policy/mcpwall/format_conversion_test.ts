import { assertEquals, assertStringIncludes } from "@std/assert";
import { readJsonc } from "../file/read_jsonc.ts";
import { toJson } from "../file/tree.ts";
import { formatConversion } from "./format_conversion.ts";

Deno.test("formatConversion() prints what reads back the same, with comments on one line each", async () => {
  const { tree } = await readJsonc("a", '{"a": [{"b": "x\\n\\"y"}, 1, true, null, {}, []], "c": {"d": 2}}');
  if (tree?.type !== "object") throw new TypeError("no tree");
  const list = tree.members[0]?.value;
  const first = list?.type === "array" ? list.items[0] : undefined;
  if (first === undefined) throw new TypeError("no item");
  const text = formatConversion({ tree, comments: new Map([[tree, ["head"]], [first, ["one\n} two\u2028three"]]]) });
  assertStringIncludes(text, "// head\n{");
  assertStringIncludes(text, "    // one } two three\n    { ");
  const again = await readJsonc("a", text);
  assertEquals(again.problems, []);
  assertEquals(again.tree && toJson(again.tree), toJson(tree));
});
