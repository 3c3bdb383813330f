import { assertEquals, assertStringIncludes } from "@std/assert";
import { policy, runIn } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const PROJECT = "/home/ann/project/sallyport.jsonc";
const FILES = {
  [GLOBAL]: policy({
    extends: ["./team.jsonc"],
    tools: { echo: "allow", x: "allow", y: "allow" },
    methods: { "resources/read": "ask" },
    rules: [{ name: "mine", when: { tool: "m*" }, then: "deny" }],
    responses: [{ name: "large", when: { bytesOver: 10 }, then: "log" }],
  }),
  "/home/ann/.sallyport/team.jsonc": policy({ rules: [{ name: "team", when: { tool: "t*" }, then: "deny" }] }),
  [PROJECT]: policy({
    default: "allow",
    tools: { y: "deny" },
    rules: [{ name: "theirs", when: { tool: "x" }, then: "deny" }],
  }),
};

function call(tool: string, args: object = {}): string {
  return JSON.stringify({ call: { tool, args } });
}

async function decidedBy(tool: string, args: object = {}): Promise<string | undefined> {
  const ran = await runIn(["explain", "--input", call(tool, args)], { files: FILES });
  assertEquals(ran.exit, 0);
  return ran.out().trimEnd().split("\n").at(-1)?.trim();
}

Deno.test("explain shows every policy in force, its entries and rules with the file each is from", async () => {
  const ran = await runIn(["explain"], { files: FILES });
  assertEquals(ran.exit, 0);
  assertEquals(
    ran.out(),
    `policy ${GLOBAL}
  trust: yes
  mode: enforce
  default: deny
  tool "echo": allow (${GLOBAL})
  tool "x": allow (${GLOBAL})
  tool "y": allow (${GLOBAL})
  method "resources/read": ask (${GLOBAL})
  rule mine: deny (${GLOBAL})
  rule team: deny (/home/ann/.sallyport/team.jsonc)
  response rule large: log (${GLOBAL})
policy ${PROJECT}
  trust: no: only what it denies or asks counts
  mode: enforce
  default: allow
  tool "y": deny (${PROJECT})
  rule theirs: deny (${PROJECT})
`,
  );
});

Deno.test("explain names the file of the rule that decided, and what no policy can change", async () => {
  assertEquals(await decidedBy("m1"), `decided by ${GLOBAL}`);
  assertEquals(await decidedBy("t1"), "decided by /home/ann/.sallyport/team.jsonc");
  assertEquals(await decidedBy("x"), `decided by ${PROJECT}`);
  assertEquals(await decidedBy("y"), `decided by ${PROJECT}`);
  assertEquals(await decidedBy("echo"), `decided by ${GLOBAL}`);
  assertEquals(
    await decidedBy("echo", { p: "~/.sallyport/x" }),
    "decided by Sallyport's protection of itself: no policy can change it",
  );
  const batch = '{"jsonrpc":"2.0","id":1,"method":"Tools/Call"}';
  const ran = await runIn(["explain", "--input", batch], { files: FILES });
  assertStringIncludes(ran.out(), "decided by the protocol: no policy can change it");
});

Deno.test("explain --json prints one object, with and without a message", async () => {
  const bare = JSON.parse((await runIn(["explain", "--json"], { files: FILES })).out());
  assertEquals(bare.policies.map(({ source, trust }: { source: string; trust: string }) => [source, trust]), [
    [GLOBAL, "trusted"],
    [PROJECT, "untrusted"],
  ]);
  const ran = await runIn(["explain", "--json", "--input", call("t1")], { files: FILES });
  const { verdict, rule, from, policies } = JSON.parse(ran.out());
  assertEquals([verdict, rule, from, policies.length], ["deny", "team", "/home/ann/.sallyport/team.jsonc", 2]);
});

Deno.test("explain has an input it cannot read, or a broken policy, for a problem", async () => {
  for (const input of ["{", "[]", '{"a":1,"a":2}', "{}"]) {
    const ran = await runIn(["explain", "--input", input], { files: FILES });
    assertEquals([ran.exit, ran.out()], [2, ""], input);
    assertStringIncludes(ran.err(), "Cannot explain the input: ");
  }
  assertEquals((await runIn(["explain"], { files: { [GLOBAL]: "{" } })).exit, 2);
});
