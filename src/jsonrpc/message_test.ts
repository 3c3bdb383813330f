import { assert, assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { type FrameFault, idKey, parseFrame, toMessage, toRequestId } from "./message.ts";
import { parseJson } from "./parse_json.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function faultOf(text: string): FrameFault | undefined {
  const frame = parseFrame(encode(text), 64);
  return frame.kind === "fault" ? frame.fault : undefined;
}

Deno.test("parseFrame() refuses envelopes between two meanings, and passes the near miss", () => {
  const cases: readonly [refused: string, fault: FrameFault, near: string][] = [
    ['{"id":1,"method":"ping"}', "envelope", '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['{"jsonrpc":2.0,"id":1,"method":"ping"}', "envelope", '{"jsonrpc":"2.0","id":"1","method":"ping"}'],
    ['{"jsonrpc":"2.0","id":1,"Method":"tools/call"}', "folded-key", '{"jsonrpc":"2.0","id":1,"method":"x"}'],
    ['{"jsonrpc":"2.0","id":1,"method":"x","param\u017f":{}}', "folded-key", '{"jsonrpc":"2.0","id":1,"method":"x"}'],
    [
      '{"jsonrpc":"2.0","id":1,"method":"x","extra":1}',
      "envelope",
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{}}',
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"x","result":{}}', "envelope", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['{"jsonrpc":"2.0","id":1,"method":5}', "envelope", '{"jsonrpc":"2.0","id":1,"method":"5"}'],
    ['{"jsonrpc":"2.0","id":1}', "envelope", '{"jsonrpc":"2.0","method":"x"}'],
    [
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      "envelope",
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}',
    ],
    [
      '{"jsonrpc":"2.0","id":1,"error":{"Code":1,"code":1,"message":""}}',
      "envelope",
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","more":1}}',
    ],
    ['{"jsonrpc":"2.0","id":1,"result":5}', "envelope", '{"jsonrpc":"2.0","id":1,"result":{"x":5}}'],
    ['{"jsonrpc":"2.0","id":null,"method":"x"}', "id", '{"jsonrpc":"2.0","id":0,"method":"x"}'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"x"}', "id", '{"jsonrpc":"2.0","id":15,"method":"x"}'],
    ['{"jsonrpc":"2.0","id":[1],"method":"x"}', "id", '{"jsonrpc":"2.0","id":"[1]","method":"x"}'],
    [
      '{"jsonrpc":"2.0","id":1,"method":"x","params":[]}',
      "params",
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{}}',
    ],
    ["[]", "batch", '[{"jsonrpc":"2.0","method":"x"}]'],
    ['"x"', "envelope", '{"jsonrpc":"2.0","method":"x"}'],
  ];
  for (const [refused, fault, near] of cases) {
    assertEquals(faultOf(refused), fault, refused);
    assertEquals(faultOf(near), undefined, near);
  }
});

Deno.test("parseFrame() refuses bytes that are not UTF-8, and a byte order mark", () => {
  const broken = Uint8Array.from([...encode('{"jsonrpc":"2.0","id":4,"method":"'), 0xc3, 0x28, ...encode('"}')]);
  const frame = parseFrame(broken, 64);
  assert(frame.kind === "fault");
  assertEquals([frame.fault, frame.top.id], ["encoding", "4"]);
  assertEquals(faultOf('\ufeff{"jsonrpc":"2.0","method":"x"}'), "syntax");
});

Deno.test("parseFrame() takes a batch apart, faults and all", () => {
  const frame = parseFrame(encode('[ {"jsonrpc":"2.0","id":1,"method":"a"}, {"id":2,"method":"b"}, [[]], 5]'), 64);
  assert(frame.kind === "batch");
  const shown = frame.elements.map((element) =>
    "fault" in element ? `${element.fault} ${element.top.id}` : element.text
  );
  assertEquals(shown, [
    '{"jsonrpc":"2.0","id":1,"method":"a"}',
    "envelope 2",
    "envelope undefined",
    "envelope undefined",
  ]);
});

Deno.test("idKey() is one for ids that some client takes for one", () => {
  for (const other of ["2", "2.0", " 2 ", "0x2", "2e0"]) assertEquals(idKey(other), idKey(2), other);
  assertEquals(idKey(""), idKey(0));
  assertEquals(idKey("9007199254740993"), idKey(9007199254740992));
  for (const other of ["a", "2a", "3", "null"]) assertNotEquals(idKey(other), idKey(2), other);
});

Deno.test("toRequestId() echoes the id's source", () => {
  const read = (text: string) => {
    const parsed = parseJson(text, { maxDepth: 1 });
    return parsed.ok ? toRequestId(parsed.value)?.source : undefined;
  };
  for (const source of ["0", "-0", "17", '"a"', "123456789012345678901", '""']) assertEquals(read(source), source);
  for (const source of ["1.5", "null", "true", "1e400"]) assertEquals(read(source), undefined);
  assertEquals(read(`"${"x".repeat(1024)}"`)?.length, 1026);
  for (const source of [`"${"x".repeat(1025)}"`, "1".repeat(1025)]) assertEquals(read(source), undefined);
});

Deno.test("toMessage() never throws, and a message is of exactly one kind", () => {
  const keys = fc.constantFrom("jsonrpc", "id", "method", "params", "result", "error", "Method", "x");
  fc.assert(
    fc.property(fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constant("2.0"))), (value) => {
      const parsed = parseJson(JSON.stringify(value), { maxDepth: 100 });
      if (!parsed.ok) return;
      const message = toMessage(parsed.value);
      if (typeof message !== "string") assert(["request", "notification", "response"].includes(message.kind));
    }),
    { numRuns: 500 },
  );
});

Deno.test("parseFrame() takes any bytes without throwing", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    assert(["message", "batch", "fault"].includes(parseFrame(bytes, 16).kind));
  }));
});
