import { assertEquals, assertStringIncludes } from "@std/assert";
import { stringProfile } from "../profile_fixture.ts";
import { lengthBound, textLadder, textRung } from "./text_ladder.ts";

const chosenOf = (profile: ReturnType<typeof stringProfile>) => {
  const ladder = textLadder(profile);
  return JSON.stringify(ladder.rungs[ladder.chosen]?.condition);
};

Deno.test("texts are those seen where they come again, else the plainest form that all have", () => {
  assertEquals(chosenOf(stringProfile({ size: ["a", "b"], name: ["a", "b"] })), '{"oneOf":["name","size"]}');
  const words = { one: ["a"], two: ["a"], three: ["b"], four: ["b"], five: ["b"] };
  assertStringIncludes(chosenOf(stringProfile(words)), '{"regex":"^[A-Za-z0-9_.:@-]{0,64}$"}');
  assertStringIncludes(chosenOf(stringProfile({ one: ["a"], two: ["b"] })), '{"length":[0,64]},{"not":{"regex"');
  assertStringIncludes(chosenOf(stringProfile({ "a\nb": ["a"], "c": ["b"] })), '{"type":"string"},{"length":[0,64]}');
});

Deno.test("a few words that only the server said first are asked about, whatever form they have", () => {
  assertEquals(textLadder(stringProfile({ secrets: ["a", "b"] }, ["secrets"])).asksAlways, true);
  assertEquals(textLadder(stringProfile({ secrets: ["a", "b"] })).asksAlways, undefined);
  const mixed = textLadder(stringProfile({ mine: ["a", "b"], theirs: ["a"] }, ["theirs"]));
  assertEquals(mixed.rungs[mixed.chosen]?.condition, { oneOf: ["mine"] });
});

Deno.test("no form lets a secret or hidden text in, and lengths are bounded", () => {
  assertEquals(
    JSON.stringify(textRung(100).condition).includes('{"not":{"secrets":true}},{"not":{"hidden":true}}'),
    true,
  );
  assertEquals([lengthBound(0), lengthBound(20), lengthBound(1000)], [64, 100, 5000]);
});
