import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { canonicalText } from "./canonical_json.ts";
import type { Json } from "./json.ts";
import { parseJson } from "./parse_json.ts";

function read(text: string): Json {
  const parsed = parseJson(text, { maxDepth: 64 });
  if (!parsed.ok) throw new SyntaxError(`Cannot read fixture: ${parsed.fault}`);
  return parsed.value;
}

Deno.test("canonicalText() sorts keys at every depth and keeps numbers as they are", () => {
  assertEquals(
    canonicalText(read('{"b": [ {"d":1, "c":12345678901234567890} ], "a": "\\u0041"}')),
    '{"a":"A","b":[{"c":12345678901234567890,"d":1}]}',
  );
});

Deno.test("canonicalText() means its value, whatever the order of keys", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    assertEquals(JSON.parse(canonicalText(read(text))), JSON.parse(text));
    assertEquals(canonicalText(read(canonicalText(read(text)))), canonicalText(read(text)));
  }));
});
