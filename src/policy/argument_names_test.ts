import assert from "node:assert/strict";
import * as names from "./argument_names.ts";

Deno.test("wordsOfName() cuts names as people read them", () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["shellCommand", ["shell", "command"]],
    ["SHELL_COMMAND", ["shell", "command"]],
    ["mcp__fs/read-file.v2", ["mcp", "fs", "read", "file", "v2"]],
    ["HTTPRequest", ["http", "request"]],
    ["ｃｏｍｍａｎｄ", ["command"]],
    ["", []],
  ];
  for (const [name, words] of rows) assert.deepEqual(names.wordsOfName(name), words);
});

Deno.test("every listed name is one as wordsOfName() leaves it", () => {
  for (const list of Object.values(names)) {
    if (typeof list === "function") continue;
    for (const name of list) assert.deepEqual(names.wordsOfName(name), [name]);
  }
});
