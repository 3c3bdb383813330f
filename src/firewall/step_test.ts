import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Frame } from "../jsonrpc/frame_splitter.ts";
import type { Side } from "../jsonrpc/side.ts";
import type { Send } from "./command.ts";
import { step } from "./step.ts";
import { DENY, denying, firewallOf, judgeOf, LISTED, play } from "./testdata/play.ts";

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

Deno.test("step() writes what a server asked its Deno for, which alone opens no session's file", () => {
  const state = firewallOf(judgeOf());
  const body = { kind: "sandbox", verdict: "deny", permission: "read", count: 1 } as const;
  const commands = step(state, { kind: "access", bodies: [body, body], nowMs: 0 });
  const records = commands.filter((command) => command.kind === "record");
  assertEquals(records.map(({ seq, opens, body: { kind } }) => [seq, opens, kind]), [
    [1, false, "open"],
    [2, false, "sandbox"],
    [3, false, "sandbox"],
  ]);
});

Deno.test("step() notes a clock that went back, in whole seconds", () => {
  const state = firewallOf(judgeOf());
  const commands = step(state, { kind: "clock", backMs: 3_600_400 });
  assertEquals(commands.flatMap((command) => command.kind === "record" ? [command.body] : []).at(-1), {
    kind: "note",
    note: "clock-back",
    count: 3601,
  });
});

Deno.test("step() numbers records without a gap, and gives the request its outcome, also behind a bug", () => {
  const broken = () => {
    throw new TypeError("a bug");
  };
  const state = firewallOf(judgeOf({ answer: broken }));
  const seqs: number[] = [];
  const outcomes: string[] = [];
  for (
    const [side, text] of [
      ["client", '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'],
      ["server", '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'],
      ["client", '{"jsonrpc":"2.0","id":2,"method":"ping"}'],
    ] as const
  ) {
    const frame = { kind: "line", bytes: new TextEncoder().encode(text) } as const;
    for (const command of step(state, { kind: "frame", side, frame, nowMs: 0 })) {
      if (command.kind !== "record") continue;
      seqs.push(command.seq);
      if (command.body.kind === "outcome") outcomes.push(`${command.body.of} ${command.body.outcome}`);
    }
  }
  assertEquals(seqs, seqs.map((_, index) => index + 1));
  assertEquals(outcomes, ["2 refused"]);
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

Deno.test("step() judges by a changed policy from the next message on, and keeps the old one when the new is broken", () => {
  const state = firewallOf(judgeOf({ message: denying(({ tool }) => tool === "run") }));
  play(LISTED, undefined, state);
  const broken = step(state, { kind: "policy", next: undefined, nowMs: 0 });
  assertEquals(broken.map((command) => command.kind === "record" && command.body), [
    { kind: "note", note: "policy-broken", policy: "h" },
  ]);
  const run = (id: number) =>
    `C> {"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"run","arguments":{}}}`;
  play(`${run(1)}\n>C tool 1 not allowed by the policy|no-such|5`, undefined, state);
  const judge = judgeOf({ hash: "h2" });
  const changed = step(state, { kind: "policy", next: { judge, protection: state.protection }, nowMs: 0 });
  assertEquals(changed.map((command) => command.kind === "record" && command.body), [
    { kind: "note", note: "policy-changed", policy: "h2" },
  ]);
  play(`${run(2)}\n>S =`, undefined, state);
});

Deno.test("step() tells once that a server frames its messages as HTTP does", () => {
  const state = firewallOf(judgeOf());
  const told = (text: string) =>
    step(state, frame("server", text)).flatMap((command) => command.kind === "tell" ? [command.text] : []);
  assertEquals(told("Content-Length: 120")[0]?.includes("Content-Length"), true);
  assertEquals(told("Content-Length: 121"), []);
  assertEquals(told("Content-Length of things").filter((text) => text.includes("Content-Length")), []);
});
