import assert from "node:assert/strict";
import { findInvocations, MAX_COMMAND_DEPTH, MAX_INVOCATIONS } from "./invocation.ts";
import { loadCommandParser } from "./shell.ts";

const shell = await loadCommandParser();

function programs(text: string): readonly string[] {
  return findInvocations(text, shell).invocations.map(({ program }) => program).filter(Boolean);
}

Deno.test("findInvocations() finds the programs behind wrappers", () => {
  assert.deepEqual(programs("env A=1 nice -n 5 timeout 5 /usr/bin/git status"), ["env", "nice", "timeout", "git"]);
  assert.deepEqual(programs("find . -exec a {} ';' -exec b {} +"), ["find", "a", "b"]);
  assert.deepEqual(programs("ssh -p 22 host 'a; b'"), ["ssh", "a", "b"]);
});

Deno.test("findInvocations() says what it cannot see", () => {
  for (const text of ["$x", "nice --odd ls", "env -S ls", "bash", "eval $x", "л", "sh -c $x"]) {
    assert.ok(findInvocations(text, shell).faults.has("blocked: unresolved"), text);
  }
  assert.ok(findInvocations("ls 'a", shell).faults.has("blocked: not a shell command"));
  assert.ok(findInvocations("eval ".repeat(MAX_COMMAND_DEPTH + 2) + "ls", shell).faults.has("blocked: unresolved"));
  assert.ok(findInvocations("a;".repeat(MAX_INVOCATIONS + 2), shell).faults.has("blocked: too long"));
});
