import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { formatJson } from "./format_json.ts";
import { ExactNumber, type Json } from "./json.ts";
import { type JsonFault, parseJson, type SpanMap } from "./parse_json.ts";

function check(text: string, fault: JsonFault | undefined): void {
  const parsed = parseJson(text, { maxDepth: 32 });
  assertEquals(parsed.ok ? undefined : parsed.fault, fault, JSON.stringify(text.slice(0, 80)));
}

Deno.test("parseJson() refuses what two readers could take for different values, and passes the near miss", () => {
  const cases: readonly [refused: string, fault: JsonFault, near: string][] = [
    ['{"a":1,"a":2}', "duplicate-key", '{"a":1,"A":2}'],
    ['{"a":1,"\\u0061":2}', "duplicate-key", '{"a":1,"\\u0062":2}'],
    ['[{"x":{"b":1,"b":1}}]', "duplicate-key", '[{"x":{"b":1}},{"b":1}]'],
    ['{"__proto__":1,"__proto__":2}', "duplicate-key", '{"__proto__":1}'],
    ['"\\ud800"', "surrogate", '"\\ud83d\\ude00"'],
    ['{"\\udc00":1}', "surrogate", '{"\\u00e9":1}'],
    ["\ufeff{}", "syntax", "{}"],
    ['{"a":NaN}', "syntax", '{"a":null}'],
    ['{"a":Infinity}', "syntax", '{"a":1e308}'],
    ['{"a":01}', "syntax", '{"a":0.1}'],
    ['{"a":+1}', "syntax", '{"a":-1}'],
    ['{"a":.5}', "syntax", '{"a":0.5}'],
    ['{"a":1.}', "syntax", '{"a":1.0}'],
    ["{'a':1}", "syntax", '{"a":1}'],
    ['{"a":1,}', "syntax", '{"a":1}'],
    ["[1,]", "syntax", "[1]"],
    ["[1 2]", "syntax", "[1 ,2]"],
    ['{"a" 1}', "syntax", '{"a" : 1}'],
    ["{}{}", "syntax", "[{},{}]"],
    ["", "syntax", "0"],
    ["truex", "syntax", "true"],
    ["/*c*/1", "syntax", "1"],
    ['"\\x41"', "syntax", '"\\u0041"'],
    ['"\\u00g0"', "syntax", '"\\u00a0"'],
    ['"abc', "syntax", '"abc"'],
    ['"abc\\"', "syntax", '"abc\\\\"'],
    ["\u00a01", "syntax", " 1"],
    ['{"a":1}\r', "control", '{"a":1}\t'],
    ['"a\tb"', "control", '"a\\tb"'],
    ['{"a\tb":1}', "control", '{"a":\t1}'],
    ['"a\0b"', "control", '"a\\u0000b"'],
    ["\v1", "control", "\t1"],
    ["[".repeat(33) + "]".repeat(33), "depth", "[".repeat(32) + "]".repeat(32)],
    ['{"a":'.repeat(33) + "1" + "}".repeat(33), "depth", '{"a":'.repeat(32) + "1" + "}".repeat(32)],
  ];
  for (const [refused, fault, near] of cases) {
    check(refused, fault);
    check(near, undefined);
  }
});

Deno.test("parseJson() refuses 20,000 levels without a stack overflow", () => {
  check("[".repeat(20_000) + "]".repeat(20_000), "depth");
});

Deno.test("parseJson() keeps the source of numbers that a double cannot hold", () => {
  for (
    const source of [
      "9007199254740993",
      "12345678901234567890",
      "1e400",
      "-0",
      "-0.0",
      "0.12345678901234567891",
      "1e-400",
    ]
  ) {
    const parsed = parseJson(source, { maxDepth: 1 });
    assert(parsed.ok && parsed.value instanceof ExactNumber, source);
    assertEquals(formatJson(parsed.value), source);
  }
  for (const source of ["0", "1", "-1", "9007199254740991", "1.5", "0.1", "1.0", "0.30000000000000004"]) {
    const parsed = parseJson(source, { maxDepth: 1 });
    assert(parsed.ok && parsed.value === Number(source), source);
  }
});

Deno.test("parseJson() makes a key of `__proto__`, not a prototype", () => {
  const parsed = parseJson('{"__proto__":{"admin":true},"constructor":1}', { maxDepth: 4 });
  assert(parsed.ok && typeof parsed.value === "object" && parsed.value !== null);
  assertEquals(["toString" in parsed.value, "hasOwnProperty" in parsed.value], [false, false]);
  assertEquals(Object.keys(parsed.value), ["__proto__", "constructor"]);
});

Deno.test("parseJson() gives the span of every member", () => {
  const text = ' {"a" : [1, "x\\"y" ] , "b":{} } ';
  const spans: SpanMap = new Map();
  const parsed = parseJson(text, { maxDepth: 4, spans });
  assert(parsed.ok);
  const found: string[] = [];
  for (const members of spans.values()) {
    for (const [key, { start, end }] of members) found.push(`${key}=${text.slice(start, end)}`);
  }
  assertEquals(found.toSorted(), ["0=1", '1="x\\"y"', 'a=[1, "x\\"y" ]', "b={}"].toSorted());
});

/** The reference: the engine's own parser, for texts that pass. */
function sameAsEngine(text: string): void {
  const parsed = parseJson(text, { maxDepth: 1000 });
  let reference: unknown;
  try {
    reference = JSON.parse(text);
  } catch {
    assertEquals(parsed.ok, false, text);
    return;
  }
  if (parsed.ok) assertEquals(JSON.parse(formatJson(parsed.value)), reference);
}

Deno.test("parseJson() reads what the engine reads, for every value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const text = JSON.stringify(value);
    const parsed = parseJson(text, { maxDepth: 1000 });
    if (parsed.ok) assertEquals(JSON.parse(formatJson(parsed.value)), JSON.parse(text));
    else assert(parsed.fault === "surrogate" || parsed.fault === "duplicate-key", text);
  }));
});

Deno.test("parseJson() never passes what the engine refuses, for every mutation", () => {
  const seeds = ['{"a":[1,2.5e3,"x\\n\\u00e9"],"b":null}', '[{"k":true},{"k":false}]', '"\\\\\\""'];
  const pieces = fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "0", "-", "e", ".", "\\u", "\t", " ", "n");
  fc.assert(
    fc.property(fc.constantFrom(...seeds), fc.nat(60), fc.nat(3), pieces, (seed, at, cut, piece) => {
      const place = at % (seed.length + 1);
      sameAsEngine(seed.slice(0, place) + piece + seed.slice(place + cut));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parseJson() and formatJson() are inverse", () => {
  const json = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Json>(null, true, false, new ExactNumber("123456789012345678901234567890")),
      fc.integer(),
      fc.string({ unit: "grapheme" }),
      fc.array(tie("json"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("json"), { maxKeys: 4, noNullPrototype: false }),
    ),
  })).json;
  fc.assert(fc.property(json, (value) => {
    const text = formatJson(value);
    const parsed = parseJson(text, { maxDepth: 100 });
    assert(parsed.ok, text);
    assertEquals(formatJson(parsed.value), text);
  }));
});
