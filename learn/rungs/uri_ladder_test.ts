import { assertEquals } from "@std/assert";
import { stringProfile } from "../profile_fixture.ts";
import { uriLadder } from "./uri_ladder.ts";

function patternOf(values: Readonly<Record<string, readonly string[]>>): RegExp {
  const { rungs } = uriLadder(stringProfile(values));
  const all = rungs.at(-1)?.condition["allOf"] as { regex: string }[];
  return new RegExp(all[0]?.regex ?? "(?!)");
}

Deno.test("the scheme and host of an address stay as seen, and what varies is one plain word", () => {
  const pattern = patternOf({ "demo://item/text/1": ["a"], "demo://item/text/2": ["b"], "demo://item/text/3": ["c"] });
  const refused = [
    "demo://item/text/1/2",
    "demo://other/text/1",
    "file://item/text/1",
    "demo://item/text/a b",
    "demo://item/text/",
  ];
  for (const uri of refused) assertEquals(pattern.test(uri), false, uri);
  assertEquals(pattern.test("demo://item/text/77"), true);
});

Deno.test("addresses that come again are a list; those of the server alone ask", () => {
  const ladder = uriLadder(stringProfile({ "demo://a": ["1", "2"] }));
  assertEquals(ladder.rungs[ladder.chosen]?.condition, { oneOf: ["demo://a"] });
  assertEquals(uriLadder(stringProfile({ "demo://a": ["1"] }, ["demo://a"])).asksAlways, true);
});
