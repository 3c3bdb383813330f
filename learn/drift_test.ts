import { assertEquals } from "@std/assert";
import { findDrift } from "./drift.ts";

function audit(session: string, records: readonly object[], server = "s"): string {
  const all = [{ kind: "open", server, session }, ...records];
  return all.map((record) => `${JSON.stringify({ session, time: "2026-11-30T10:00:00.000Z", ...record })}\n`).join("");
}

const refused = (rule: string, more: object = {}) => ({
  kind: "verdict",
  message: "request",
  method: "tools/call",
  tool: "read",
  verdict: "deny",
  rule,
  ...more,
});
const ALLOWED = refused("tool/entry", { verdict: "allow" });

function drift(texts: readonly string[], entries: readonly string[] = []) {
  const since = "2026-11-01";
  return findDrift({ texts, server: "s", entries, since, matches: (entry, tool) => entry === tool });
}

Deno.test("rare refusals, one session's, a pack's and those of a session with an injection say nothing", () => {
  const failed = refused("tool/condition", { pointer: "/path", condition: "path" });
  assertEquals(drift([audit("a", [failed, failed, failed])]), []);
  assertEquals(drift([audit("a", [failed]), audit("b", [failed])]), []);
  const pack = refused("ssh-keys");
  assertEquals(drift([audit("a", [pack, pack]), audit("b", [pack, pack])]), []);
  const poisoned = { kind: "finding", detector: "injection" };
  assertEquals(drift([audit("a", [failed, failed, poisoned]), audit("b", [failed, failed, poisoned])]), []);
  assertEquals(drift([audit("a", [failed, failed], "other"), audit("b", [failed, failed], "other")]), []);
});

Deno.test("what was refused again and again is told with the smallest change", () => {
  const failed = refused("tool/condition", { pointer: "/path", condition: "path" });
  const [found] = drift([audit("a", [failed, failed]), audit("b", [failed])]);
  assertEquals([found?.kind, found?.count, found?.sessions, found?.pointer], ["refused", 3, 2, "/path"]);
  const unknown = refused("default/deny");
  assertEquals(drift([audit("a", [unknown, unknown]), audit("b", [unknown])])[0]?.kind, "new");
});

Deno.test("an entry that nobody used is told, where anything was used at all", () => {
  assertEquals(drift([audit("a", [ALLOWED])], ["read", "write"]).map(({ kind, what }) => [kind, what]), [[
    "unused",
    "write",
  ]]);
  assertEquals(drift([], ["write"]), []);
  assertEquals(drift([audit("a", [ALLOWED])], ["read"]), []);
});
