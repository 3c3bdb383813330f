import { assert, assertEquals } from "@std/assert";
import { ExactNumber, isJsonArray, isJsonObject } from "./json.ts";

Deno.test("isJsonObject() tells objects from everything else", () => {
  assert(isJsonObject({}));
  for (const value of [null, undefined, true, 1, "{}", [], new ExactNumber("1e999")]) assert(!isJsonObject(value));
});

Deno.test("isJsonArray() tells arrays from everything else", () => {
  assert(isJsonArray([]));
  for (const value of [null, undefined, {}, "[]", new ExactNumber("1e999")]) assertEquals(isJsonArray(value), false);
});
