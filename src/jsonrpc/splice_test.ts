import { assertEquals, assertThrows } from "@std/assert";
import { spliceText } from "./splice.ts";

Deno.test("spliceText() changes the spans and nothing else", () => {
  assertEquals(spliceText("abcdef", [{ start: 4, end: 6, text: "X" }, { start: 1, end: 2, text: "" }]), "acdX");
  assertEquals(spliceText("abc", [{ start: 1, end: 1, text: "-" }]), "a-bc");
  assertEquals(spliceText("abc", []), "abc");
});

Deno.test("spliceText() refuses splices that overlap", () => {
  assertThrows(() => spliceText("abc", [{ start: 0, end: 2, text: "" }, { start: 1, end: 3, text: "" }]), RangeError);
});
