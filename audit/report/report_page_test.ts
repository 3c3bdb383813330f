import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { createHash } from "node:crypto";
import { REPORT_CONTENT_POLICY } from "./report_page.ts";
import { dataOf, pageOf, SOUND } from "./report_fixture.ts";

/** The tags of a page, by which it is seen whether a text became markup. */
function tagsOf(page: string): string[] {
  const body = page.replace(/<style>[^]*?<\/style>/, "<style></style>").replace(/<script>[^]*?<\/script>/, "<script>");
  // Where the names are as they should be, each `<` and `>` is a tag's, and each tag is one of ours.
  return body.match(/<[^]*?>|<|>/g) ?? [];
}

/** Records of every kind that hold a text wherever they can. */
function recordsWith(text: string) {
  const names = {
    ...{
      session: text,
      tool: text,
      method: text,
      rule: text,
      reason: text,
      pointer: text,
      condition: text,
      name: text,
    },
    ...{ before: text, after: text, confidence: text, via: text, side: text, message: text, logs: [text], ms: 5 },
  };
  return [
    { ...names, kind: "verdict", verdict: "deny" },
    { ...names, kind: "verdict", verdict: text },
    { ...names, kind: "outcome", outcome: text },
    { ...names, kind: "outcome", outcome: "result", redacted: true },
    { ...names, kind: "finding", detector: text },
    { ...names, kind: "ask", answer: text },
    { ...names, kind: "drift", definition: text },
    { ...names, kind: "note", note: text },
    { ...names, kind: text },
  ];
}

function hostilePage(text: string): string {
  return pageOf(dataOf(recordsWith(text), text), {
    filters: text,
    verification: {
      ...SOUND,
      verdicts: [
        { name: "order", state: "broken", why: text, findings: [{ file: text, line: 1, text }], count: 3 },
        { name: "key", state: "unknown", why: text, findings: [], count: 0 },
      ],
      notes: [text],
    },
  });
}

const PLAIN_TAGS = tagsOf(hostilePage("plain"));

Deno.test("reportPage() makes no markup of what a log holds", () => {
  for (
    const text of [
      "</script><script>alert(1)</script>",
      "--><img src=x onerror=alert(1)>",
      '" onload="alert(1)" x="',
      "' onload='alert(1)' x='",
      "</style></title></table><svg/onload=alert(1)>",
      "\u001b[2J\u001b]8;;http://x\u0007\u202e\u2066\u200b\u0000",
      "]]><!DOCTYPE html>",
      "<".repeat(10_000),
      "&lt;script&gt;",
      "${alert(1)}{{1}}",
    ]
  ) {
    const page = hostilePage(text);
    assertEquals(tagsOf(page), PLAIN_TAGS, text.slice(0, 40));
    assertEquals(/[\p{Cf}]|(?!\n)\p{Cc}/u.test(page), false, "nothing drives or hides");
  }
});

Deno.test("reportPage() has the same tags whatever a log holds", () => {
  // The first characters decide what is shown of a name: they are the hostile ones often enough.
  const text = fc.array(fc.constantFrom(..."<>\"'&/!-`= abc\u202e\u001b\n"), { minLength: 1, maxLength: 40 }).map((
    all,
  ) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary", minLength: 1 })), (hostile) => {
      assertEquals(tagsOf(hostilePage(`~${hostile}`)), PLAIN_TAGS);
    }),
    { numRuns: 60 },
  );
});

Deno.test("reportPage() lets through its own style and script by their hashes, and nothing else", () => {
  const page = pageOf(dataOf([{ verdict: "deny" }]));
  const hashOf = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const [, style] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  const [, script] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
  assertEquals(
    REPORT_CONTENT_POLICY,
    `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`,
  );
  assert(page.indexOf(REPORT_CONTENT_POLICY) < page.indexOf("<style>"), "the policy stands in front");
  assertEquals(
    page.match(/<(?:link|img|iframe|object|base|form)\b|\s(?:on\w+|style|href|src)=|url\(|https?:|data:/g),
    null,
  );
  assertMatch(page, /^<!DOCTYPE html>\n<html lang="en">/);
});

Deno.test("reportPage() says what is broken, what is not answered, and what is all right", () => {
  const broken = hostilePage("plain");
  assertStringIncludes(broken, "The log is broken: order.");
  assertStringIncludes(broken, "<code>plain:1</code> plain");
  assertStringIncludes(broken, "and 2 more");
  const sound = pageOf(dataOf([]));
  assertStringIncludes(sound, "Nothing in the log is broken.");
  assertEquals([sound.includes("is broken:"), sound.includes("Only records that fit")], [false, false]);
});

Deno.test("reportPage() says how many rows it leaves out", () => {
  const deny = { verdict: "deny", tool: "t" };
  const page = pageOf(dataOf(Array(2100).fill(deny)));
  assertStringIncludes(page, "These are the latest 2000; 100 older ones are not here.");
  assertEquals(pageOf(dataOf(Array(2000).fill(deny))).includes("older ones are not here"), false);
});
