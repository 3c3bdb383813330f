import assert from "node:assert/strict";
import fc from "fast-check";
import { encodedViews } from "./encoded_runs.ts";

const TEXT = "the words to be found here, all of them";

Deno.test("encodedViews() finds base64 at any alignment, and hex, with its place", () => {
  fc.assert(fc.property(fc.nat({ max: 3 }), fc.constantFrom("", " ", "=", "\n"), (shift, gap) => {
    const encoded = btoa(TEXT).replace(/=+$/, "");
    const text = `${gap}${"x".repeat(shift)}${encoded}${gap}`;
    const view = encodedViews(text).find((each) => each.text.includes(TEXT.slice(0, -3)));
    assert(view !== undefined, text);
    const at = view.text.indexOf("words");
    const { start, end } = view.toSource({ start: at, end: at + 5 });
    assert(atob(text.slice(start, end)).includes("words"));
    assert(end - start <= 12);
  }));
  const hex = Array.from(TEXT, (letter) => letter.charCodeAt(0).toString(16)).join("");
  for (const prefix of ["", "a"]) {
    const view = encodedViews(`hex ${prefix}${hex.toUpperCase()}.`).find((each) => each.text.includes(TEXT));
    assert(view !== undefined && view.decoded === "hex");
    const at = view.text.indexOf("the");
    assert.deepEqual(view.toSource({ start: at, end: at + 3 }), { start: 4 + prefix.length, end: 10 + prefix.length });
  }
});

Deno.test("encodedViews() puts wrapped lines together, and other runs apart", () => {
  const bytes = TEXT.repeat(4);
  const wrapped = btoa(bytes).replace(/.{76}/g, "$&\n");
  assert(encodedViews(wrapped).some((view) => view.text.includes(bytes)));
  const apart = `${btoa(TEXT).replace(/=+$/, "")} ${btoa(TEXT)}`;
  assert(encodedViews(apart).some((view) => view.text.includes(`${TEXT}\n${TEXT}`)));
});

Deno.test("encodedViews() has nothing for words", () => {
  assert.deepEqual(encodedViews("only words, none of them long enough"), []);
});
