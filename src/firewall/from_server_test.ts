import { assertEquals } from "@std/assert";
import { denying, judgeOf, LISTED, play } from "./testdata/play.ts";

Deno.test("step() answers requests of the server that it refuses as the server can bear", () => {
  play(
    `
    S> {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"m"}}
    >S {"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}
    S> {"jsonrpc":"2.0","id":2,"method":"sampling/createMessage","params":{"messages":[]}}
    >S error 2 -1 not allowed by the policy|no-such|3
    S> {"jsonrpc":"2.0","id":3,"method":"roots/list"}
    >S {"jsonrpc":"2.0","id":3,"result":{"roots":[]}}
    S> {"jsonrpc":"2.0","id":4,"method":"x/unknown"}
    >S error 4 1403 not allowed by the policy|no-such|5
    S> {"jsonrpc":"2.0","id":5,"method":"ping"}
    >C =
    C> {"jsonrpc":"2.0","id":5,"result":{}}
    >S =
  `,
    judgeOf({ message: denying(({ side, method }) => side === "server" && method !== "ping") }),
  );
});

Deno.test("step() lets the first answer through and drops every other", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":"1","result":{"content":[]}}
    >C =
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    S> {"jsonrpc":"2.0","id":99,"result":{"content":[]}}
  `);
});

Deno.test("step() judges an answer as that of its call, whatever comes between", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{}}}
    >S =
    # W-34: a ping of the server with the same id, an id of the other type, a second answer.
    S> {"jsonrpc":"2.0","id":1,"method":"ping"}
    >C =
    C> {"jsonrpc":"2.0","id":1,"result":{}}
    >S =
    S> {"jsonrpc":"2.0","id":"1","result":{"content":[{"type":"text","text":"secret"}]}}
    >C tool 1 not allowed by the policy|no-such|7
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"secret"}]}}
  `,
    judgeOf({ answer: denying(({ tool }) => tool === "run") }),
  );
});

Deno.test("step() hides refused tools and keeps every other byte of the list", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":0,"method":"tools/list","params":{}}
    >S =
    S> {"jsonrpc":"2.0", "id":0,"result":{"tools":[ {"name":"echo","x": 1.0}, {"name":"run"} ,{"name":"last"}],"nextCursor":"c"}}
    >C {"jsonrpc":"2.0", "id":0,"result":{"_meta":{"dev.sallyport/hiddenTools":1},"tools":[{"name":"echo","x": 1.0},{"name":"last"}],"nextCursor":"c"}}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"c"}}
    >S =
    # The same name again: neither can be told from the other.
    S> {"jsonrpc":"2.0","id":1,"result":{"_meta":{"a":1},"tools":[{"name":"echo"}]}}
    >C {"jsonrpc":"2.0","id":1,"result":{"_meta":{"dev.sallyport/hiddenTools":1,"a":1},"tools":[]}}
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >C tool 2 server lists two tools of this name|tool/ambiguous|8
  `,
    judgeOf({ hidesTool: (tool) => tool === "run" }),
  );
});

Deno.test("step() drops progress without a live token, and passes what is live", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},"_meta":{"progressToken":9}}}
    >S =
    S> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":1}}
    >C =
    S> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":8,"progress":1}}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    >C =
    S> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9,"progress":2}}
  `);
});

