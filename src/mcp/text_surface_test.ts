import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type TextRole, textSurfaces } from "./text_surface.ts";

function rolesOf(content: Parameters<typeof textSurfaces>[0]): Record<string, TextRole> {
  return Object.fromEntries(
    [...textSurfaces(content)].filter(({ role }) => role !== "key").map((s) => [s.text, s.role]),
  );
}

Deno.test("textSurfaces() visits every string and key at any depth", () => {
  const found = [...textSurfaces({ a: ["x", { b: "y", c: [["z"]] }], d: 1 })];
  assertEquals(found.map(({ text, role }) => `${role} ${text}`), [
    "key a",
    "text x",
    "key b",
    "text y",
    "key c",
    "text z",
    "key d",
  ]);
});

Deno.test("textSurfaces() knows what may not be edited", () => {
  assertEquals(
    rolesOf({
      content: [{ type: "image", data: "aW1n", mimeType: "image/png" }, { type: "text", text: "words" }],
      contents: [{ uri: "file:///a", blob: "YmxvYg" }],
      nextCursor: "c1",
      requestState: "s1",
    }),
    {
      image: "text",
      aW1n: "media",
      "image/png": "text",
      text: "text",
      words: "text",
      "file:///a": "echoed",
      YmxvYg: "media",
      c1: "echoed",
      s1: "echoed",
    },
  );
});

Deno.test("textSurfaces() takes `data` and `blob` for text where no schema makes them base64", () => {
  assertEquals(rolesOf({ level: "info", data: "log line" })["log line"], "text");
  assertEquals(rolesOf({ blob: "words" })["words"], "text");
});

Deno.test("textSurfaces() misses no string of any value", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const plain = JSON.parse(JSON.stringify(value));
    const wanted: string[] = [];
    JSON.stringify(plain, (key, member) => {
      if (typeof member === "string") wanted.push(member);
      return key === "\0" ? undefined : member;
    });
    const seen = [...textSurfaces(plain)].filter(({ role }) => role !== "key").map(({ text }) => text);
    assertEquals(seen.toSorted(), wanted.toSorted());
  }));
});
