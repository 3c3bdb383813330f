import { assertEquals } from "@std/assert";
import { type Decision, strictest } from "./judge.ts";
import { ALLOW, DENY, judgeOf, play } from "./testdata/play.ts";

const OBSERVED: Decision = { ...DENY, rule: "observed", observed: true };

Deno.test("strictest() puts a refusal in earnest before one that is only observed, whatever their order", () => {
  const ask: Decision = { ...ALLOW, action: "ask", rule: "ask" };
  assertEquals(strictest(OBSERVED, DENY), DENY);
  assertEquals(strictest(DENY, OBSERVED), DENY);
  assertEquals(strictest(OBSERVED, ask), ask);
  assertEquals(strictest(ask, DENY), DENY);
  assertEquals(strictest(ALLOW, OBSERVED), OBSERVED);
  assertEquals(strictest(ALLOW, ALLOW), ALLOW);
});

/** One policy observes and refuses sampling, the other enforces and refuses elicitation; calls are observed too. */
const MIXED = judgeOf({
  mode: "observe",
  message: ({ method }) => method === "elicitation/create" || method === "roots/list" ? DENY : OBSERVED,
  answer: () => OBSERVED,
});

Deno.test("an observed refusal does not shield what a result asks for behind it", () => {
  const asks = (id: number, second: string) =>
    `{"jsonrpc":"2.0","id":${id},"result":{"inputRequests":{"a":{"method":"sampling/createMessage"},"b":{"method":"${second}"}}}}`;
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}}
    >S =
    S> ${asks(1, "elicitation/create")}
    >C error 1 1403 answer asks for something that is not allowed|no-such|3
    C> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"x"}}
    >S =
    S> ${asks(2, "tools/call")}
    >C error 2 1403 server sent a malformed answer|session/input-request|5
    C> {"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"x"}}
    >S =
    S> ${asks(3, "sampling/createMessage")}
    >C =
  `,
    MIXED,
  );
});

Deno.test("an observed refusal does not shield what a client grants behind it", () => {
  play(
    `
    C> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x","inputResponses":{"a":{"roots":[]}}}}
    >C error 1 1403 not allowed by the policy|no-such|2
    C> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"x","inputResponses":{"a":{"action":"accept"}}}}
    >S =
  `,
    MIXED,
  );
});
