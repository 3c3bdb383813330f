import { assertEquals, assertStringIncludes } from "@std/assert";
import { runIn } from "./testdata/fake_edge.ts";

const POLICY = "/home/ann/.sallyport/sallyport.jsonc";

Deno.test("learn -- CMD enforces the baseline in place of the person's policy, and says so", async () => {
  const world = { files: { [POLICY]: '{"version":1,"tools":{"only":"allow"}}' } };
  const ran = await runIn(["learn", "--name", "files", "--", "server"], world);
  const [plan] = ran.plans;
  assertEquals(ran.exit, 0);
  assertEquals(plan?.learns, { project: "/home/ann/project", home: "/home/ann", tmpdir: "/tmp" });
  assertStringIncludes(ran.err(), "policy: pack:baseline");
  assertStringIncludes(ran.err(), "LEARNING: only the pack baseline is enforced");
});

Deno.test("a proxy learns exactly when its name is on the list; a broken list learns nothing", async () => {
  const list = "/home/ann/.sallyport/learning.jsonc";
  const learns = async (text: string | undefined, name: string) => {
    const files = text === undefined ? {} : { [list]: text };
    return (await runIn(["proxy", "--name", name, "--", "server"], { files })).plans[0]?.learns !== undefined;
  };
  const on = '{"version":1,"servers":["files"]}';
  assertEquals(await learns(undefined, "files"), false);
  assertEquals(await learns("{", "files"), false);
  assertEquals(await learns(on, "file"), false);
  assertEquals(await learns(on, "files"), true);
});

Deno.test("learn without a part it knows is a usage error", async () => {
  assertEquals((await runIn(["learn"])).exit, 2);
  assertEquals((await runIn(["learn", "everything"])).exit, 2);
  assertEquals((await runIn(["learn", "constructor"])).exit, 2);
});
