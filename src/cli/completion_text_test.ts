import { assertEquals } from "@std/assert";
import { firstSentence, inSingleQuotes } from "./completion_text.ts";

Deno.test("firstSentence() ends before what explains", () => {
  assertEquals(firstSentence("the policy; a file"), "the policy");
  assertEquals(firstSentence("the folder (default: x)"), "the folder");
  assertEquals(firstSentence("what: more"), "what");
  assertEquals(firstSentence("the server's name"), "the server's name");
});

Deno.test("inSingleQuotes() leaves nothing that a shell reads", () => {
  assertEquals(inSingleQuotes("the server's $(x) `y`"), `'the server'\\''s $(x) \`y\`'`);
});
