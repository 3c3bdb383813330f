import { assertEquals } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("audit schema prints one JSON Schema and takes no words", async () => {
  const ran = await runIn(["audit", "schema"]);
  assertEquals([ran.exit, JSON.parse(ran.out()).$schema], [0, "https://json-schema.org/draft/2020-12/schema"]);
  assertEquals((await runIn(["audit", "schema", "x"])).exit, 2);
});
