import { assertEquals } from "@std/assert";
import { step } from "./step.ts";
import { firewallOf, judgeOf, LISTED, play } from "./testdata/play.ts";

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

Deno.test("step() records an outcome for every request that was sent on, also of the server", () => {
  const { records } = play(`
    S> {"jsonrpc":"2.0","id":1,"method":"ping"}
    >C =
    C> {"jsonrpc":"2.0","id":1,"method":"ping"}
    >S =
    E> 0
    >C error 1 1403 server ended before it answered|session/server-ended|4
  `);
  const ends = records.filter((record) => record.kind === "outcome");
  assertEquals(ends.map(({ side, of, outcome }) => [side, of, outcome]), [
    ["client", 3, "unanswered"],
    ["server", 2, "unanswered"],
  ]);
});

Deno.test("step() closes the server's side when the client's closes, and the client's when the server ends", () => {
  const state = firewallOf(judgeOf());
  assertEquals(step(state, { kind: "closed", side: "client", nowMs: 0 }), [{ kind: "close", side: "server" }]);
  const ended = step(state, { kind: "ended", exit: 7, nowMs: 0 });
  assertEquals(ended.at(-1), { kind: "close", side: "client" });
  const close = ended.find((command) => command.kind === "record" && command.body.kind === "close");
  assertEquals(close?.kind === "record" && close.body, { kind: "close", exit: 7, messages: 0, refused: 0 });
});

Deno.test("step() answers a call that still waits for the list of tools when the server ends", () => {
  play(`
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
    >S =
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18"}}
    >C =
    C> {"jsonrpc":"2.0","method":"notifications/initialized"}
    >S =
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
    X> server
    >C tool 1 server ended before it answered|session/server-ended|5
    T> 10000
  `);
});

Deno.test("step() gives up a slow handshake without a cancellation, which the protocol has none of", () => {
  play(`
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
    >S =
    T> 29000
    T> 1000
    >C error 0 1403 no answer within the time limit|limit/seconds|3
    S> {"jsonrpc":"2.0","id":0,"result":{}}
  `);
});
