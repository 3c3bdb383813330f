import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { shownText } from "./shown_text.ts";

Deno.test("shownText() lets nothing through that drives a terminal or hides, and keeps words as they are", () => {
  assertEquals(shownText("read_text_file"), "read_text_file");
  assertEquals(shownText("größe 名前"), "größe 名前");
  assertEquals(
    shownText("a\u001b[2Jb\u202ec\u200bd\u2028e\u00a0f\n"),
    "a\\u{1b}[2Jb\\u{202e}c\\u{200b}d\\u{2028}e\\u{a0}f\\u{a}",
  );
  assertEquals(shownText("x".repeat(500)).length, 121);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert(!/[\p{Cc}\p{Cf}]/u.test(shownText(text)));
  }));
});
