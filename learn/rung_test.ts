import { assertEquals } from "@std/assert";
import { cleanSightings, escapeVariables, sightingsBy } from "./rung.ts";
import { stringProfile } from "./profile_fixture.ts";

Deno.test("cleanSightings() leaves out what only the server said first", () => {
  const { values } = stringProfile({ mine: ["a"], theirs: ["a", "b"] }, ["theirs"]);
  assertEquals([...cleanSightings(values).keys()], ["mine"]);
});

Deno.test("sightingsBy() joins the sessions of values of one class", () => {
  const values = new Map([["ab", new Set(["1"])], ["ac", new Set(["2"])], ["b", new Set(["1"])]]);
  const found = sightingsBy(values, (value) => [value.charAt(0)]);
  assertEquals([...found].map(([name, sessions]) => [name, sessions.size]), [["a", 2], ["b", 1]]);
});

Deno.test("escapeVariables() makes a text that no variable of a policy is read in", () => {
  assertEquals(escapeVariables("a ${HOME} $x"), "a $${HOME} $x");
});
