import { assertEquals } from "@std/assert";
import { readKeptPolicy } from "../../audit/kept_policy.ts";
import type { KeptByLog } from "./edge.ts";
import { policy, runIn } from "./testdata/fake_edge.ts";

async function kept(files: Readonly<Record<string, string>>): Promise<KeptByLog | undefined> {
  const { plans } = await runIn(["--", "cat"], { files });
  return plans[0]?.kept;
}

const HOME = "/home/ann/.sallyport/sallyport.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";

Deno.test("keptByLog() keeps texts that give the hash which records name, of the project too", async () => {
  for (const files of [{}, { [HOME]: policy({}) }, { [HOME]: policy({}), [PROJECT]: policy({ default: "deny" }) }]) {
    const { hash = "", text = "" } = await kept(files) ?? {};
    const read = readKeptPolicy(text, hash);
    assertEquals([read?.global.source, read?.project?.source], [
      HOME in files ? HOME : "pack:baseline",
      PROJECT in files ? PROJECT : undefined,
    ]);
  }
});

Deno.test("keptByLog() keeps in clear what the person's policy says, whatever the project's says", async () => {
  const clear = (name: string) => policy({ audit: { clear: [name] } });
  assertEquals((await kept({ [HOME]: clear("a/b"), [PROJECT]: clear("c/d") }))?.clear, ["a/b"]);
  assertEquals((await kept({ [HOME]: policy({}), [PROJECT]: clear("c/d") }))?.clear, []);
});
