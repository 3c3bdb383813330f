import { assert } from "@std/assert";
import { denying, judgeOf, LISTED, play } from "./testdata/play.ts";

Deno.test("step() refuses a call in the form that both SDK generations read", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"run","arguments":{}}}
    >C tool "a" not allowed by the policy|no-such|4
    # A task request cannot be answered by a tool result.
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run","arguments":{},"task":{"ttl":1}}}
    >C error 2 1403 not allowed by the policy|no-such|5
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
  `,
    judgeOf({ message: denying(({ tool }) => tool === "run") }),
  );
});

Deno.test("step() refuses other requests by an error, and drops notifications", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///x"}}
    >C error 1 1403 not allowed by the policy|no-such|2
    C> {"jsonrpc":"2.0","method":"resources/read","params":{"uri":"file:///x"}}
    C> {"jsonrpc":"2.0","id":2,"method":"ping"}
    >S =
  `,
    judgeOf({ message: denying(({ method }) => method === "resources/read") }),
  );
});

Deno.test("step() drops a second use of an id in flight without an answer", () => {
  const { records } = play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"run","arguments":{}}}
    C> {"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    >C =
  `);
  assert(records.some((record) => record.kind === "verdict" && record.rule === "session/duplicate-id"));
});

Deno.test("step() answers nothing that was cancelled, and frees nothing for a late answer", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}
    >S =
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}
    # The id may still be answered late: a new request must not get that answer.
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >C tool 1 id is already in use|session/duplicate-id|8
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    X> server
    >C tool 1 server ended before it answered|session/server-ended|11
  `);
});

Deno.test("step() holds the limits of calls in flight and per minute", () => {
  const call = (id: number) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{}}}`;
  play(
    `${LISTED}
    C> ${call(1)}
    >S =
    C> ${call(2)}
    >S =
    C> ${call(3)}
    >C tool 3 too many calls at once|limit/in-flight|6
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    >C =
    C> ${call(4)}
    >S =
    S> {"jsonrpc":"2.0","id":2,"result":{"content":[]}}
    >C =
    C> ${call(5)}
    >C tool 5 too many calls|limit/rate|10
    T> 61000
    >C tool 4 no answer within the time limit|limit/seconds|11
    >S {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4,"reason":"no answer within the time limit"}}
    C> ${call(6)}
    >S =
  `,
    judgeOf({ limits: { messageBytes: 1000, callsPerMinute: 3, callSeconds: 30, askSeconds: 20, inFlight: 2 } }),
  );
});

Deno.test("step() judges a client's answer, roots by the entry of roots/list", () => {
  play(
    `
    S> {"jsonrpc":"2.0","id":1,"method":"roots/list"}
    >C =
    C> {"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///"}]}}
    >S {"jsonrpc":"2.0","id":1,"result":{"roots":[]}}
    S> {"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{}}
    >C =
    C> {"jsonrpc":"2.0","id":2,"result":{"action":"accept","content":{"a":"key"}}}
    >S {"jsonrpc":"2.0","id":2,"result":{"action":"decline"}}
    C> {"jsonrpc":"2.0","id":2,"result":{"action":"accept"}}
  `,
    judgeOf({
      message: denying(({ side, method }) => side === "client" && method === "roots/list"),
      answer: denying(({ side, method }) => side === "client" && method === "elicitation/create"),
    }),
  );
});

Deno.test("step() keeps each side to its own messages", () => {
  play(`
    C> {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}
    >C error 1 1403 message is not for this direction|session/direction|2
    S> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}
    >S error 1 1403 message is not for this direction|session/direction|3
    S> {"jsonrpc":"2.0","method":"notifications/initialized"}
  `);
});

Deno.test("step() refuses under every policy what touches Sallyport's own files", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"path":"/home/u/.sallyport/x"}}}
    >C tool 1 touches files that guard this session|self/protected|4
    C> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///home/u/%2Esallyport/x"}}
    >C error 2 1403 touches files that guard this session|self/protected|5
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"path":"/home/u/sallyport"}}}
    >S =
  `);
});

Deno.test("step() judges what a retry answers to the server's questions, each by what it answers", () => {
  const retry = (id: number, answers: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{},"inputResponses":{${answers}}}}`;
  play(
    `${LISTED}
    C> ${retry(1, '"a":5')}
    >C tool 1 answer asks for something that is not allowed|session/input-response|4
    C> ${retry(2, '"a":{"action":"accept","content":{}},"b":{"role":"assistant","content":[]}')}
    >C tool 2 not allowed by the policy|no-such|5
    C> ${retry(3, '"b":{"role":"assistant","content":[]}')}
    >S =
  `,
    judgeOf({ answer: denying(({ side, method }) => side === "client" && method === "elicitation/create") }),
  );
});

Deno.test("step() drops the client's progress without a live token, and passes what is live", () => {
  play(`
    C> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}
    S> {"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[],"_meta":{"progressToken":"t"}}}
    >C =
    C> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1}}
    >S =
    C> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"u","progress":1}}
    C> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}
  `);
});

Deno.test("step() cancels no handshake, nothing without an id, and nothing by a faulty notification", () => {
  play(`
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
    >S =
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled"}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"RequestId":0}}
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
    >C =
  `);
});

Deno.test("step() cancels a request even where the policy drops the cancellation", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
  `,
    judgeOf({ message: denying(({ method }) => method === "notifications/cancelled") }),
  );
});

Deno.test("step() sends on no answer that a loose reader would read otherwise", () => {
  play(`
    S> {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}
    >C =
    C> {"jsonrpc":"2.0","id":1,"result":{"action":"decline","Action":"accept"}}
    >S {"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}
    S> {"jsonrpc":"2.0","id":2,"method":"elicitation/create","params":{}}
    >C =
    C> {"jsonrpc":"2.0","id":2,"result":{"action":"accept","content":{"Action":"x"}}}
    >S =
    S> {"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{}}
    >C =
    C> {"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"no"}}
    >S =
  `);
});
