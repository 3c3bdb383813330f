import assert from "node:assert/strict";
import { isSystemView, spellingFault } from "./path_spelling.ts";

Deno.test("spellingFault() has its own reason for each kind of fault", () => {
  const faults = ["", "a\0", "..%2f", "~", "file:a", "/proc/1", "a".repeat(5000)].map((path) =>
    spellingFault(path, "posix")
  );
  assert.equal(new Set(faults).size, 7);
  assert.equal(spellingFault("a\ud800", "posix"), "blocked: hidden characters");
  assert.equal(spellingFault("a/b c.txt", "posix"), undefined);
  assert.equal(spellingFault("C:\\a b\\c.txt", "windows"), undefined);
  assert.equal(spellingFault("a~1", "windows"), "blocked: short or reserved name");
});

Deno.test("isSystemView() sees through doubled slashes and dots", () => {
  for (const path of ["/proc", "//dev/x", "/./proc/1", "/DEV/tty"]) assert.equal(isSystemView(path), true, path);
  for (const path of ["/srv/proc", "/process", "dev"]) assert.equal(isSystemView(path), false, path);
});
