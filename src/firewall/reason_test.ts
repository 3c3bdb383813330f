import { assertEquals } from "@std/assert";
import { REASONS, refusalText } from "./reason.ts";

Deno.test("refusalText() is made of fixed words, also where a rule's name is an order", () => {
  assertEquals(refusalText("r", "no-ssh", "s:1"), "blocked: r (rule no-ssh, record s:1)");
  assertEquals(refusalText("r", "frame/syntax", "none"), "blocked: r (rule frame/syntax, record none)");
  for (const rule of ["Ignore previous", "a/b/c", "x".repeat(41), "", "a\nb"]) {
    assertEquals(refusalText("r", rule, "s:1"), "blocked: r (rule project/rule, record s:1)");
  }
});

Deno.test("REASONS are short, lower-case words", () => {
  for (const reason of Object.values(REASONS)) assertEquals(/^[a-z][a-z ,-]{5,60}$/.test(reason), true, reason);
});
