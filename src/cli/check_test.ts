import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { humanLine } from "./check.ts";
import { type FakeWorld, policy, runIn } from "./testdata/fake_edge.ts";

const GLOBAL = "/home/ann/.sallyport/sallyport.jsonc";
const BODY = {
  tools: { echo: { args: { text: { length: [1, 5] } } }, erase: "deny", mail: "ask" },
  rules: [{ name: "loud", when: { any: { regex: "LOUD" } }, then: "log" }],
};
const WORLD: FakeWorld = { files: { [GLOBAL]: policy(BODY) } };

function call(tool: string, args: object = {}): string {
  return JSON.stringify({ call: { tool, args } });
}

const INPUTS: readonly (readonly [string, string, number, string])[] = [
  ["a tool that is denied", call("erase"), 1, "deny   rule tool/entry: tool not allowed\n"],
  ["a tool nobody speaks of", call("other"), 1, "deny   rule default/deny: not allowed by the policy\n"],
  [
    "an argument that fails its condition",
    call("echo", { text: "too long" }),
    1,
    'deny   rule tool/condition: argument condition failed at "/text" (length)\n',
  ],
  [
    "an argument that is not named",
    call("echo", { texts: "x" }),
    1,
    'deny   rule tool/argument: argument not allowed at "/texts"\n',
  ],
  [
    "a tool that needs approval",
    call("mail"),
    1,
    "ask    rule tool/entry: needs approval\n",
  ],
  ["a call that is fine", call("echo", { text: "short" }), 0, "allow  rule tool/entry: allowed\n"],
  ["a call that is logged", call("echo", { text: "LOUD" }), 0, "log    rule tool/entry: allowed\n"],
  [
    "a call of Sallyport's own files",
    call("echo", { text: "~/.sallyport" }),
    1,
    "deny   rule self/protected: touches files that guard this session\n",
  ],
  [
    "a message with a duplicate key",
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","method":"ping"}',
    1,
    "deny   rule frame/duplicate-key: message is not well-formed\n",
  ],
  [
    "a message without its envelope's constant",
    '{"message":{"id":1,"method":"resources/read","params":{"uri":"x"}}}',
    1,
    "deny   rule default/deny: not allowed by the policy\n",
  ],
  ["a ping", '{"jsonrpc":"2.0","id":1,"method":"ping"}', 0, "allow  rule method/protocol: allowed\n"],
  ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 1, "deny   rule frame/batch: message is not well-formed\n"],
];

for (const [name, input, exit, out] of INPUTS) {
  Deno.test(`check --input says what becomes of ${name}`, async () => {
    const ran = await runIn(["check", "--input", input], WORLD);
    assertEquals([ran.out(), ran.exit, ran.err()], [out, exit, ""]);
    const piped = await runIn(["check"], { ...WORLD, stdin: `${input}\n` });
    assertEquals([piped.out(), piped.exit], [out, exit]);
  });
}

Deno.test("check has an input that is no JSON, and a case that is none, for a problem", async () => {
  const broken = await runIn(["check", "--input", "{"], WORLD);
  assertEquals(broken.exit, 2);
  assertEquals(broken.out(), "deny   rule frame/syntax: message is not well-formed\n");
  assertStringIncludes(broken.err(), "The input is not JSON");
  const none = await runIn(["check", "--input", '{"cal":{}}'], WORLD);
  assertEquals([none.exit, none.out()], [2, ""]);
  assertStringIncludes(none.err(), 'Cannot check the input: a case has "call", "message" or "response"');
  const json = await runIn(["check", "--json", "--input", '{"call":{}}'], WORLD);
  assertEquals([json.exit, json.out()], [2, `{"error":"\\"call\\" needs a \\"tool\\""}\n`]);
});

Deno.test("check reads a message over several lines, and none that is too long", async () => {
  const spread = JSON.stringify(JSON.parse(call("erase")), undefined, 2).replaceAll("\n", "\r\n");
  assertEquals((await runIn(["check"], { ...WORLD, stdin: spread })).exit, 1);
  const long = await runIn(["check"], { ...WORLD, stdin: "x".repeat(10 * 1024 * 1024 + 1) });
  assertEquals([long.exit, long.out()], [2, ""]);
  assertStringIncludes(long.err(), "The input is longer than 10 MiB");
});

