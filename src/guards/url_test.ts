import assert from "node:assert/strict";
import { parse } from "@std/jsonc";
import fc from "fast-check";
import cases from "../../tests/cases/guards/urls.jsonc" with { type: "text" };
import { REASONS } from "./guard.ts";
import { assertLinear } from "./scaling_fixture.ts";
import { compileUrlTest, MAX_URL_CHARS, newUrlGuard, type UrlOptions } from "./url.ts";

interface Case {
  readonly input: string;
  readonly options: UrlOptions;
  readonly verdict: "allow" | "deny";
  readonly why: string;
}

const CASES = parse(cases) as unknown as readonly Case[];
const OPTIONS = [...new Map(CASES.map(({ options }) => [JSON.stringify(options), options])).values()];

for (const { input, options, verdict, why } of CASES) {
  Deno.test(`newUrlGuard() ${verdict === "allow" ? "passes" : "refuses"} ${JSON.stringify(input)}: ${why}`, () => {
    const result = newUrlGuard(options)(input);
    assert.equal(result.ok, verdict === "allow", JSON.stringify(result));
  });
}

Deno.test("each refusal is one of the fixed reasons, and what passes has one normal form", () => {
  for (const { input, options } of CASES) {
    const guard = newUrlGuard(options);
    const result = guard(input);
    if (result.ok) assert.deepEqual(guard(result.value), result);
    else assert.ok(REASONS.includes(result.reason));
  }
});

Deno.test("a URL guard never throws, and what passes passes again as itself", () => {
  const guards = OPTIONS.map(newUrlGuard);
  const pieces = fc.constantFrom(..."/:@?#[].%\\0x1", "http://", "https:", "example.com", "127.0.0.1", "%2e", "\uff0e");
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom(...CASES), fc.nat(), pieces, fc.nat(3)).map(([{ input }, at, piece, cut]) => {
      const index = at % (input.length + 1);
      return input.slice(0, index) + piece + input.slice(index + cut);
    }),
    fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ["http", "https"] }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(...guards), (value, guard) => {
      const result = guard(value);
      if (result.ok) assert.deepEqual(guard(result.value), result);
    }),
    {
      numRuns: 3_000,
      examples: CASES.flatMap(({ input }) => guards.slice(0, 1).map((guard) => [input, guard] as const)).map((
        [input, guard],
      ): [string, typeof guard] => [input, guard]),
    },
  );
});

Deno.test("a URL guard refuses what is no string, and what is too long", () => {
  const guard = newUrlGuard({ hosts: "public" });
  for (const value of [undefined, null, 1, {}, ["https://example.com"]]) {
    assert.deepEqual(guard(value), { ok: false, reason: "blocked: not a string" });
  }
  const long = `https://example.com/${"a".repeat(MAX_URL_CHARS)}`;
  assert.deepEqual(guard(long), { ok: false, reason: "blocked: too long" });
  assert.deepEqual(guard(`https://example.com/${"é".repeat(MAX_URL_CHARS / 2)}`), {
    ok: false,
    reason: "blocked: too long",
  });
  assert.equal(guard(long.slice(0, MAX_URL_CHARS)).ok, true);
});

Deno.test("a URL guard with faulty options refuses everything and says what is wrong", () => {
  const faulty: readonly [UrlOptions, string][] = [
    [{ hosts: [] }, "it names no host"],
    [{ hosts: ["https://example.com"] }, "a host in it is not a host name"],
    [{ hosts: ["example.com:443"] }, "a host in it is not a host name"],
    [{ hosts: ["example..com"] }, "a host in it is not a host name"],
    [{ hosts: ["*"] }, "a host in it matches every host"],
    [{ hosts: ["**.*"] }, "a host in it matches every host"],
    [{ hosts: ["10.0.*"] }, "a host in it looks like a part of an address"],
    [{ hosts: ["[a"] }, "a host in it is not a host name or a glob of one"],
    [{ hosts: ["é*.de"] }, "a host in it is not a host name or a glob of one"],
    [{ hosts: "public", schemes: ["file"] }, "a scheme in it is not one that a URL guard knows"],
    [{ hosts: "public", schemes: [] }, "a scheme in it is not one that a URL guard knows"],
    [{ hosts: "public", ports: [0] }, "its ports are not numbers from 1 to 65535"],
    [{ hosts: "public", ports: [] }, "its ports are not numbers from 1 to 65535"],
  ];
  for (const [options, fault] of faulty) {
    const compiled = compileUrlTest(options);
    assert.equal("fault" in compiled && compiled.fault, fault, JSON.stringify(options));
    assert.deepEqual(newUrlGuard(options)("https://example.com/"), {
      ok: false,
      reason: "blocked: guard options",
    });
  }
});

Deno.test("mayLead() takes any spelling that may lead to a named host", () => {
  const compiled = compileUrlTest({ hosts: ["evil.test", "127.0.0.1"] });
  assert.ok(!("fault" in compiled));
  const rows: readonly [string, boolean | "unclear"][] = [
    ["https://evil.test/", true],
    ["https://EVIL.test.:8080/", true],
    ["https://user@evil.test/", true],
    ["https:\\\\evil.test", true],
    ["https:evil.test", true],
    [" http://%65vil.test", true],
    ["ssh://git@evil.test/x", true],
    ["ws://2130706433/", true],
    ["https://example.com/", false],
    ["https://example.com:8080/evil.test", false],
    ["https://[2600::1]/", false],
    ["evil.test", false],
    ["note: evil.test", false],
    ["mailto:a@evil.test", false],
    ["https://evil.test@example.com/", "unclear"],
    ["https://ex%61mple.com/", "unclear"],
    ["https://[bad", "unclear"],
    ["https://a;b/", "unclear"],
  ];
  for (const [text, expected] of rows) assert.equal(compiled.mayLead(text), expected, text);
  const narrow = compileUrlTest({ hosts: ["evil.test"], schemes: ["http"], ports: [80] });
  assert.ok(!("fault" in narrow));
  assert.equal(narrow.mayLead("https://evil.test/"), false);
  assert.equal(narrow.mayLead("http://evil.test:81/"), false);
  assert.equal(narrow.mayLead("http://evil.test/"), true);
});

Deno.test("the time of a URL guard grows with the text and not faster", () => {
  const guard = newUrlGuard({ hosts: ["*.example.com"] });
  for (const piece of ["a.", "a-", "1.", "%41", "@", "/", "["]) {
    assertLinear(piece, 1000, (length) => guard(`https://${piece.repeat(length / piece.length)}.example.com/`));
  }
});
