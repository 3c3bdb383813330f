import { assert, assertEquals } from "@std/assert";
import { formatJson } from "../src/jsonrpc/format_json.ts";
import { MAX_CALLS, moveCalls, readSuite } from "./suite.ts";

Deno.test("a suite that is not what it must be is refused with its line", () => {
  const good = '{"tool":"read","arguments":{"path":"a"}}\n';
  const cases: Record<string, readonly [string, number]> = {
    "no JSON": ["// mine\nread a\n", 2],
    "another key": [`${good}{"tool":"read","args":{}}\n`, 2],
    "no tool": ['{"arguments":{}}', 1],
    "an empty name": ['{"tool":""}', 1],
    "arguments that are none": ['{"tool":"a","arguments":[1]}', 1],
    "a key twice": ['{"tool":"a","tool":"b"}', 1],
    "nothing at all": ["\n// nothing\n", 1],
    "too many": [good.repeat(MAX_CALLS + 1), MAX_CALLS + 1],
  };
  for (const [name, [text, line]] of Object.entries(cases)) {
    const reading = readSuite(text);
    assertEquals(reading.ok ? "read" : reading.line, line, name);
  }
  assertEquals(readSuite(good.repeat(MAX_CALLS)).ok, true);
});

Deno.test("calls are read as they stand, without arguments too", () => {
  const reading = readSuite('// mine\n\n{"tool":"read","arguments":{"n":12345678901234567890}}\r\n{"tool":"list"}');
  assert(reading.ok);
  assertEquals(reading.calls.map(({ tool, args }) => `${tool} ${formatJson(args)}`), [
    'read {"n":12345678901234567890}',
    "list {}",
  ]);
});

Deno.test("a project that lies elsewhere is found in every text, and a folder beside it is left alone", () => {
  const reading = readSuite(
    JSON.stringify({
      tool: "read",
      arguments: {
        paths: ["/home/ann/app/a", "${PROJECT_DIR}/b", "/home/ann/app2/c"],
        inner: { root: "/home/ann/app" },
        depth: 2,
      },
    }),
  );
  assert(reading.ok);
  const [call] = moveCalls(reading.calls, { project: "/home/ann/app", target: "/tmp/$&/copy" });
  assertEquals(JSON.parse(formatJson(call?.args ?? null)), {
    paths: ["/tmp/$&/copy/a", "/tmp/$&/copy/b", "/home/ann/app2/c"],
    inner: { root: "/tmp/$&/copy" },
    depth: 2,
  });
});
