import { assertEquals } from "@std/assert";
import { formatJson } from "./format_json.ts";
import { ExactNumber } from "./json.ts";

Deno.test("formatJson() writes every kind of value on one line, numbers as they were", () => {
  const value = { a: [1, "x\ny", null, true], "\u2028": new ExactNumber("1e400"), e: {} };
  assertEquals(formatJson(value), '{"a":[1,"x\\ny",null,true],"\u2028":1e400,"e":{}}');
});
