import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { collectTexts, isJoined, type TextRole, textSurfaces } from "./text_surface.ts";

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

Deno.test("collectTexts() collects what textSurfaces() lists, no more and no less", () => {
  const key = fc.constantFrom(
    "type",
    "text",
    "data",
    "blob",
    "uri",
    "name",
    "arguments",
    "structuredContent",
    "role",
    "x",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("image", "audio", "", "words", "aW1n"),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(fc.property(value, (content) => {
    const json = JSON.parse(JSON.stringify(content));
    const { media, joined, others } = collectTexts(json);
    const listed = [...textSurfaces(json)];
    const texts = (isMeant: (surface: typeof listed[number]) => boolean) =>
      listed.filter((surface) => surface.text !== "" && isMeant(surface)).map(({ text }) => text);
    const isNeighbour = ({ role, path }: typeof listed[number]) => isJoined(role, path.at(-1));
    assertEquals(media.filter((text) => text !== ""), texts(({ role }) => role === "media"));
    assertEquals(joined, texts(isNeighbour));
    assertEquals(
      others.filter((text) => text !== ""),
      texts((surface) => surface.role !== "media" && !isNeighbour(surface)),
    );
  }));
});
