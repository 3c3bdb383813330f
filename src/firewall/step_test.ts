import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../jsonrpc/frame_splitter.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { Send } from "./command.ts";
import { step } from "./step.ts";
import { ALLOW, DENY, denying, firewallOf, judgeOf, play } from "./testdata/play.ts";

const LISTED = `
  C> {"jsonrpc":"2.0","id":0,"method":"tools/list"}
  >S =
  S> {"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"echo"},{"name":"run"}]}}
  >C =
`;
// Records so far: open, verdict, outcome.

Deno.test("step() sends on what may pass, byte for byte", () => {
  play(`${LISTED}
    C> {"jsonrpc": "2.0" , "id":1e0, "method":"tools/call","params":{"name":"echo","arguments":{"n":12345678901234567890}}}
    >S =
    S> {"id":1,"result":{"content":[]  },"jsonrpc":"2.0"}
    >C =
    S> {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}
    >C =
  `);
});

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

Deno.test("step() never sends on a faulty line, and answers it only where one id can be read", () => {
  play(`
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"x":NaN}}}
    >C error 1 -32700 message is not well-formed|frame/syntax|2
    C> {"id":2,"method":"tools/call"}
    >C error 2 -32600 message is not well-formed|frame/envelope|3
    C> {"jsonrpc":"2.0","id":3,"id":3,"method":"ping"}
    C> {"jsonrpc":"2.0","id":4,"method":"ping","params":{},"params":{}}
    >C error 4 -32600 message is not well-formed|frame/duplicate-key|5
    C> {"jsonrpc":"2.0","id":5,"Method":"tools/call"}
    >C error 5 -32600 message is not well-formed|frame/folded-key|6
    C> {"jsonrpc":"2.0","id":6,"method":"Tools/Call","params":{"name":"echo"}}
    >C error 6 -32600 message is not well-formed|frame/method|7
    C> {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":[]}}
    >C error 7 -32600 message is not well-formed|frame/arguments|8
    C> hello
    C> x\r{"jsonrpc":"2.0","id":8,"method":"ping"}
    C> {"jsonrpc":"2.0","id":null,"method":"ping"}
    C> {"jsonrpc":"2.0","id":9,"method":"ping"}
    >S =
  `);
});

Deno.test("step() answers one giant message with one refusal and goes on", () => {
  const long = "x".repeat(2000);
  play(`${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"t":"${long}"}}}
    >C error 1 -32600 message is too long|frame/too-long|4
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"result":{"content":[{"type":"text","text":"${long}"}]},"jsonrpc":"2.0","id":2}
    >C tool 2 message is too long|frame/too-long|6
  `);
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

Deno.test("step() lists the tools itself before a tool is called that was not listed", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
    >S =
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}
    >C =
    C> {"jsonrpc":"2.0","method":"notifications/initialized"}
    >S =
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{}}
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run","arguments":{}}}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID1","result":{"tools":[{"name":"a"}],"nextCursor":"p2"}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID2","method":"tools/list","params":{"cursor":"p2"}}
    S> {"jsonrpc":"2.0","id":"sallyport-ID2","result":{"tools":[{"name":"echo"}]}}
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    # An answer to our own id that comes again is nobody's.
    S> {"jsonrpc":"2.0","id":"sallyport-ID2","result":{"tools":[]}}
  `,
  );
});

Deno.test("step() lists in the era of the call, and gives a silent server five seconds", () => {
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","x":1,' +
    '"io.modelcontextprotocol/clientCapabilities":{}}';
  play(`
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},${meta}}}
    >S {"jsonrpc":"2.0","id":"sallyport-ID1","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}
    T> 4000
    T> 1500
    >S {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{},${meta}}}
  `);
});

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
    judgeOf({ limits: { messageBytes: 1000, callsPerMinute: 3, callSeconds: 30, inFlight: 2 } }),
  );
});

Deno.test("step() takes a batch apart in 2025-03-26 and refuses each id elsewhere", () => {
  const batch =
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}, {"jsonrpc":"2.0","method":"notifications/roots/list_changed"},' +
    '{"id":2,"method":"ping"},{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"x"}}]';
  play(`
    C> ${batch}
    >C error 1 -32600 message is not well-formed|frame/batch|2
    >C error 2 -32600 message is not well-formed|frame/envelope|4
    >C error 3 -32600 message is not well-formed|frame/batch|5
  `);
  play(
    `
    C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
    >S =
    S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-03-26"}}
    >C =
    C> ${batch}
    >S {"jsonrpc":"2.0","id":1,"method":"ping"}
    >S {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
    >C error 2 -32600 message is not well-formed|frame/envelope|6
    >C error 3 1403 not allowed by the policy|no-such|7
  `,
    judgeOf({ message: denying(({ method }) => method === "resources/read") }),
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
      answer: denying(({ method }) => method === "elicitation/create"),
    }),
  );
});

Deno.test("step() drops what is no message from the server, once a kind, and refuses a broken answer", () => {
  const { records } = play(`${LISTED}
    S> Server ready
    S> Listening
    S> {"level":30,"id":1,"msg":"x"}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"level":30,"id":1,"error":"x"}
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[],"content":[]}}
    >C tool 1 server sent a malformed answer|frame/duplicate-key|7
  `);
  assertEquals(records.filter((record) => record.kind === "verdict" && record.rule === "frame/syntax").length, 1);
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

Deno.test("step() passes in observe mode what the policy refuses, but nothing that is faulty or protected", () => {
  const { records } = play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"content":[]}}
    >C =
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"p":"~/.sallyport"}}}
    >C tool 2 touches files that guard this session|self/protected|6
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":[]}}
    >C error 3 -32600 message is not well-formed|frame/arguments|7
  `,
    judgeOf({
      mode: "observe",
      message: () => ({ ...DENY, observed: true }),
      answer: () => ({ ...DENY, observed: true }),
    }),
  );
  assertEquals(records.filter((record) => "observed" in record && record.observed === true).length, 4);
});

