import { assertEquals } from "@std/assert";
import { formatServerLine } from "./stderr_line.ts";

Deno.test("formatServerLine() names the server and takes out what drives a terminal", () => {
  const cases: readonly [line: string, shown: string][] = [
    ["plain words", "plain words"],
    ["\x1b[31mred\x1b[0m", "red"],
    ["\x1b]52;c;aGk=\x07clip", "clip"],
    ["\x1b]0;title\x1b\\x", "x"],
    ["\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["a\rsallyport: forged", "asallyport: forged"],
    ["a\bb\x00\x7f\x9b2Jc", "abc"],
    ["\u202eevil\u2066", "evil"],
    ["tab\there", "tab here"],
  ];
  for (const [line, shown] of cases) assertEquals(formatServerLine("s", line), `[s] ${shown}`);
});

Deno.test("formatServerLine() cuts a long line", () => {
  assertEquals(formatServerLine("s", "x".repeat(5000)).length, 2005);
});
