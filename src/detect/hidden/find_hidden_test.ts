import assert from "node:assert/strict";
import fc from "fast-check";
import { assertLinear } from "../../guards/scaling_fixture.ts";
import { findHidden } from "./find_hidden.ts";

function rules(text: string): string[] {
  return findHidden(text).found.map(({ rule }) => rule);
}

const tags = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");

/** What is hidden, and beside it what only looks so. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["control-character", ["a\0b", "a\x07", "\x7f", "a\x85b", "\x0c"], ["a\tb\nc\r\nd"]],
  ["backspace", ["safe\b\b\b\bevil"], ["safe"]],
  ["lone-carriage-return", ["good\revil", "a\r"], ["a\r\nb"]],
  ["line-separator", ["a\u2028b", "a\u2029b"], ["a\nb"]],
  [
    "terminal-sequence",
    ["a\x1b[2Kb", "a\x1b[1Gb", "\x1b]0;root\x07", "\x1b]8;;https://a.example\x07"],
    ["[2K"],
  ],
  ["hiding-colour", ["a\x1b[8mb", "\x1b[31;41mx"], ["\x1b[31mred\x1b[0m", "\x1b[1;37;44mx\x1b[m"]],
  ["direction-control", ["a\u202eb", "\u2066a", "a\u2069"], ["אבג"]],
  ["direction-mark", ["a\u200eb", "abc\u200f\u200f אב"], ["שלום\u200f, world", "אבג (a)\u200e"]],
  ["tag-character", [tags("read"), `🏴${tags("gb")}`, `🏴${tags("gbeng")}x`], [
    `🏴${tags("gbeng")}\u{e007f}`,
    `🏴${tags("usca")}\u{e007f}!`,
  ]],
  ["variation-selector", ["a\ufe0f", "x\u{e0101}\u{e0102}", "❤\ufe0f\ufe0f", "葛\u{e0101}\u{e0102}", "1\ufe0f"], [
    "❤\ufe0f",
    "1\ufe0f\u20e3",
    "葛\u{e0101}",
    "☎\ufe0e",
  ]],
  ["zero-width", ["a\u200bb", "a\u200b\u200b", "in\u200dstead", "a\u2060b", "a\ufeff", "a\u3164b", "a\u034fb"], [
    "می\u200cخواهم",
    "क्\u200dष",
    "👩\u200d💻",
    "👩🏽\u200d🚀",
    "❤\ufe0f\u200d🔥",
    "\ufeffstart",
    "ไทย\u200bไทย",
  ]],
  ["soft-hyphen", ["Ign\u00adore"], ["Ign-ore"]],
  ["padding", [`a${" ".repeat(300)}b`, `a${"\n".repeat(60)}b`, `a${"\u2800".repeat(250)}b`, `| a${" ".repeat(300)}b`], [
    `a${" ".repeat(100)}b`,
    `a${" ".repeat(300)}`,
    `| a${" ".repeat(300)}|`,
    "a\n\n\n\nb",
  ]],
];

for (const [rule, hidden, shown] of CASES) {
  Deno.test(`findHidden() finds ${rule}, and passes what only looks so`, () => {
    for (const text of hidden) assert.deepEqual([...new Set(rules(text))], [rule], JSON.stringify(text));
    for (const text of shown) assert.deepEqual(rules(text), [], JSON.stringify(text));
  });
}

Deno.test("findHidden() lists places in order, apart, each within the text", () => {
  const unit = fc.constantFrom(
    "a",
    " ",
    "\x1b",
    "[",
    "8",
    "m",
    "\r",
    "\n",
    "\u200d",
    "\u202e",
    "👩",
    "\u{e0061}",
    "\ufe0f",
    "م",
  );
  fc.assert(fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
    let end = 0;
    for (const found of findHidden(text).found) {
      assert(found.start >= end && found.end > found.start && found.end <= text.length);
      end = found.end;
    }
  }));
});

Deno.test("findHidden() lists at most as many as it is asked for", () => {
  assert.equal(findHidden("a\u202e".repeat(50), { limit: 5 }).found.length, 5);
  assert.equal(findHidden("a\u202e".repeat(50)).found.length, 50);
});

Deno.test("findHidden() costs no more than the text is long", () => {
  for (
    const unit of [
      "a",
      "\x1b[",
      "\x1b]0;",
      "a\u200b",
      "م\u200c",
      " ",
      "\n",
      "\r",
      `${" ".repeat(199)}x`,
      "🏴",
      "\u{e0061}",
    ]
  ) {
    assertLinear(JSON.stringify(unit), 20_000, (length) => {
      findHidden(unit.repeat(Math.ceil(length / unit.length)));
    });
  }
});
