import { assert, assertEquals } from "@std/assert";
import { isDisguisedMethod, maySend, METHODS, PROTOCOL_VERSIONS } from "./method.ts";

Deno.test("isDisguisedMethod() finds known names behind case, space and invisible characters", () => {
  for (
    const name of [
      "Tools/Call",
      "tools/call ",
      " tools/call",
      "tools/call\t",
      "tools/ca\u200bll",
      "TOOLS/CALL",
      "tool\u017f/call",
      "\uff54ools/call",
      "Initialize",
      "notifications/Cancelled",
      "tools/call\0",
    ]
  ) assert(isDisguisedMethod(name), JSON.stringify(name));
});

Deno.test("isDisguisedMethod() lets known and unknown names be", () => {
  for (const name of [...METHODS.keys(), "tools/call2", "x/y", "", "toolscall", "tools.call"]) {
    assertEquals(isDisguisedMethod(name), false, name);
  }
});

Deno.test("maySend() knows who sends what; unknown methods come from either side", () => {
  assert(maySend("client", "tools/call"));
  assert(!maySend("server", "tools/call"));
  assert(maySend("server", "sampling/createMessage"));
  assert(!maySend("client", "sampling/createMessage"));
  for (const side of ["client", "server"] as const) {
    for (const name of ["ping", "notifications/cancelled", "tasks/get", "x/unknown"]) assert(maySend(side, name));
  }
});

Deno.test("METHODS say versions in order", () => {
  for (const [name, { since, until }] of METHODS) {
    assert(PROTOCOL_VERSIONS.indexOf(since) <= PROTOCOL_VERSIONS.indexOf(until), name);
  }
});
