import { assertEquals } from "@std/assert";
import { toMessage } from "../jsonrpc/message.ts";
import { parseJson } from "../jsonrpc/parse_json.ts";
import { checkMessage, type MessageFault } from "./check_message.ts";

function check(body: string, fault: MessageFault | undefined): void {
  const parsed = parseJson(`{"jsonrpc":"2.0",${body}}`, { maxDepth: 32 });
  const message = parsed.ok ? toMessage(parsed.value) : "syntax";
  assertEquals(typeof message === "string" ? message : checkMessage(message), fault, body);
}

Deno.test("checkMessage() refuses names that a loose reader takes for known ones, and passes the near miss", () => {
  const cases: readonly [refused: string, fault: MessageFault, near: string][] = [
    [
      '"id":1,"method":"Tools/Call","params":{"name":"x"}',
      "method",
      '"id":1,"method":"tools/call","params":{"name":"x"}',
    ],
    [
      '"id":1,"method":"tools/call ","params":{"name":"x"}',
      "method",
      '"id":1,"method":"tools/calls","params":{"name":"x"}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","Name":"y"}',
      "folded-key",
      '"id":1,"method":"tools/call","params":{"name":"x","nick":"y"}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","Arguments":{}}',
      "folded-key",
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":{}}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","argument\u017f":{}}',
      "folded-key",
      '"id":1,"method":"tools/call","params":{"name":"x","argumentz":{}}',
    ],
    [
      '"id":1,"method":"resources/read","params":{"URI":"x"}',
      "folded-key",
      '"id":1,"method":"resources/read","params":{"uri":"x"}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":[]}',
      "arguments",
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":{}}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":"{}"}',
      "arguments",
      '"id":1,"method":"x/call","params":{"name":"x","arguments":"{}"}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":null}',
      "arguments",
      '"id":1,"method":"tools/call","params":{"name":"x"}',
    ],
    [
      '"id":1,"method":"prompts/get","params":{"name":"x","arguments":1}',
      "arguments",
      '"id":1,"method":"prompts/get","params":{"name":"x","arguments":{"a":"1"}}',
    ],
    [
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"A":2}}',
      "folded-argument",
      '"id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":1,"b":2}}',
    ],
    ['"id":1,"method":"tools/call","params":{"name":5}', "name", '"id":1,"method":"tools/call","params":{"name":"5"}'],
    ['"id":1,"method":"tools/call","params":{}', "name", '"id":1,"method":"tools/call","params":{"name":""}'],
    ['"id":1,"method":"tools/call"', "name", '"id":1,"method":"tools/list"'],
    ['"id":1,"result":{"Content":[]}', "folded-key", '"id":1,"result":{"content":[]}'],
    ['"id":1,"result":{"isError":true,"iserror":false}', "folded-key", '"id":1,"result":{"isError":true}'],
  ];
  for (const [refused, fault, near] of cases) {
    check(refused, fault);
    check(near, undefined);
  }
});
