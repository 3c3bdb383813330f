import { assert, assertEquals } from "@std/assert";
import { newProtection } from "../firewall/self_protection.ts";
import { BLIND_VIEW } from "../guards/file_view.ts";
import { policyJudge } from "../firewall/policy_judge.ts";
import type { Json } from "../jsonrpc/json.ts";
import { policyFixture } from "../policy/policy_fixture.ts";
import { type CaseContext, judgeCase, judgeText, newState } from "./judge_case.ts";

async function contextOf(body: object): Promise<CaseContext> {
  const policies = { global: await policyFixture(body) };
  return {
    server: "files",
    judge: policyJudge({ policies, server: "files", hash: "h", today: () => "2026-11-30" }),
    protection: newProtection({
      places: [],
      base: { home: "/home/ann", workingFolder: "/w", variables: {} },
      view: BLIND_VIEW,
    }),
  };
}

async function shown(body: object, value: Json): Promise<string> {
  const verdict = judgeCase(value, await contextOf(body));
  return "error" in verdict ? verdict.error : `${verdict.verdict} ${verdict.rule}`;
}

Deno.test("judgeCase() refuses what is no case, and says why", async () => {
  assertEquals(await shown({}, []), "a case is an object");
  assertEquals(await shown({}, null), "a case is an object");
  assertEquals(await shown({}, {}), 'a case has "call", "message" or "response"');
  assertEquals(await shown({}, { call: { tool: 5 } }), '"call" needs a "tool"');
  assertEquals(await shown({}, { call: "t" }), '"call" needs a "tool"');
  assertEquals(await shown({}, { response: { result: {} }, request: 5 }), '"request" is no request');
  assertEquals(await shown({}, { call: { tool: "t" } }), "deny default/deny");
});

Deno.test("judgeCase() sends a message from the side that sends its method", async () => {
  const rules = [
    { name: "from-server", when: { side: "server" }, then: "deny" },
    { name: "from-client", when: { side: "client" }, then: "log" },
  ];
  const body = { default: "allow", rules };
  for (const method of ["sampling/createMessage", "elicitation/create", "roots/list", "notifications/message"]) {
    assertEquals(await shown(body, { message: { method } }), "deny from-server", method);
  }
  for (const method of ["tools/list", "resources/read", "notifications/initialized"]) {
    assert((await shown(body, { message: { method } })).startsWith("log "), method);
  }
});

Deno.test("judgeCase() makes a request of a method and a notification of its notices", async () => {
  const context = await contextOf({});
  const kindOf = (message: Json) => {
    const verdict = judgeCase({ message }, context);
    return "error" in verdict ? verdict.error : verdict.rule;
  };
  // Only a notification cancels; as a request it is nothing that a client may send.
  assertEquals(kindOf({ method: "notifications/cancelled", params: { requestId: 7 } }), "session/unknown-cancel");
  assertEquals(kindOf({ method: "notifications/initialized" }), "method/protocol");
  assertEquals(kindOf({ method: "ping" }), "method/protocol");
});

Deno.test("judgeCase() judges an answer by its request: another tool, another side, an error", async () => {
  const body = {
    default: "allow",
    responses: [
      { name: "of-echo", when: { tool: "echo", any: { regex: "x" } }, then: "deny" },
      { name: "of-roots", when: { method: "roots/list", side: "client", any: { regex: "etc" } }, then: "deny" },
    ],
  };
  const request = (name: string) => ({ method: "tools/call", params: { name, arguments: {} } });
  const response = { result: { content: [{ type: "text", text: "x" }] } };
  assertEquals(await shown(body, { response, request: request("echo") }), "deny of-echo");
  assertEquals(await shown(body, { response, request: request("other") }), "allow default/allow");
  assertEquals(await shown(body, { response }), "allow default/allow");
  const error = { error: { code: 1, message: "x" } };
  assertEquals(await shown(body, { response: error, request: request("echo") }), "deny of-echo");
  assertEquals(
    await shown(body, { response: { result: { action: "accept" } }, request: { method: "elicitation/create" } }),
    "allow default/allow",
  );
});

Deno.test("judgeCase() refuses an answer that the protocol has no place for", async () => {
  const both = { id: 1, result: {}, error: { code: 1, message: "m" } };
  const verdict = judgeCase({ response: both }, await contextOf({ default: "allow" }));
  assert("error" in verdict || verdict.verdict === "deny");
});

Deno.test("judgeText() judges bytes as the firewall reads them", async () => {
  const context = await contextOf({ default: "allow" });
  const rule = (text: string) => {
    const verdict = judgeText(newState(context), "client", text);
    return "error" in verdict ? verdict.error : verdict.rule;
  };
  assertEquals(rule('{"jsonrpc":"2.0","id":1,"method":"x","Method":"y"}'), "frame/folded-key");
  assertEquals(rule("hello"), "frame/syntax");
  assertEquals(
    rule('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":5}}'),
    "frame/arguments",
  );
  assertEquals(
    rule('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{}}}'),
    "default/allow",
  );
});
