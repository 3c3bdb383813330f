import assert from "node:assert/strict";
import { passesUnnamed, PASSING_METHODS } from "./passing_methods.ts";

Deno.test("passesUnnamed() never lets pass by itself what reads, runs or asks", () => {
  const named = [
    "tools/call",
    "resources/read",
    "prompts/get",
    "resources/subscribe",
    "x/unknown",
    "",
    "Ping",
    "ping ",
  ];
  for (const method of named) {
    assert.equal(passesUnnamed(method, "client"), false, method);
    assert.equal(passesUnnamed(method, "server"), false, method);
  }
  for (const method of ["sampling/createMessage", "elicitation/create", "roots/list"]) {
    assert.equal(passesUnnamed(method, "server"), false, method);
  }
});

Deno.test("passesUnnamed() goes by the side", () => {
  assert.equal(passesUnnamed("notifications/message", "server"), true);
  assert.equal(passesUnnamed("notifications/message", "client"), false);
  assert.equal(passesUnnamed("initialize", "client"), true);
  assert.equal(passesUnnamed("initialize", "server"), false);
  for (const side of ["client", "server"] as const) assert.equal(passesUnnamed("ping", side), true);
});

Deno.test("every passing method stands in the table once", () => {
  const methods = PASSING_METHODS.map(({ method }) => method);
  assert.equal(new Set(methods).size, methods.length);
});
