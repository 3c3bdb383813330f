import { assert, assertEquals } from "@std/assert";
import { markListChanged, newToolList, readListPage } from "./tool_list.ts";

const tool = (name: string) => ({ name, inputSchema: {} });

Deno.test("readListPage() takes two tools of one name out, also across pages", () => {
  const list = newToolList();
  const first = readListPage(list, undefined, { tools: [tool("a"), tool("b"), tool("b")], nextCursor: "2" });
  assertEquals(first.names, ["a", undefined, undefined]);
  assert(!list.complete);
  const second = readListPage(list, "2", { tools: [tool("a"), tool("c")] });
  assertEquals(second.names, [undefined, "c"]);
  assertEquals([...list.ambiguous].toSorted(), ["a", "b"]);
  assert(list.complete);
});

Deno.test("readListPage() takes a second run for a new one", () => {
  const list = newToolList();
  readListPage(list, undefined, { tools: [tool("a"), tool("a")] });
  assert(list.ambiguous.has("a"));
  markListChanged(list);
  assert(list.ambiguous.has("a"), "until the new list is read, the old doubt stays");
  assertEquals(readListPage(list, undefined, { tools: [tool("a")] }).names, ["a"]);
  assertEquals(list.ambiguous.size, 0);
});

Deno.test("readListPage() lets no malformed entry stay", () => {
  const list = newToolList();
  const page = readListPage(list, undefined, {
    tools: [5, { Name: "x" }, { name: 7 }, { name: "x", NAME: "y" }, tool("z")],
  });
  assertEquals(page.names, [undefined, undefined, undefined, undefined, "z"]);
  assertEquals(readListPage(newToolList(), undefined, { tools: {} }).names, []);
  assertEquals(readListPage(newToolList(), undefined, { tools: [tool("n".repeat(1025))] }).names, [undefined]);
  const many = newToolList();
  readListPage(many, undefined, {
    tools: Array.from({ length: 10_001 }, (_, index) => tool(`t${index}`)),
    nextCursor: "n",
  });
  assertEquals(readListPage(many, "n", { tools: [tool("one-more"), tool("t5")] }).names, [undefined, undefined]);
  assertEquals([many.known.size, many.ambiguous.size], [10_000, 1]);
  const long = newToolList();
  readListPage(long, undefined, { tools: [], nextCursor: "c".repeat(1025) });
  assertEquals(long.cursors.size, 0, "what is remembered stays small");
});
