import { assertEquals } from "@std/assert";
import { call, session } from "../../learn/profile_fixture.ts";
import { readSource, SOURCE_FLAGS } from "./learn_source.ts";
import { parseFlags } from "./parse_flags.ts";
import { fakeEdge } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";

Deno.test("readSource() takes the server that is named, or the files that are", async () => {
  const file = (server: string) => {
    const { head } = session("1", [], server);
    return [head, call("t", {}), { kind: "end", calls: 1, lost: 0 }].map((line) => `${JSON.stringify(line)}\n`).join(
      "",
    );
  };
  const { edge } = fakeEdge({
    files: {
      [`${HOME}/observations/a-c/1.jsonl`]: file("a"),
      [`${HOME}/observations/b-c/1.jsonl`]: file("b"),
      "/elsewhere.jsonl": file("c"),
    },
  });
  const serverOf = async (...args: readonly string[]) => {
    const source = await readSource(edge, HOME, parseFlags(args, SOURCE_FLAGS));
    return source.ok ? source.server : source.exit;
  };
  assertEquals(await serverOf("--name", "b"), "b");
  assertEquals(await serverOf("--from", "/elsewhere.jsonl"), "c");
  assertEquals(await serverOf("--name", "none"), 1);
  assertEquals(await serverOf("--from", "/none.jsonl"), 1);
});
