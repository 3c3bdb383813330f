import { assertEquals } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

Deno.test("schema prints one JSON Schema and nothing else", async () => {
  const ran = await runIn(["schema"]);
  assertEquals([ran.exit, ran.err()], [0, ""]);
  const schema = JSON.parse(ran.out());
  assertEquals(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assertEquals(schema.required, ["version"]);
  assertEquals(ran.out().at(-1), "\n");
});

Deno.test("schema works where no policy, no home and no file is", async () => {
  const ran = await runIn(["schema"], {
    env: { HOME: "", OTEL_DENO: "1" },
    files: { "/home/ann/.sallyport/sallyport.jsonc": "{" },
  });
  assertEquals(ran.exit, 0);
  assertEquals((await runIn(["schema", "word"])).exit, 2);
});
