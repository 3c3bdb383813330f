import { assert, assertEquals } from "@std/assert";
import { readOtlpHeaders } from "./otlp_headers.ts";

Deno.test("readOtlpHeaders() refuses what could say something else, and repeats no value", () => {
  const texts = ["secret", "=secret", "a b=secret", "a\n=secret", "a=secret%0d%0ab: c", "a=secret%", "a=secrét%C3%A9"];
  for (const text of [...texts, "Content-Type=secret", "HOST=secret"]) {
    const read = readOtlpHeaders(text);
    assert(typeof read === "string" && !read.includes("secret"), `${text}: ${read}`);
  }
});

Deno.test("readOtlpHeaders() reads names and percent-encoded values", () => {
  assertEquals(readOtlpHeaders(""), []);
  assertEquals(readOtlpHeaders("authorization=Bearer%20x=y, api-key = k ,"), [
    ["authorization", "Bearer x=y"],
    ["api-key", "k"],
  ]);
});
