import { assert, assertEquals } from "@std/assert";
import type { RecordBody } from "../../audit/record.ts";
import type { FirewallEvent } from "./event.ts";
import type { Decision, Judge } from "./judge.ts";
import type { FirewallState } from "./state.ts";
import { step } from "./step.ts";
import { ALLOW, firewallOf, judgeOf, LISTED, play } from "./testdata/play.ts";

const ASK: Decision = { action: "ask", rule: "ask-first", reason: "needs approval", logs: [] };

/** A judge that asks about the tool `run` and about sampling. */
function asking(more: Partial<Judge> = {}): Judge {
  return judgeOf({
    message: ({ tool, method }) => tool === "run" || method === "sampling/createMessage" ? ASK : ALLOW,
    ...more,
  });
}

const FORMS = `
  C> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"elicitation":{}},"clientInfo":{"name":"c","version":"1"}}}
  >S =
  S> {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25"}}
  >C =
  C> {"jsonrpc":"2.0","method":"notifications/initialized"}
  >S =
  ${LISTED.replaceAll('"id":0', '"id":"l"')}
`;

const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run","arguments":{"x":1}}}';

function question(number: number, text = '{"x":1}', id = "ID"): string {
  const message = `Sallyport: The model wants to use the tool run of the server s, with: ${text}`;
  const params = {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: {
        decision: {
          type: "string",
          title: "Decision",
          description: "May this be sent on?",
          enum: ["deny", "allow once", "allow for this session"],
        },
      },
      required: ["decision"],
    },
  };
  return `{"jsonrpc":"2.0","id":"sallyport-${id}${number}","method":"elicitation/create","params":${
    JSON.stringify(params)
  }}`;
}

function answer(number: number, decision: string, action = "accept"): string {
  return `{"jsonrpc":"2.0","id":"sallyport-ID${number}","result":{"action":"${action}","content":{"decision":"${decision}"}}}`;
}

function asksOf(records: readonly RecordBody[]): readonly string[] {
  return records.filter((body) => body.kind === "ask").map(({ answer: given, via, of }) => `${via} ${given} ${of}`);
}

Deno.test("a client with forms is asked, and the call goes on after a yes, once", () => {
  const judge = asking();
  const { records } = play(
    `${FORMS}
    C> ${CALL}
    >C ${question(1)}
    C> ${answer(1, "allow once")}
    >S ${CALL}
    S> {"jsonrpc":"2.0","id":7,"result":{"content":[]}}
    >C =
    # The same call again is asked about again.
    C> ${CALL.replace('"id":7', '"id":8')}
    >C ${question(2)}
    C> ${answer(2, "deny")}
    >C tool 8 approval was refused|ask-first|10
    # An answer that comes twice is nobody's.
    C> ${answer(2, "allow once")}
  `,
    judge,
  );
  assertEquals(asksOf(records), ["elicitation allow 7", "elicitation deny 10"]);
});

Deno.test("a yes for the session is one for this very request alone", () => {
  play(
    `${FORMS}
    C> ${CALL}
    >C ${question(1)}
    C> ${answer(1, "allow for this session")}
    >S ${CALL}
    S> {"jsonrpc":"2.0","id":7,"result":{"content":[]}}
    >C =
    C> ${CALL.replace('"id":7', '"id":8')}
    >S =
    C> ${CALL.replace('"id":7', '"id":9').replace('"x":1', '"x":2')}
    >C ${question(2, '{"x":2}')}
  `,
    asking(),
  );
});

Deno.test("whatever is no clear yes refuses, and so does the end of the time", () => {
  for (
    const reply of [
      answer(1, "allow once", "decline"),
      answer(1, "yes"),
      '{"jsonrpc":"2.0","id":"sallyport-ID1","error":{"code":1,"message":"m"}}',
    ]
  ) {
    play(
      `${FORMS}
      C> ${CALL}
      >C ${question(1)}
      C> ${reply}
      >C tool 7 approval was refused|ask-first|7
    `,
      asking(),
    );
  }
  const { records } = play(
    `${FORMS}
    C> ${CALL}
    >C ${question(1)}
    T> 19999
    T> 1
    >C {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"sallyport-ID1"}}
    >C tool 7 approval did not come in time|ask-first|7
    C> ${answer(1, "allow once")}
  `,
    asking(),
  );
  assertEquals(asksOf(records), ["elicitation timeout 7"]);
});

