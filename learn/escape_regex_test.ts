import { assertEquals } from "@std/assert";
import { escapeRegex } from "./escape_regex.ts";

Deno.test("escapeRegex() makes a pattern that matches its text and nothing else", () => {
  for (const text of ["a.b", "(x|y)*", "[a-z]{2}", "C:\\d+", "^$", "a/b?c"]) {
    assertEquals(new RegExp(`^${escapeRegex(text)}$`).test(text), true, text);
  }
  assertEquals(new RegExp(`^${escapeRegex("a.b")}$`).test("axb"), false);
});
