import { assertEquals } from "@std/assert";
import { eraOf } from "./era.ts";

Deno.test("eraOf() goes by the message, not by the connection", () => {
  const version = (value: string) => ({ _meta: { "io.modelcontextprotocol/protocolVersion": value } });
  assertEquals(eraOf("tools/call", version("2026-07-28")), "modern");
  assertEquals(eraOf("tools/call", version("2027-01-01")), "modern");
  assertEquals(eraOf("server/discover", undefined), "modern");
  assertEquals(eraOf("tools/call", version("2025-11-25")), "legacy");
  assertEquals(eraOf("tools/call", { _meta: {} }), "legacy");
  assertEquals(eraOf("tools/call", undefined), "legacy");
});