Deno.test("step() judges what a task brings as its call's answer, and binds its id once", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{},"task":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"T"}}}
    >C =
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{},"task":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"T"}}}
    >C error 2 1403 server sent a malformed answer|session/task-id|7
    C> {"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":"T"}}
    >S =
    S> {"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"x"}]}}
    >C {"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","isError":true,"content":[{"type":"text","text":"blocked: not allowed by the policy (rule no-such, record sess:9)"}],"_meta":{"io.modelcontextprotocol/related-task":{"taskId":"T"}}}}
    S> {"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"U","status":"working"}}
  `,
    judgeOf({ answer: denying(({ tool, content }) => tool === "run" && JSON.stringify(content).includes("text")) }),
  );
});

Deno.test("step() judges what the server asks from inside a result", () => {
  const asks = (id: number, method: string) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required","inputRequests":{"a":{"method":"${method}","params":{}}}}}`;
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> ${asks(1, "sampling/createMessage")}
    >C tool 1 answer asks for something that is not allowed|no-such|5
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> ${asks(2, "elicitation/create")}
    >C =
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> ${asks(3, "tools/call")}
    >C tool 3 server sent a malformed answer|session/input-request|9
    C> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{},"inputResponses":{"a":{"roots":[]}}}}
    >C tool 4 not allowed by the policy|no-such|10
  `,
    judgeOf({ message: denying(({ method }) => method === "sampling/createMessage" || method === "roots/list") }),
  );
});

Deno.test("step() refuses an answer that a loose reader would read otherwise, and lists that are none", () => {
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[],"Content":[]}}
    >C tool 1 server sent a malformed answer|frame/folded-key|5
    C> {"jsonrpc":"2.0","id":2,"method":"tools/list"}
    >S =
    S> {"jsonrpc":"2.0","id":2,"result":{"tools":{"name":"x"}}}
    >C error 2 1403 list could not be read|list/unreadable|7
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":3,"result":{"resultType":"input_required","inputRequests":[]}}
    >C tool 3 server sent a malformed answer|session/input-request|9
    C> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"Content"}}
    >C =
  `);
});

Deno.test("step() lets the server cancel its own requests and a subscription, and nothing else", () => {
  const { records } = play(`${LISTED}
    S> {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}
    >C =
    S> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
    >C =
    C> {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}
    S> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    >C =
    C> {"jsonrpc":"2.0","id":2,"method":"subscriptions/listen","params":{}}
    >S =
    S> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
    >C =
  `);
  assertEquals(
    records.flatMap((record) => record.kind === "outcome" && record.outcome === "cancelled" ? [record.method] : []),
    ["elicitation/create", "subscriptions/listen"],
  );
});

Deno.test("step() judges what a task's notification brings as its call's answer", () => {
  const status = (id: string, message: string) =>
    `{"jsonrpc":"2.0","method":"notifications/tasks/status","params":{"taskId":"${id}","statusMessage":"${message}"}}`;
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{},"task":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"T"}}}
    >C =
    S> ${status("T", "secret")}
    S> ${status("T", "working")}
    >C =
    S> ${status("U", "working")}
  `,
    judgeOf({ answer: denying(({ tool, content }) => tool === "run" && JSON.stringify(content).includes("secret")) }),
  );
});

Deno.test("step() holds the server to a number of requests in flight, and drops a second use of an id", () => {
  const ask = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"elicitation/create","params":{}}`;
  play(
    `
    S> ${ask(1)}
    >C =
    S> ${ask(1)}
    S> ${ask(2)}
    >C =
    S> ${ask(3)}
    >S {"jsonrpc":"2.0","id":3,"result":{"action":"decline"}}
    C> {"jsonrpc":"2.0","id":1,"result":{"action":"cancel"}}
    >S =
    S> ${ask(4)}
    >C =
  `,
    judgeOf({ limits: { messageBytes: 1000, callsPerMinute: 100, callSeconds: 30, askSeconds: 20, inFlight: 2 } }),
  );
});

Deno.test("step() passes a thousand progress messages a second, and drops the flood", () => {
  const progress = (count: number, isPassed: boolean) =>
    Array.from({ length: count }, (_, index) => {
      const text =
        `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":${index}}}`;
      return `S> ${text}${isPassed ? "\n>C =" : ""}`;
    }).join("\n");
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},"_meta":{"progressToken":1}}}
    >S =
    ${progress(1000, true)}
    ${progress(3, false)}
    T> 1100
    ${progress(1, true)}
  `);
});