Deno.test("check waits for no message from a terminal, and takes one source at a time", async () => {
  const ran = await runIn(["check"], { ...WORLD, terminal: true });
  assertEquals(ran.exit, 2);
  assertStringIncludes(ran.err(), "No message");
  for (const flags of [["--input", "{}", "--tests"], ["--suite", "f", "--input", "{}"], ["--suite", "f", "--tests"]]) {
    assertStringIncludes((await runIn(["check", ...flags], WORLD)).err(), "Only one of --input, --suite and --tests");
  }
});

Deno.test("check --json prints one object with the fixed keys", async () => {
  const ran = await runIn(["check", "--json", "--input", call("echo", { text: "too long" })], WORLD);
  assertEquals(JSON.parse(ran.out()), {
    verdict: "deny",
    rule: "tool/condition",
    reason: "argument condition failed",
    findings: [],
    pointer: "/text",
    condition: "length",
  });
  assert(ran.out().endsWith("}\n"));
});

Deno.test("check judges an answer as that of its request", async () => {
  const responses = [{ name: "no-keys", when: { tool: "echo", any: { regex: "KEY" } }, then: "deny" }];
  const world = { files: { [GLOBAL]: policy({ default: "allow", responses }) } };
  const answer = (name: string, text: string) =>
    JSON.stringify({
      request: { method: "tools/call", params: { name, arguments: {} } },
      response: { result: { content: [{ type: "text", text }] } },
    });
  const ran = await runIn(["check", "--input", answer("echo", "a KEY")], world);
  assertEquals([ran.exit, ran.out()], [1, "deny   rule no-keys: matched a deny rule\n"]);
  assertEquals((await runIn(["check", "--input", answer("other", "a KEY")], world)).exit, 0);
  assertEquals((await runIn(["check", "--input", answer("echo", "a key")], world)).exit, 0);
});

async function suite(text: string, ...flags: readonly string[]) {
  const files = { ...WORLD.files, "/home/ann/project/suite.jsonl": text };
  return await runIn(["check", "--suite", "suite.jsonl", ...flags], { files });
}

const GOOD = '{"call":{"tool":"erase"},"expect":"deny","rule":"tool/entry"}';

Deno.test("check --suite counts what is not as expected", async () => {
  const ran = await suite(`${GOOD}\n\n{"call":{"tool":"erase"},"expect":"allow"}\n{"call":{"tool":"other"}}\n`);
  assertEquals(ran.exit, 1);
  assertEquals(
    ran.out(),
    "case 2: expected allow, got deny   rule tool/entry: tool not allowed\n" +
      "case 3: expected allow, got deny   rule default/deny: not allowed by the policy\n" +
      "1 of 3 as expected\n",
  );
  const right = await suite(`${GOOD}\n{"call":{"tool":"mail"},"expect":"ask"}`);
  assertEquals([right.exit, right.out()], [0, "2 of 2 as expected\n"]);
});

Deno.test("check --junit gives each case of a suite its place, and is for nothing else", async () => {
  const ran = await suite(`${GOOD}\n{"call":{"tool":"erase"},"expect":"allow"}\nno case`, "--junit");
  assertEquals(ran.exit, 2);
  assertStringIncludes(ran.out(), '<testsuite name="suite.jsonl" tests="3" failures="1" errors="1">');
  assertStringIncludes(ran.out(), '<failure message="expected allow, got deny ');
  assertEquals((await suite(GOOD, "--junit")).exit, 0);
  assertStringIncludes((await runIn(["check", "--tests", "--junit"], WORLD)).out(), '<testsuite name="tests"');
  for (const flags of [["--input", "{}", "--junit"], ["--tests", "--junit", "--json"]]) {
    assertEquals((await runIn(["check", ...flags], WORLD)).exit, 2, flags.join(" "));
  }
});

