import { assert, assertEquals } from "@std/assert";
import { builtinRule } from "./builtin_rule.ts";

Deno.test("builtinRule() says nothing of rules of a policy, and something of each family", () => {
  for (const name of ["ssh-keys", "", "constructor", "__proto__/x", "other/x"]) {
    assertEquals(builtinRule(name), undefined);
  }
  for (const name of ["default/deny", "frame/syntax", "session/direction", "limit/progress", "tool/name"]) {
    assert(builtinRule(name)?.endsWith("."), name);
  }
});