Deno.test("a cancelled request is asked about no more and answered by nobody", () => {
  const { records } = play(
    `${FORMS}
    C> ${CALL}
    >C ${question(1)}
    C> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
    >C {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"sallyport-ID1"}}
    C> ${answer(1, "allow once")}
  `,
    asking(),
  );
  assertEquals(asksOf(records), ["elicitation cancelled 7"]);
});

Deno.test("an approval is for the policy and the definition it was given under", () => {
  const judge = asking();
  const state = firewallOf(judge);
  play(`${FORMS}\n C> ${CALL}\n >C ${question(1)}`, judge, state);
  const next = asking({ hash: "another" });
  step(state, { kind: "policy", next: { judge: next, protection: state.protection }, nowMs: 1 });
  play(
    `C> ${answer(1, "allow once")}\n >C tool 7 approval is for another request|approval/other-request|7`,
    next,
    state,
  );
});

Deno.test("a waiting request has its id, and counts among those in flight", () => {
  play(
    `${FORMS}
    C> ${CALL}
    >C ${question(1)}
    C> ${CALL}
    C> ${answer(1, "allow once")}
    >S ${CALL}
  `,
    asking(),
  );
});

Deno.test("progress keeps a client waiting that gave a token, below the server's first", () => {
  const call = CALL.replace('"arguments"', '"_meta":{"progressToken":"p"},"arguments"');
  const progress = (value: string) =>
    `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":${value},"message":"waiting for an approval"}}`;
  play(
    `${FORMS}
    C> ${call}
    >C ${progress("0")}
    >C ${question(1)}
    T> 5000
    >C ${progress("0.000001")}
    C> ${answer(1, "allow once")}
    >S ${call}
    T> 5000
    S> {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":0.5}}
    >C =
  `,
    asking(),
  );
});

const MODERN_META =
  '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}}}}';

function modern(id: number, more = "", args = '{"x":1}'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"run",${MODERN_META},"arguments":${args}${more}}}`;
}

function reply(number: number, decision: string): string {
  return `,"requestState":"sallyport-ID${number}","inputResponses":{"sallyport-ID${number}":{"action":"accept","content":{"decision":"${decision}"}}}`;
}

function asked(id: number, number: number): string {
  const { params } = JSON.parse(question(number));
  return `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required","inputRequests":{"sallyport-ID${number}":` +
    `{"method":"elicitation/create","params":${JSON.stringify(params)}}},"requestState":"sallyport-ID${number}"}}`;
}

Deno.test("in the modern era the question is in the result, and the server sees nothing of it", () => {
  const { records } = play(
    `${LISTED}
    C> ${modern(1)}
    >C ${asked(1, 1)}
    C> ${modern(2, reply(1, "allow once"))}
    >S ${modern(2)}
    S> {"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","content":[]}}
    >C =
    # The state is worth one retry, for these arguments, with an answer of its own.
    C> ${modern(3, reply(1, "allow once"))}
    >C tool 3 approval is for another request|approval/unknown|8
    C> ${modern(4)}
    >C ${asked(4, 2)}
    C> ${modern(5, reply(2, "allow once"), '{"x":2}')}
    >C tool 5 approval is for another request|approval/other-request|11
    C> ${modern(6)}
    >C ${asked(6, 3)}
    C> ${modern(7, reply(3, "deny"))}
    >C tool 7 approval was refused|ask-first|14
    C> ${modern(8, reply(9, "allow once"))}
    >C tool 8 approval is for another request|approval/unknown|15
    C> ${modern(9, ',"inputResponses":{"sallyport-ID3":{"action":"accept","content":{"decision":"allow once"}}}')}
    >C tool 9 approval is for another request|approval/unknown|16
  `,
    asking(),
  );
  assertEquals(asksOf(records), ["elicitation allow 4", "elicitation allow 9", "elicitation deny 12"]);
});

