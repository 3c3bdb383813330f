import { assertEquals } from "@std/assert";
import { doubtfulBreak } from "./yaml_breaks.ts";

Deno.test("a line end that YAML readers see differently is found, ordinary ones are not", () => {
  const rows: readonly (readonly [string, number | undefined])[] = [
    ["a: 1\r b: 2", 4],
    ["a: 1\r", 4],
    ["a: 1\r\r\n", 4],
    ["a\u0085b", 1],
    ["# x\u2028b: 1", 3],
    ["# x\u2029b: 1", 3],
    ["a: 1\r\nb: 2\r\n", undefined],
    ["a: 1\nb: é 💥\n", undefined],
    ["", undefined],
  ];
  for (const [text, at] of rows) assertEquals(doubtfulBreak(text), at, JSON.stringify(text));
});
