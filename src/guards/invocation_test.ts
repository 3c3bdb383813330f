import assert from "node:assert/strict";
import { assertLinear } from "./scaling_fixture.ts";
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

Deno.test("findInvocations() reads find inside find no more than a text may have commands, in linear time", () => {
  const { invocations, faults } = findInvocations("find . -exec ".repeat(40) + "ls", shell);
  assert.ok(invocations.length <= MAX_INVOCATIONS + 1, `${invocations.length} commands`);
  assert.ok(faults.has("blocked: too long"));
  // The near miss: three in one another are all found.
  const few = findInvocations("find a -exec find b -exec find c -exec ls {} ;", shell);
  assert.equal(few.faults.has("blocked: too long"), false);
  assert.ok(few.invocations.some(({ program }) => program === "ls"));
  assertLinear("find in find", 50, (length) => findInvocations(`${"find . -exec ".repeat(length)}ls${length}`, shell));
});

Deno.test("findInvocations() bounds the words that it reads again and again", () => {
  const { invocations, faults } = findInvocations(`${"find . -exec ".repeat(1_000)}ls`, shell);
  assert.ok(faults.has("blocked: too long"));
  assert.ok(invocations.reduce((sum, { args }) => sum + args.length, 0) < 20_000);
  // The near miss: many words, each read once.
  assert.equal(findInvocations(`ls ${"a ".repeat(8_000)}`, shell).faults.size, 0);
});
