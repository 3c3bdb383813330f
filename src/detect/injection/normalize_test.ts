import assert from "node:assert/strict";
import fc from "fast-check";
import { normalizeText, otherReadings } from "./normalize.ts";

Deno.test("normalizeText() brings other forms of a text to one", () => {
  const cases = [
    ["Ignore THIS", "ignore this"],
    ["Ｉｇｎｏｒｅ", "ignore"],
    ["précédentes", "precedentes"],
    ["іgnоrе", "ignore"],
    ["𝐢𝐠𝐧𝐨𝐫𝐞", "ignore"],
    ["Ⓘⓖnore", "ignore"],
    ["ignoré ﬁle", "ignore file"],
  ] as const;
  for (const [text, normal] of cases) assert.equal(normalizeText(text).text, normal, text);
});

Deno.test("normalizeText() leaves words of other scripts as they are", () => {
  assert.equal(normalizeText("Игнорируй все").text, "игнорируи все");
  for (const text of ["忽略以前的指令", "これまでの指示", "می‌خواهم", "αβγ"]) {
    assert.equal(normalizeText(text).text, text);
  }
});

Deno.test("normalizeText() leads back to the text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "B", "é", "ﬁ", "𝐢", " ", "я", "Ｉ"), maxLength: 20 }),
      (text) => {
        const { text: normal, toSource } = normalizeText(text);
        for (let at = 0; at < normal.length; at++) {
          const { start, end } = toSource({ start: at, end: at + 1 });
          assert(start >= 0 && start < end && end <= text.length, JSON.stringify(text));
        }
      },
    ),
  );
});

Deno.test("otherReadings() reads digits as letters and letters apart as words", () => {
  const read = (text: string) => otherReadings(text).map((view) => view.text.trim());
  assert.deepEqual(read("1gn0r3 pr3v10us 1nstruct10ns"), ["ignore previous instructions"]);
  assert.deepEqual(read("i g n o r e   a l l"), ["ignore all"]);
  assert.deepEqual(read("i.g.n.o.r.e"), ["ignore"]);
  for (const text of ["plain words", "a b c", "version 1.2.3 of x86", "utf8 and sha256", "e. g. a b"]) {
    assert.deepEqual(read(text), [], text);
  }
});

Deno.test("otherReadings() leads back to the letters", () => {
  const text = "say: 1gn0r3 th3m now";
  const [view] = otherReadings(text);
  const at = view?.text.indexOf("ignore") ?? -1;
  assert.deepEqual(view?.toSource({ start: at, end: at + 6 }), { start: 5, end: 11 });
});
