import { assertEquals, assertNotEquals } from "@std/assert";
import { newScanner } from "../src/detect/scan.ts";
import { parseJson } from "../src/jsonrpc/parse_json.ts";
import type { Json } from "../src/jsonrpc/json.ts";
import { Heard } from "./heard.ts";
import { newPlaceNamer } from "./place_names.ts";
import { isCut, maskSqlTexts, MAX_FACTS, shapeOf, toFact } from "./to_fact.ts";

const SECRET = `ghp_${"16C7e42F292c6912E7710c838347Ae178B4a"}`;

function factOf(value: object) {
  const parsed = parseJson(JSON.stringify(value), { maxDepth: 64 });
  const json: Json = parsed.ok ? parsed.value : null;
  const nameplaces = newPlaceNamer({ project: "/srv/p" });
  return toFact(json, { scanner: newScanner(), salt: new Uint8Array([1]), nameplaces, heard: new Heard() });
}

function keptOf(name: string, value: string): string | undefined {
  const fact = factOf({ [name]: value });
  const inner = fact.t === "object" ? fact.m[name] : undefined;
  return inner?.t === "string" ? inner.v : undefined;
}

Deno.test("values are kept only where they are short, no secret, no prose and no mistake for a variable", () => {
  const notKept: readonly [name: string, value: string][] = [
    ["token", SECRET],
    ["path", `/srv/p/${SECRET}`],
    ["path", "a".repeat(513)],
    ["content", "a line of prose"],
    ["message", "a\u0007b"],
    ["title", "two words"],
    ["path", "${HOME}/x"],
    ["path", "zero\u200bwidth"],
    ["command", "a".repeat(4097)],
  ];
  for (const [name, value] of notKept) assertEquals(keptOf(name, value), undefined, `${name}: ${value}`);
  const kept: readonly [name: string, value: string, as?: string][] = [
    ["path", "/srv/p/a.txt", "${PROJECT_DIR}/a.txt"],
    ["path", "a".repeat(512)],
    ["content", "on"],
    ["sort", "size"],
    ["command", "git status\ngit diff"],
    ["sql", "select * from t where a = 'Ann''s' and b = 2", "select * from t where a = '?' and b = 2"],
    ["query", "select  1"],
  ];
  for (const [name, value, as] of kept) assertEquals(keptOf(name, value), as ?? value, `${name}: ${value}`);
});

Deno.test("no byte of a secret is in a fact, whatever it is called", () => {
  for (const name of ["path", "command", "sql", "x"]) {
    assertEquals(JSON.stringify(factOf({ [name]: SECRET })).includes(SECRET.slice(4)), false);
  }
  assertEquals(JSON.stringify(factOf({ [SECRET]: 1 })).includes(SECRET.slice(4)), false);
});

Deno.test("a value that is not kept is told apart by a hash, which needs the key", () => {
  const one = factOf({ content: "first text" });
  assertEquals(factOf({ content: "first text" }), one);
  assertNotEquals(factOf({ content: "other text" }), one);
});

Deno.test("toFact() keeps types and numbers; a number that no double holds has no value", () => {
  assertEquals(JSON.parse(JSON.stringify(factOf({ a: [1, null, true, { b: 2.5 }] }))), {
    t: "object",
    m: {
      a: {
        t: "array",
        n: 4,
        i: [
          { t: "number", v: 1 },
          { t: "null" },
          { t: "boolean", v: true },
          { t: "object", m: { b: { t: "number", v: 2.5 } } },
        ],
      },
    },
  });
  const big = parseJson('{"a":12345678901234567890}', { maxDepth: 9 });
  const made = toFact(big.ok ? big.value : null, {
    scanner: newScanner(),
    salt: new Uint8Array(),
    nameplaces: (text) => text,
    heard: new Heard(),
  });
  assertEquals(JSON.stringify(made), '{"t":"object","m":{"a":{"t":"number"}}}');
});

Deno.test("isCut() says where more came than is kept", () => {
  assertEquals(isCut(factOf({ a: Array.from({ length: MAX_FACTS }, () => 1) })), true);
  assertEquals(isCut(factOf({ a: Array.from({ length: MAX_FACTS - 5 }, () => 1) })), false);
  assertEquals(isCut(factOf({ ["k".repeat(101)]: 1 })), true);
});

Deno.test("shapeOf() and maskSqlTexts() read what they are named for", () => {
  assertEquals(["a.b-c", "two words", "two\nlines"].map(shapeOf), ["word", "line", "text"]);
  assertEquals(maskSqlTexts("where a = 'it''s' or b = \"c\""), "where a = '?' or b = \"c\"");
});
