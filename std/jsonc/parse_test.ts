import { assertEquals, assertThrows } from "@std/assert";
import { parse as parseFromRoot } from "@std/jsonc";
import { type JsonValue, parse } from "@std/jsonc/parse";

function assertParses(text: string, expected: JsonValue): void {
  assertEquals(parse(text), expected, text);
}

function assertRefuses(text: string): void {
  assertThrows(() => parse(text), SyntaxError, undefined, text);
}

Deno.test("parse() is the same function at both entry points", () => {
  assertEquals(parseFromRoot('{"a":[1,2]}'), parse('{"a":[1,2]}'));
});

Deno.test("parse() reads every kind of JSON value", () => {
  assertParses("null", null);
  assertParses("true", true);
  assertParses("false", false);
  assertParses("-1.5e3", -1500);
  assertParses('"a\\n\\u0041"', "a\nA");
  assertParses('[1, "2", null, [], {}]', [1, "2", null, [], {}]);
  assertParses('{"a": {"b": [true]}}', { a: { b: [true] } });
});

Deno.test("parse() reads comments", () => {
  assertParses("// first\n1", 1);
  assertParses("1 // last", 1);
  assertParses("/* a */ [1, /* b */ 2] /* c\nd */", [1, 2]);
  assertParses('{"a": "// not a comment"}', { a: "// not a comment" });
  assertParses('{"a": "/* nor this */"}', { a: "/* nor this */" });
});

Deno.test("parse() reads trailing commas", () => {
  assertParses("[1,]", [1]);
  assertParses('{"a":1,}', { a: 1 });
  assertParses("[1, // one\n]", [1]);
});

Deno.test("parse() lets the last of two equal keys stand", () => {
  assertParses('{"a":1,"a":2}', { a: 2 });
});

Deno.test("parse() makes __proto__ an own key and leaves every prototype alone", () => {
  const value = parse('{"__proto__": {"polluted": true}, "constructor": 1}') as Record<string, unknown>;
  assertEquals(Object.hasOwn(value, "__proto__"), true);
  assertEquals(Object.hasOwn(value, "constructor"), true);
  assertEquals(({} as Record<string, unknown>)["polluted"], undefined);
  assertEquals(Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null, true);
});

Deno.test("parse() refuses what is not JSON with comments", () => {
  for (
    const text of [
      "",
      " \n",
      "// only a comment",
      "{",
      "[1",
      "[1,,2]",
      "[,]",
      "{,}",
      '{"a"}',
      '{"a":}',
      '{"a" 1}',
      '{"a":1 "b":2}',
      "{a:1}",
      "{'a':1}",
      "'a'",
      '"a',
      '"a\nb"',
      '"\\x"',
      '"\\u12"',
      "1 2",
      "[1] 2",
      "nul",
      "NaN",
      "undefined",
      "Infinity",
      "01",
      "+1",
      "1.",
      ".5",
      "1e",
      "0x10",
      "--1",
      "/* open",
      "/ 1",
    ]
  ) assertRefuses(text);
});
