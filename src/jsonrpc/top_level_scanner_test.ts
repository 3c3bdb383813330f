import { assertEquals } from "@std/assert";
import { scanTopLevel, TopLevelScanner } from "./top_level_scanner.ts";

function idOf(text: string): string | undefined {
  return scanTopLevel(new TextEncoder().encode(text)).id;
}

Deno.test("scanTopLevel() reads the one id at the top, also in lines that are not JSON", () => {
  assertEquals(idOf('{"jsonrpc":"2.0","id":7,"method":"x"}'), "7");
  assertEquals(idOf('{"params":{"id":1},"id":"a\\"b"}'), '"a\\"b"');
  assertEquals(idOf('{"id":3,"params":{"x":NaN}}'), "3");
  assertEquals(idOf('{"x":[[[[{"id":9}]]]],"id":-4}'), "-4");
  assertEquals(idOf(`{"x":${"[".repeat(20_000)}${"]".repeat(20_000)},"id":5}`), "5");
  assertEquals(idOf('{"\\u0069d":6}'), "6");
  assertEquals(idOf('  { "id" : 8 }'), "8");
  assertEquals(idOf('\ufeff{"id":10}'), "10");
});

Deno.test("scanTopLevel() reads none where there is none, or not one, or not a good one", () => {
  for (
    const text of [
      '{"id":1,"id":2}',
      '{"id":1,"id":1}',
      '{"id":null}',
      '{"id":1.5}',
      '{"id":1e3}',
      '{"id":[1]}',
      '{"id":{"id":1}}',
      '{"id":true}',
      '{"id":"\\ud800"}',
      '{"id":1 2}',
      '{"id":1"x"}',
      '{"ID":1}',
      '[{"id":1}]',
      'x\r{"id":1}',
      "{}{}",
      '{}{"id":1}',
      "plain words",
      '\ufeff\ufeff{"id":1}',
      '\uff3b{"id":1}',
      `{"id":"${"x".repeat(600)}"}`,
      "",
    ]
  ) assertEquals(idOf(text), undefined, text.slice(0, 40));
});

Deno.test("scanTopLevel() tells an answer from a log line with an id", () => {
  const scan = (text: string) => scanTopLevel(new TextEncoder().encode(text));
  assertEquals(scan('{"jsonrpc":"2.0","id":1,"result":{').isResponse, true);
  assertEquals(scan('{"level":30,"id":1,"error":"x"}').isResponse, false);
  assertEquals(scan('{"jsonrpc":"2.0","id":1,"x":{"result":1}}').isResponse, false);
  assertEquals(scan('{"jsonrpc":"2.0","id":1,"method":"m"}').hasMethod, true);
});

Deno.test("TopLevelScanner does not depend on the cuts", () => {
  const bytes = new TextEncoder().encode('{"a":"\\"id\\":1","jsonrpc":"2.0","id":"x\u20ac","error":{}}');
  for (let size = 1; size < 10; size++) {
    const scanner = new TopLevelScanner();
    for (let at = 0; at < bytes.length; at += size) scanner.push(bytes.subarray(at, at + size));
    assertEquals(scanner.finish(), scanTopLevel(bytes));
  }
});
