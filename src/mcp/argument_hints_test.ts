import assert from "node:assert/strict";
import type { JsonObject } from "../jsonrpc/json.ts";
import { readToolHints } from "./argument_hints.ts";

function hintsOf(tool: JsonObject): unknown {
  const hints = readToolHints(tool);
  return hints && [Object.fromEntries(hints.arguments), hints.runsCommands];
}

Deno.test("readToolHints() reads what a listing says of arguments, and nothing into what it does not", () => {
  const properties = {
    a: { type: "string", description: "The shell command to run" },
    b: { type: "string", description: "Command to execute in the terminal" },
    c: { type: "string", format: "uri" },
    d: { type: "string", description: "Absolute path of the file" },
    e: { type: "string", description: "How to command attention" },
    f: { type: "object", properties: { G: { title: "URL" } } },
    h: { type: "array", items: { anyOf: [{ properties: { i: { description: "a bash script line" } } }] } },
    j: true,
  };
  assert.deepEqual(hintsOf({ name: "t", inputSchema: { type: "object", properties } }), [
    { a: "command", b: "command", c: "url", d: "path", g: "url", i: "command" },
    false,
  ]);
  assert.deepEqual(hintsOf({ name: "t", description: "Runs a command in bash" }), [{}, true]);
  assert.equal(hintsOf({ name: "t", description: "Looks things up", inputSchema: { properties: [] } }), undefined);
  assert.equal(hintsOf({ name: "t", inputSchema: 5 }), undefined);
});

Deno.test("readToolHints() remembers a bounded part of a large listing", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`p${index}`, { description: "file path" }]),
  );
  assert.equal(readToolHints({ inputSchema: { properties } })?.arguments.size, 64);
  let deep: JsonObject = { properties: { x: { description: "file path" } } };
  for (let depth = 0; depth < 50; depth++) deep = { items: deep };
  assert.equal(readToolHints({ inputSchema: deep }), undefined);
});
