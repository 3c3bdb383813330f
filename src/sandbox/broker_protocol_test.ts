import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { brokerAnswer, readBrokerRequest } from "./broker_protocol.ts";

const EXPECTED = { id: 3, pid: 7 };
const GOOD = { v: 1, pid: 7, id: 3, datetime: "2026-11-30T14:15:54+00:00", permission: "read", value: "/a" };

function line(changes: object): string {
  return JSON.stringify({ ...GOOD, ...changes });
}

const REFUSED: readonly (readonly [line: string, fault: string])[] = [
  ["", "syntax"],
  ["hello", "syntax"],
  ["[]", "syntax"],
  ["null", "syntax"],
  [`${line({})}{}`, "syntax"],
  ['{"v":1,"pid":7,"id":3,"id":3,"permission":"read","value":"/a"}', "syntax"],
  ['{"v":1,"pid":7,"id":3,"permission":"read","value":"/a","value":"/b"}', "syntax"],
  [line({ value: "\ud800" }), "syntax"],
  [line({ more: [[[[[1]]]]] }), "syntax"],
  [line({ v: 2 }), "version"],
  [line({ v: "1" }), "version"],
  [line({ v: undefined }), "version"],
  [line({ pid: 8 }), "process"],
  [line({ pid: undefined }), "process"],
  [line({ id: 2 }), "id"],
  [line({ id: 4 }), "id"],
  [line({ id: "3" }), "id"],
  [line({ id: -3 }), "id"],
  [line({ id: null }), "id"],
  [line({ permission: 1 }), "permission"],
  [line({ permission: undefined }), "permission"],
  [line({ value: undefined }), "value"],
  [line({ value: 1 }), "value"],
  [line({ value: ["/a"] }), "value"],
];

for (const [text, fault] of REFUSED) {
  Deno.test(`readBrokerRequest() finds ${fault} in ${text.slice(0, 60)}`, () => {
    assertEquals(readBrokerRequest(text, EXPECTED), { ok: false, fault } as ReturnType<typeof readBrokerRequest>);
  });
}

Deno.test("readBrokerRequest() reads what is next, all of a kind, and members it does not know", () => {
  for (const value of ["/a", "", "a\nb", null]) {
    const request = { id: 3, permission: "read", value };
    assertEquals(readBrokerRequest(line({ value, more: 1 }), EXPECTED), { ok: true, request });
  }
});

Deno.test("readBrokerRequest() throws at no line and takes none for another than the next request", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(line({}))), fc.nat(), (text, id) => {
    const reading = readBrokerRequest(text, { id, pid: 7 });
    if (reading.ok) assertEquals(reading.request.id, id);
  }));
});

Deno.test("brokerAnswer() is one line, whatever the reason", () => {
  assertEquals(brokerAnswer(1, "allow"), '{"id":1,"result":"allow"}');
  assertEquals(brokerAnswer(2, "deny", "no\nmore"), '{"id":2,"result":"deny","reason":"no\\nmore"}');
});