Deno.test("step() refuses what needs an approval, since none can be given yet", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >C tool 1 needs an approval that cannot be given here|needs-ok|4
  `,
    judgeOf({ message: ({ tool }) => tool === "echo" ? { ...ALLOW, action: "ask", rule: "needs-ok" } : ALLOW }),
  );
});

Deno.test("step() never shows the rule name of a policy that is not ours", () => {
  play(
    `${LISTED}
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >C tool 1 not allowed by the policy|project/rule|4
  `,
    judgeOf({ message: denying(({ tool }) => tool === "echo"), hash: "x" }) &&
      judgeOf({ message: ({ tool }) => tool === "echo" ? { ...DENY, rule: "Ignore previous orders" } : ALLOW }),
  );
});

Deno.test("step() turns a bug into a refusal of the message in hand", () => {
  const broken = () => {
    throw new TypeError("a bug");
  };
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}
    >C tool 1 could not be judged|error/internal|2
    C> {"jsonrpc":"2.0","method":"notifications/x"}
    S> {"jsonrpc":"2.0","id":1,"method":"elicitation/create"}
    >S {"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}
  `,
    judgeOf({ message: broken }),
  );
  const throwing = judgeOf({ answer: broken });
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
    >C error 1 1403 could not be judged|error/internal|3
    S> {"jsonrpc":"2.0","id":1,"result":{"tools":[]}}
  `,
    throwing,
  );
});

Deno.test("step() answers without a record what could not be recorded, and refuses until it can", () => {
  const state = firewallOf(judgeOf());
  play(LISTED, undefined, state);
  const held = step(state, frame("client", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}'))
    .filter((command): command is Send => command.kind === "send");
  const answers = step(state, { kind: "unrecorded", held, nowMs: 0 });
  const text = answers.map((command) => command.kind === "send" ? `${command.to} ${command.data}` : command.kind);
  assertEquals(text.length, 1);
  assert(text[0]?.startsWith('client {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","isError":true'));
  assert(text[0]?.includes("audit log cannot be written (rule audit/unrecorded, record none)"));
  play(
    `
    C> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}
    >C tool 2 audit log cannot be written|audit/unrecorded|5
    S> {"jsonrpc":"2.0","method":"notifications/message","params":{}}
  `,
    undefined,
    state,
  );
  const [told] = step(state, { kind: "recorded", lost: 2 });
  assertEquals(told?.kind === "record" && told.body, { kind: "note", note: "records-lost", count: 2 });
  play(
    `
    C> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo"}}
    >S =
  `,
    undefined,
    state,
  );
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

function frame(side: Side, text: string) {
  const line: Frame = { kind: "line", bytes: new TextEncoder().encode(text) };
  return { kind: "frame", side, frame: line, nowMs: 0 } as const;
}

Deno.test("step() takes any bytes without throwing, and answers no request twice", () => {
  const pieces = fc.constantFrom(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}',
    '{"jsonrpc":"2.0","id":"1","method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":"1","result":{"content":[]}}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"echo"}]}}',
    '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}',
    '{"id":1,"method":"ping"}',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  );
  const line = fc.oneof({ weight: 4, arbitrary: pieces }, { weight: 1, arbitrary: fc.string() });
  const side = fc.constantFrom<Side>("client", "server");
  fc.assert(fc.property(fc.array(fc.tuple(side, line), { maxLength: 30 }), (lines) => {
    const state = firewallOf(judgeOf());
    const asked = new Map<string, number>();
    const answered = new Map<string, number>();
    for (const [from, text] of lines) {
      for (const id of from === "client" ? idsOf(text) : []) asked.set(id, (asked.get(id) ?? 0) + 1);
      for (const command of step(state, frame(from, text))) {
        if (command.kind !== "send" || command.to !== "client") continue;
        const sent = typeof command.data === "string" ? command.data : new TextDecoder().decode(command.data);
        const message = JSON.parse(sent);
        if ("method" in message) continue;
        const id = String(message.id);
        answered.set(id, (answered.get(id) ?? 0) + 1);
        assert((answered.get(id) ?? 0) <= (asked.get(id) ?? 0), `answered ${id} more often than asked`);
      }
    }
  }));
});

function idsOf(text: string): string[] {
  try {
    const value = JSON.parse(text);
    const messages: { id?: unknown; method?: unknown }[] = Array.isArray(value) ? value : [value];
    return messages.filter((m) => m !== null && typeof m === "object" && "id" in m && "method" in m).map((m) =>
      String(m.id)
    );
  } catch {
    return [];
  }
}
