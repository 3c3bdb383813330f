import { assertEquals, assertStringIncludes } from "@std/assert";
import { policy, runIn } from "./testdata/fake_edge.ts";

const HOME = "/home/ann/.sallyport";
const POLICY = { [`${HOME}/sallyport.jsonc`]: policy({ tools: { "re*": "allow", write: "allow", erase: "deny" } }) };

function audit(session: string, records: readonly object[]): string {
  const time = "2026-11-29T10:00:00.000Z";
  const all = [{ kind: "open", server: "s" }, ...records];
  return all.map((record) => `${JSON.stringify({ session, time, ...record })}\n`).join("");
}

const call = (tool: string, verdict: string, rule: string) => ({
  kind: "verdict",
  message: "request",
  method: "tools/call",
  tool,
  verdict,
  rule,
});

Deno.test("drift ends with 1 where policy and use disagree, and with 0 where they do not", async () => {
  const used = [call("read", "allow", "tool/entry"), call("write", "log", "tool/entry")];
  const good = { ...POLICY, [`${HOME}/audit/2026/11/29/s-1.jsonl`]: audit("1", used) };
  const calm = await runIn(["learn", "drift"], { files: good });
  assertEquals([calm.exit, calm.out()], [0, "no drift\n"]);
  const lone = { ...POLICY, [`${HOME}/audit/2026/11/29/s-1.jsonl`]: audit("1", used.slice(0, 1)) };
  const unused = await runIn(["learn", "drift"], { files: lone });
  assertEquals(unused.exit, 1);
  assertStringIncludes(unused.out(), '"write" is allowed and was not used');
  assertEquals((await runIn(["learn", "drift", "--unused-days", "0"], { files: lone })).exit, 0);
  const news = [call("new", "deny", "default/deny"), call("new", "deny", "default/deny")];
  const files = { ...good, "/a": audit("2", news), "/b": audit("3", news) };
  const json = await runIn(["learn", "drift", "--from", "/a", "--from", "/b", "--json"], { files });
  assertEquals([json.exit, JSON.parse(json.out()).drifts[0].kind], [1, "new"]);
});

Deno.test("drift without a policy that loads, or with a strange number of days, is a problem", async () => {
  assertEquals((await runIn(["learn", "drift"], { files: { [`${HOME}/sallyport.jsonc`]: "{" } })).exit, 2);
  assertEquals((await runIn(["learn", "drift", "--unused-days", "x"])).exit, 2);
});