Deno.test("a retry that the server asked for inherits the approval of its call, with its state and arguments alone", () => {
  const required = (id: number) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"input_required","inputRequests":{"k":{"method":"elicitation/create","params":{}}},"requestState":"server-1"}}`;
  const again = ',"requestState":"server-1","inputResponses":{"k":{"action":"accept","content":{}}}';
  play(
    `${LISTED}
    C> ${modern(1)}
    >C ${asked(1, 1)}
    C> ${modern(2, reply(1, "allow once"))}
    >S ${modern(2)}
    S> ${required(2)}
    >C =
    C> ${modern(3, again)}
    >S =
    S> {"jsonrpc":"2.0","id":3,"result":{"resultType":"complete","content":[]}}
    >C =
    C> ${modern(4, again.replace("server-1", "server-2"))}
    >C ${asked(4, 2)}
    C> ${modern(5, again, '{"x":2}')}
    >C ${asked(5, 3).replace('{\\"x\\":1}', '{\\"x\\":2}')}
  `,
    asking(),
  );
});

Deno.test("a server that speaks with our words is refused", () => {
  for (
    const result of [
      '{"resultType":"input_required","inputRequests":{"sallyport-x":{"method":"elicitation/create","params":{}}}}',
      '{"requestState":"sallyport-x"}',
    ]
  ) {
    play(
      `${LISTED}
      C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}
      >S =
      S> {"jsonrpc":"2.0","id":1,"result":${result}}
      >C tool 1 server sent a malformed answer|session/own-words|5
    `,
      asking(),
    );
  }
});

/** The commands of one event. */
function commandsOf(state: FirewallState, event: FirewallEvent): readonly string[] {
  return step(state, event).filter((command) => command.kind !== "record").map((command) =>
    command.kind === "send" ? `send ${command.to}` : command.kind === "ask" ? `ask ${command.id}` : command.kind
  );
}

Deno.test("without forms the person in another terminal is asked; nobody there is a refusal", () => {
  const bytes = (text: string) => ({ kind: "line", bytes: new TextEncoder().encode(text) }) as const;
  const start = () => {
    const state = firewallOf(asking());
    play(LISTED, state.judge, state);
    assertEquals(commandsOf(state, { kind: "frame", side: "client", frame: bytes(CALL), nowMs: 1 }), [
      "ask sallyport-ID1",
    ]);
    return state;
  };
  const allowed = start();
  assertEquals(commandsOf(allowed, { kind: "answered", id: "sallyport-ID9", answer: "allow", nowMs: 2 }), []);
  assertEquals(commandsOf(allowed, { kind: "answered", id: "sallyport-ID1", answer: "allow", nowMs: 2 }), [
    "ask-over",
    "send server",
  ]);
  assertEquals(commandsOf(allowed, { kind: "answered", id: "sallyport-ID1", answer: "allow", nowMs: 3 }), []);
  for (const given of ["deny", "unavailable", "timeout"] as const) {
    const refused = start();
    assertEquals(commandsOf(refused, { kind: "answered", id: "sallyport-ID1", answer: given, nowMs: 2 }), [
      "ask-over",
      "send client",
    ]);
  }
  const late = start();
  assertEquals(commandsOf(late, { kind: "tick", nowMs: 20_001 }), ["ask-over", "send client"]);
  const gone = start();
  assertEquals(commandsOf(gone, { kind: "closed", side: "server", nowMs: 2 }), ["ask-over", "send client"]);
});

Deno.test("what the server asks may need an approval, too", () => {
  const sampling = '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}';
  const text = question(1).replace(
    /The model wants to use the tool run of the server s, with: \{\\"x\\":1\}/,
    'The server s asks for the request sampling/createMessage, with: {\\"messages\\":[],\\"maxTokens\\":1}',
  );
  play(
    `${FORMS}
    S> ${sampling}
    >C ${text}
    C> ${answer(1, "allow once")}
    >C ${sampling}
  `,
    asking(),
  );
  play(
    `${FORMS}
    S> ${sampling}
    >C ${text}
    C> ${answer(1, "deny")}
    >S error 1 -1 blocked|x|1
  `.replace(
      />S error.*/,
      '>S {"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"blocked: approval was refused (rule ask-first, record sess:7)"}}',
    ),
    asking(),
  );
});

Deno.test("many approvals in an hour raise a note", () => {
  const judge = asking({ limits: { ...judgeOf().limits, inFlight: 100, callsPerMinute: 1000 } });
  const state = firewallOf(judge);
  play(FORMS, judge, state);
  for (let call = 1; call <= 21; call++) {
    const text = CALL.replace('"id":7', `"id":${call + 100}`);
    play(`C> ${text}\n >C ${question(call)}\n C> ${answer(call, "allow once")}\n >S ${text}`, judge, state);
  }
  assert(state.said.has("many-approvals"));
});

Deno.test("a tool that is asked about is not listed as harmless", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"tools/list"}
    >S =
    S> {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"run","annotations":{"readOnlyHint":true}},{"name":"echo","annotations":{"readOnlyHint":true}}]}}
    >C {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"run","annotations":{"readOnlyHint":false}},{"name":"echo","annotations":{"readOnlyHint":true}}]}}
  `,
    asking({ asksTool: (tool) => tool === "run" }),
  );
});
