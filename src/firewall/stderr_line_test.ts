import { assertEquals } from "@std/assert";
import { newScanner } from "../detect/scan.ts";
import { formatServerLine, newServerLines } from "./stderr_line.ts";

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

Deno.test("newServerLines() takes secrets out, of one line and of many", () => {
  const key = ["AKIA", "Q3EGBTXTVJNKLMRP"].join("");
  const [begin, end] = [["-----BEGIN ", "PRIVATE KEY-----"].join(""), ["-----END ", "PRIVATE KEY-----"].join("")];
  const format = newServerLines("s", newScanner());
  const lines = [
    `key ${key}`,
    `key AK\x1b[0mIA${key.slice(4)} x`,
    begin,
    "MIIEvQIBADANBgkqhkiG",
    "9w0BAQEFAASC",
    end,
    "9w0BAQEFAASC",
  ];
  assertEquals(lines.map(format), [
    "[s] key [redacted:aws-access-key-id]",
    "[s] key [redacted:aws-access-key-id] x",
    "[s] [redacted:private-key]",
    "[s] [redacted:private-key]",
    "[s] [redacted:private-key]",
    "[s] [redacted:private-key]",
    "[s] 9w0BAQEFAASC",
  ]);
});
