import { assertEquals } from "@std/assert";
import type { Subject } from "../policy/subject.ts";
import { ALLOW, firewallOf, judgeOf, play } from "./testdata/play.ts";

/** What a judge was shown of the last message of a transcript. */
function shown(transcript: string): Subject | undefined {
  const seen: Subject[] = [];
  const see = (subject: Subject) => {
    seen.push(subject);
    return ALLOW;
  };
  const judge = judgeOf({ message: see, answer: see });
  play(transcript, judge, firewallOf(judge));
  return seen.at(-1);
}

const call = (params: string) => `
  C> {"jsonrpc":"2.0","id":0,"method":"tools/list"}
  >S =
  S> {"jsonrpc":"2.0","id":0,"result":{"tools":[{"name":"t"}]}}
  >C =
  C> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}
  >S =
`;

Deno.test("callSubject() gives a call its tool and arguments, and rules the whole of its parameters", () => {
  const subject = shown(call('"name":"t","arguments":{"a":1},"_meta":{"k":"v"}'));
  assertEquals([subject?.method, subject?.tool, subject?.server], ["tools/call", "t", "s"]);
  assertEquals(JSON.stringify(subject?.args), '{"a":1}');
  assertEquals(JSON.stringify(subject?.content), '{"name":"t","arguments":{"a":1},"_meta":{"k":"v"}}');
  assertEquals(JSON.stringify(shown(call('"name":"t"'))?.args), "{}");
});

Deno.test("callSubject() takes what the protocol adds out of the arguments, not out of what rules see", () => {
  const subject = shown(`
    C> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"u","requestState":"s","task":{},"inputResponses":{}}}
    >S =
  `);
  assertEquals(JSON.stringify(subject?.args), '{"uri":"u"}');
  assertEquals(Object.keys(subject?.content as object), ["uri", "requestState", "task", "inputResponses"]);
});

const complete = (ref: string) => `
  C> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}
  >S =
  S> {"jsonrpc":"2.0","id":1,"result":{"prompts":[{"name":"p"},5]}}
  >C =
  C> {"jsonrpc":"2.0","id":2,"method":"resources/list"}
  >S =
  S> {"jsonrpc":"2.0","id":2,"result":{"resources":[{"uri":"file:///r"}]}}
  >C =
  C> {"jsonrpc":"2.0","id":3,"method":"resources/templates/list"}
  >S =
  S> {"jsonrpc":"2.0","id":3,"result":{"resourceTemplates":[{"uriTemplate":"x://{y}"}]}}
  >C =
  C> {"jsonrpc":"2.0","id":4,"method":"completion/complete","params":{"ref":${ref}}}
  >S =
`;

Deno.test("callSubject() knows a completion only where a list has shown what is completed", () => {
  for (
    const ref of ['{"type":"ref/prompt","name":"q"}', '{"type":"ref/resource","uri":"file:///s"}', "5", '{"name":"p"}']
  ) {
    assertEquals(shown(complete(ref))?.isKnown, false, ref);
  }
  for (
    const ref of [
      '{"type":"ref/prompt","name":"p"}',
      '{"type":"ref/resource","uri":"file:///r"}',
      '{"type":"ref/resource","uri":"x://{y}"}',
    ]
  ) assertEquals(shown(complete(ref))?.isKnown, true, ref);
});

Deno.test("callSubject() knows a task only where this session saw it made, and gives it its call's tool", () => {
  const made = `${call('"name":"t","arguments":{},"task":{}')}
    S> {"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"T"}}}
    >C =
  `;
  const ask = (id: string) =>
    `${made}
    C> {"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"${id}"}}
    >S =
  `;
  assertEquals([shown(ask("U"))?.isKnown, shown(ask("U"))?.tool], [false, undefined]);
  assertEquals([shown(ask("T"))?.isKnown, shown(ask("T"))?.tool], [true, "t"]);
});

Deno.test("answerSubject() gives an answer the method and tool of its request, and an error as content", () => {
  const answered = (answer: string) =>
    shown(`${call('"name":"t","arguments":{}')}
      S> {"jsonrpc":"2.0","id":1,${answer}}
      >C =
    `);
  const subject = answered('"result":{"content":[]}');
  assertEquals([subject?.kind, subject?.side, subject?.method, subject?.tool], [
    "response",
    "server",
    "tools/call",
    "t",
  ]);
  assertEquals(JSON.stringify(answered('"error":{"code":1,"message":"m"}')?.content), '{"code":1,"message":"m"}');
});

Deno.test("nestedSubject() shows what the server asks from inside a result as the server's request", () => {
  const subject = shown(`${call('"name":"t","arguments":{}')}
    S> {"jsonrpc":"2.0","id":1,"result":{"inputRequests":{"a":{"method":"sampling/createMessage","params":{"messages":[]}}}}}
    >C =
  `);
  assertEquals([subject?.side, subject?.kind, subject?.method], ["server", "request", "sampling/createMessage"]);
  assertEquals(JSON.stringify(subject?.args), '{"messages":[]}');
});
