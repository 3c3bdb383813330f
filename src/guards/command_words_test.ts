import { assertEquals } from "@std/assert";
import { beginsWith } from "./command_words.ts";

Deno.test("beginsWith() passes over flags and what may be their values, and nothing else", () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ["get secret", "get secret", true],
    ["-n prod get secret x", "get secret", true],
    ["--namespace=prod get -o yaml secret x", "get secret", true],
    ["get -n prod secret", "get secret", true],
    ["config view --raw", "config view --raw", true],
    ["config view -o json --raw", "config view --raw", true],
    ["auth print-access-token", "auth print-*", true],
    ["auth printer", "auth print-*", false],
    ["get pods", "get secret", false],
    ["--namespace=prod x get secret", "get secret", false],
    ["describe get secret", "get secret", false],
    ["get", "get secret", false],
    ["", "get", false],
  ];
  for (const [texts, wanted, is] of rows) {
    assertEquals(beginsWith(texts === "" ? [] : texts.split(" "), wanted.split(" ")), is, `${texts} ~ ${wanted}`);
  }
});
