import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { junitXml } from "./junit.ts";

Deno.test("junitXml() counts, and escapes whatever a text holds", () => {
  const text = junitXml('a "suite"', [
    { name: "one" },
    { name: "two", failure: "expected <allow> & got 'deny'" },
    { name: "three\u0000\u001b", error: "no case" },
  ]);
  assertEquals(text.split("\n"), [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites tests="3" failures="1" errors="1">',
    '  <testsuite name="a &quot;suite&quot;" tests="3" failures="1" errors="1">',
    '    <testcase classname="a &quot;suite&quot;" name="one"/>',
    '    <testcase classname="a &quot;suite&quot;" name="two"><failure message="expected &lt;allow&gt; &amp; got ' +
    '&apos;deny&apos;"/></testcase>',
    '    <testcase classname="a &quot;suite&quot;" name="three??"><error message="no case"/></testcase>',
    "  </testsuite>",
    "</testsuites>",
    "",
  ]);
});

Deno.test("junitXml() keeps its shape for every text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    const xml = junitXml(text, [{ name: text, failure: text }]);
    assertEquals(xml.match(/</g)?.length, 8, xml);
    // deno-lint-ignore no-control-regex -- what XML cannot say
    assert(!/[\u0000-\u0009\u000b-\u001f\ufffe\uffff]/.test(xml) && xml.isWellFormed());
  }));
});