Deno.test("check --suite wants the rule that is named, and takes a logged message for one that passes", async () => {
  const wrong = await suite('{"call":{"tool":"erase"},"expect":"deny","rule":"default/deny"}');
  assertEquals([wrong.exit, wrong.out().includes("expected deny by rule default/deny")], [1, true]);
  const logged = '{"call":{"tool":"echo","args":{"text":"LOUD"}},"expect":';
  assertEquals((await suite(`${logged}"allow"}`)).exit, 0);
  assertEquals((await suite(`${logged}"log"}`)).exit, 0);
  assertEquals((await suite('{"call":{"tool":"echo","args":{"text":"x"}},"expect":"log"}')).exit, 1);
});

Deno.test("check --suite gives a bad line an error of its own, and judges the others", async () => {
  const ran = await suite(`{"call":\n${GOOD}\n5\n{"call":{"tool":"erase"},"expect":"denied"}\n${GOOD}`, "--json");
  assertEquals(ran.exit, 2);
  const lines = ran.out().trimEnd().split("\n").map((line) => JSON.parse(line));
  assertEquals(lines.map((line) => line.error ?? line.pass), [
    "the line is not strict JSON (syntax)",
    true,
    "a case is an object",
    '"expect" is one of allow, deny, ask, redact, log',
    true,
  ]);
});

Deno.test("check --suite reads a JSON array with comments, and says what it cannot read", async () => {
  assertEquals((await suite(`// why\n[\n  ${GOOD}, // yes\n  ${GOOD}\n]\n`)).out(), "2 of 2 as expected\n");
  const missing = await runIn(["check", "--suite", "none"], WORLD);
  assertEquals([missing.exit, missing.out()], [2, ""]);
  assertStringIncludes(missing.err(), 'Cannot read suite "none": the file does not exist');
});

Deno.test("check --tests runs the tests of the policies in force", async () => {
  const tests = [
    { call: { tool: "erase", args: {} }, expect: "deny" },
    { call: { tool: "echo", args: { text: "x" } }, expect: "allow" },
  ];
  const right = await runIn(["check", "--tests"], { files: { [GLOBAL]: policy({ ...BODY, tests }) } });
  assertEquals([right.exit, right.out()], [0, "2 of 2 as expected\n"]);
  const wrong = [{ call: { tool: "erase", args: {} }, expect: "allow" }];
  assertEquals((await runIn(["check", "--tests"], { files: { [GLOBAL]: policy({ ...BODY, tests: wrong }) } })).exit, 1);
  assertEquals((await runIn(["check", "--tests"])).exit, 0, "those of the baseline pack");
});

Deno.test("check needs no trust to show what a project's policy denies, and shows no more than that", async () => {
  const files = {
    [GLOBAL]: policy({ default: "allow" }),
    "/home/ann/project/sallyport.jsonc": policy({ tools: { erase: "deny" }, default: "deny" }),
  };
  assertEquals((await runIn(["check", "--input", call("erase")], { files })).exit, 1);
  assertEquals((await runIn(["check", "--input", call("echo")], { files })).exit, 0);
});

Deno.test("check stops at a policy with problems", async () => {
  const ran = await runIn(["check", "--input", call("echo")], { files: { [GLOBAL]: "{" } });
  assertEquals([ran.exit, ran.out()], [2, ""]);
  assertStringIncludes(ran.err(), `${GLOBAL}:1:`);
});

Deno.test("humanLine() quotes what could drive a terminal", () => {
  const line = humanLine({ verdict: "deny", rule: "r", reason: "x", findings: [], pointer: "/a\u001b[2J" });
  assertEquals(line, 'deny   rule r: x at "/a\\u001b[2J"\n');
});

Deno.test("check says what would be refused, also where the policy only observes", async () => {
  const files = { [GLOBAL]: policy({ ...BODY, mode: "observe" }) };
  assertEquals((await runIn(["check", "--input", call("erase")], { files })).exit, 1);
  assertEquals((await runIn(["check", "--input", call("echo", { text: "x" })], { files })).exit, 0);
});
