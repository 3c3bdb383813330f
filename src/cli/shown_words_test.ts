import { assertEquals } from "@std/assert";
import { shownWords } from "./shown_words.ts";

Deno.test("shownWords() puts in quotes what has spaces, and hides nothing", () => {
  assertEquals(shownWords(["npx", "-y", "@a/b@1.0", "${HOME}/x", "a b", ""]), 'npx -y @a/b@1.0 ${HOME}/x "a b" ""');
  assertEquals(shownWords(["a\u202e\u001b[2J"]), '"a\\\\u{202e}\\\\u{1b}[2J"');
});
