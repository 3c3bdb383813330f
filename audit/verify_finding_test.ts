import { assertEquals } from "@std/assert";
import { FindingList } from "./verify_finding.ts";

Deno.test("FindingList keeps the first findings and counts all, also those of other lists", () => {
  const list = new FindingList();
  for (let line = 1; line <= 50; line++) list.add({ file: "f", line, text: "x" });
  const all = new FindingList();
  all.addAll(list);
  all.addAll(list);
  assertEquals([list.kept.length, list.count, all.kept.length, all.count], [20, 50, 20, 100]);
  assertEquals(all.kept[19]?.line, 20);
});
