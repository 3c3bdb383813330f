import { assertEquals, assertMatch } from "@std/assert";
import type { About } from "./command.ts";
import { refusalFrame } from "./refusal.ts";

const CAUSE = { reason: "not allowed by the policy", rule: "no-ssh", record: "s:1" };

function about(changes: Partial<About>): About {
  return {
    kind: "request",
    asker: "client",
    id: { source: "1", key: "n1" },
    method: "tools/call",
    era: "legacy",
    wantsTask: false,
    taskId: undefined,
    ...changes,
  };
}

Deno.test("refusalFrame() gives a tool call a result without structured content", () => {
  assertEquals(
    refusalFrame(about({}), CAUSE),
    '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","isError":true,"content":[{"type":"text",' +
      '"text":"blocked: not allowed by the policy (rule no-ssh, record s:1)"}]}}',
  );
});

Deno.test("refusalFrame() gives other requests an error outside the reserved range", () => {
  assertMatch(refusalFrame(about({ method: "resources/read" }), CAUSE) ?? "", /"code":1403,"message":"blocked: /);
  assertMatch(refusalFrame(about({ wantsTask: true }), CAUSE) ?? "", /"code":1403/);
  assertMatch(
    refusalFrame(about({ method: "tasks/result", taskId: "T" }), CAUSE) ?? "",
    /related-task":\{"taskId":"T"\}/,
  );
});

Deno.test("refusalFrame() says nothing to a message without an id", () => {
  assertEquals(refusalFrame(about({ id: undefined, kind: "notification" }), CAUSE), undefined);
});
