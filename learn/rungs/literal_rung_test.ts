import { assertEquals } from "@std/assert";
import { LADDER } from "../ladder.ts";
import { MADE_UP } from "../place_names.ts";
import { literalRung } from "./literal_rung.ts";

const of = (...values: readonly string[]) => new Map(values.map((value) => [value, new Set(["a"])]));

Deno.test("literalRung() lists the values, with folders as variables; too many, or none, are no list", () => {
  assertEquals(literalRung(of()), undefined);
  assertEquals(literalRung(of(...Array.from({ length: LADDER.maxLiterals + 1 }, (_, index) => `${index}`))), undefined);
  assertEquals(literalRung(of("b", "a"))?.condition, { oneOf: ["a", "b"] });
  const inProject = literalRung(of(`${MADE_UP.projectDir}/a`));
  assertEquals([inProject?.condition, inProject?.schema], [{ oneOf: ["${PROJECT_DIR}/a"] }, undefined]);
});
