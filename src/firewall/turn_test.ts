import { ALLOW, DENY, denying, judgeOf, LISTED, play } from "./testdata/play.ts";

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
