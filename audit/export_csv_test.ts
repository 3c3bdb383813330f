import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CSV_HEADER, csvCell, csvLine } from "./export_csv.ts";

Deno.test("csvCell() disarms what a spreadsheet takes for a formula, and nothing else", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\r=1", "\u200b=1", "\uff1d1", "|x", "%x"]) {
    assert(csvCell(text).startsWith(`"'`), text);
  }
  for (const text of ["a=1", "read-file", "1", "", "x@y"]) assert(!csvCell(text).includes("'"), text);
});

Deno.test("csvCell() is one cell of one line for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert(/^"(?:[^"\r\n]|"")*"$/.test(csvCell(text)));
    assert(!/^"[\s\p{C}]*[=+\-@]/u.test(csvCell(text)));
  }));
});

Deno.test("csvLine() has as many cells as the header", () => {
  const record = { kind: "verdict", session: "0123456789ab", seq: 2, time: "2026-11-30T10:00:00.000Z", tool: 'a,"b' };
  const line = csvLine({ record, server: "=files" });
  assertEquals(line.match(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g)?.length, CSV_HEADER.match(/,/g)?.length);
  assert(line.startsWith(`"'=files","2026-11-30T10:00:00.000Z","0123456789ab","2","verdict",,,,"a,""b",`), line);
});
