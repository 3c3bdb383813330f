import { assertEquals } from "@std/assert";
import type { CallLine, ObservedSession } from "./observation.ts";
import { summarize, useOf } from "./summarize.ts";

function session(name: string, calls: readonly CallLine[], ...lost: readonly number[]): ObservedSession {
  const head = { kind: "session", v: 1, session: name, server: "s", command: "c", day: "2026-11-30" } as const;
  return { head, calls, lost: lost[0] };
}

const READ: CallLine = {
  kind: "call",
  side: "client",
  method: "tools/call",
  tool: "read",
  args: { t: "object", m: { path: { t: "null" } } },
};

Deno.test("summarize() counts uses, leaves out what is apart, and marks arguments that are not always there", () => {
  const bare: CallLine = { ...READ, args: { t: "object", m: {} } };
  const summary = summarize([session("a", [READ, bare, { ...READ, apart: "error" }], 0), session("b", [READ])]);
  assertEquals(summary.uses, [{ what: "read", calls: 3, sessions: 2, args: ["path?"] }]);
  assertEquals([summary.sessions, summary.lost, summary.unended, summary.apart], [2, 0, 1, { error: 1 }]);
});

Deno.test("useOf() names the tool, the method, or who asks", () => {
  assertEquals(useOf(READ), "read");
  assertEquals(useOf({ kind: "call", side: "client", method: "resources/read" }), "resources/read");
  assertEquals(useOf({ kind: "call", side: "server", method: "roots/list" }), "roots/list (asked by the server)");
});
