import assert from "node:assert/strict";
import fc from "fast-check";
import { blankComments } from "./blank_comments.ts";

Deno.test("blankComments() leaves strict JSON behind, every offset where it was", () => {
  const cases: readonly [jsonc: string, json: string][] = [
    ['{"a": 1, // x\n"b": [1, 2,],}', '{"a": 1,      "b": [1, 2 ] }'],
    ['/* c\n */{"u": "//x", "v": "/*y*/"}', '        {"u": "//x", "v": "/*y*/"}'],
    ['["\\"//", 1 /*,*/ , /*]*/ ]', '["\\"//", 1                 ]'],
    ["[1,\r\n2]", "[1,  2]"],
  ];
  for (const [jsonc, json] of cases) {
    const blanked = blankComments(jsonc);
    assert.deepEqual(JSON.parse(blanked), JSON.parse(json));
    assert.equal(blanked.length, jsonc.length);
    for (const string of jsonc.match(/"[a-z]"/g) ?? []) assert.equal(blanked.indexOf(string), jsonc.indexOf(string));
  }
});

Deno.test("blankComments() mends nothing that is wrong", () => {
  for (const text of ["[,]", "{,}", "[1,,]", '{"a":,}', "[1,", "/* open", "\u00a01", '"a\nb"', "[1 2]", "[1,/]"]) {
    assert.throws(() => JSON.parse(blankComments(text)), SyntaxError, text);
  }
});

Deno.test("blankComments() changes no value, wherever comments stand", () => {
  const gap = fc.constantFrom("", " ", "\n", '// c ] , "\n', '/* , } " */');
  fc.assert(fc.property(fc.jsonValue(), fc.array(gap, { minLength: 1, maxLength: 9 }), (value, gaps) => {
    const plain = JSON.stringify(value);
    let index = 0;
    const noisy = plain.replace(/"(?:[^"\\]|\\.)*"|[[\]{},:]/g, (token) => token + (gaps[index++ % gaps.length] ?? ""));
    assert.deepEqual(JSON.parse(blankComments(noisy)), JSON.parse(plain));
    assert.equal(blankComments(noisy).length, noisy.length);
  }));
});
