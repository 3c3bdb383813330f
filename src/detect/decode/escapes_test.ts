import assert from "node:assert/strict";
import fc from "fast-check";
import { unescapedViews } from "./escapes.ts";

function read(text: string): string[] {
  return unescapedViews(text).map((view) => `${view.decoded} ${view.text.trimEnd()}`);
}

Deno.test("unescapedViews() undoes each kind of escape once", () => {
  assert.deepEqual(read(String.raw`a\u0041\x42\/\n\"`), ['json aAB/\n"']);
  assert.deepEqual(read("a%41%2542"), ["percent aA%42"]);
  assert.deepEqual(read("a&#65;&#x42;&lt;&quot;"), ['html aAB<"']);
});

Deno.test("unescapedViews() leaves text alone that hides nothing", () => {
  for (const text of ["", "plain", String.raw`line\nline\t"`, "100%", "%zz", "a & b;", String.raw`C:\new`]) {
    assert.deepEqual(read(text), [], text);
  }
});

Deno.test("unescapedViews() leads each character back to its escape", () => {
  fc.assert(fc.property(fc.array(fc.constantFrom("a", "%41", "%42", "b"), { minLength: 1, maxLength: 20 }), (parts) => {
    const text = parts.join("");
    for (const view of unescapedViews(text)) {
      let at = 0;
      parts.forEach((part, index) => {
        assert.deepEqual(view.toSource({ start: index, end: index + 1 }), { start: at, end: at + part.length });
        at += part.length;
      });
    }
  }));
});

Deno.test("unescapedViews() reads only near an escape", () => {
  const [view] = unescapedViews(`${"x".repeat(5000)}%41${"y".repeat(5000)}`);
  assert(view !== undefined && view.text.length < 1100);
  assert.deepEqual(view.toSource({ start: 512, end: 513 }), { start: 5000, end: 5003 });
});
