import { assertEquals } from "@std/assert";
import { LISTED, play } from "./testdata/play.ts";

Deno.test("step() gives a request up at its limit and tells the server", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{}}
    >S =
    T> 31000
    >C tool 1 no answer within the time limit|limit/seconds|6
    >S {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"no answer within the time limit"}}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
  `);
});

Deno.test("step() answers every open request when the server ends, and refuses what comes after", () => {
  const { records } = play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","id":2,"method":"resources/list"}
    >S =
    E> 3
    >C tool 1 server ended before it answered|session/server-ended|6
    >C error 2 1403 server ended before it answered|session/server-ended|7
    X> server
    C> {"jsonrpc":"2.0","id":3,"method":"ping"}
    >C error 3 1403 server ended before it answered|session/server-ended|9
  `);
  assertEquals(records.filter((record) => record.kind === "close").length, 1);
});
