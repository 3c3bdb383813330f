import assert from "node:assert/strict";
import { commandsTouch, isAbove } from "./command_touch.ts";
import { findInvocations } from "./invocation.ts";
import { loadCommandParser } from "./shell.ts";

const SHELL = await loadCommandParser();
const BASE = { home: "/home/u", workingFolder: "/work", variables: {} };

function touches(command: string): boolean {
  const places = [["srv", "guard"]];
  const isInside = (components: readonly string[]) => components[0] === "srv" && components[1] === "guard";
  return commandsTouch(findInvocations(command, SHELL).invocations, { isInside, places, base: BASE });
}

Deno.test("commandsTouch() follows every change of folder", () => {
  assert.ok(touches("cd /srv/x && cat ../guard/y"));
  assert.ok(!touches("cd /srv/x/y && cat ../guard/y"));
  assert.ok(touches('cd "$X" || cd /srv; cat guard'));
  assert.ok(!touches("cat guard"));
});

Deno.test("commandsTouch() tells taking a tree from looking at it", () => {
  for (
    const command of ["rm -r /srv", "shred /srv", "mv -t /tmp /srv", "chown -R u /srv", "find /srv -exec sh -c x \\;"]
  ) {
    assert.ok(touches(command), command);
  }
  for (
    const command of [
      "ls -r /srv",
      "rm /srv",
      "mv a /srv",
      "chown u /srv",
      "find /srv -exec wc {} \\;",
      "grep -r x /srv",
    ]
  ) {
    assert.ok(!touches(command), command);
  }
});

Deno.test("isAbove() takes wildcards for any name that a shell would", () => {
  assert.ok(isAbove(["srv"], ["srv", "guard"]));
  assert.ok(isAbove(["*"], ["srv", "guard"]));
  assert.ok(isAbove(["srv", "g*"], ["srv", "guard"]));
  assert.ok(isAbove([], ["srv"]));
  assert.ok(!isAbove(["srv", "x"], ["srv", "guard"]));
  assert.ok(!isAbove(["home", "*"], ["home", ".sallyport"]));
  assert.ok(!isAbove(["srv", "guard", "x"], ["srv", "guard"]));
});
