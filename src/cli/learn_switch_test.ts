import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const LIST = "/home/ann/.sallyport/learning.jsonc";

Deno.test("learn on and off change the list and say what that means", async () => {
  const on = await runIn(["learn", "on", "files"]);
  assertEquals(on.exit, 0);
  assertStringIncludes(on.files.get(LIST) ?? "", '"files"');
  assertStringIncludes(on.out(), "only observe");
  const off = await runIn(["learn", "off", "files"], { files: { [LIST]: on.files.get(LIST) } });
  assertEquals([off.exit, off.files.get(LIST)?.includes("files")], [0, false]);
});

Deno.test("learn on --sandbox-record is kept, and learn off takes it away", async () => {
  const on = await runIn(["learn", "on", "files", "--sandbox-record"]);
  assertEquals(JSON.parse((on.files.get(LIST) ?? "").split("\n").slice(1).join("")).recorded, ["files"]);
  assertStringIncludes(on.out(), "under Deno");
  assertEquals((await runIn(["learn", "off", "files", "--sandbox-record"])).exit, 2);
  const off = await runIn(["learn", "off", "files"], { files: { [LIST]: on.files.get(LIST) } });
  assertEquals(off.files.get(LIST)?.includes("recorded"), false);
});

Deno.test("learn on wants a name, and leaves a broken list alone", async () => {
  assertEquals((await runIn(["learn", "on"])).exit, 2);
  const broken = await runIn(["learn", "on", "a"], { files: { [LIST]: "{" } });
  assertEquals([broken.exit, broken.files.get(LIST)], [2, "{"]);
});
