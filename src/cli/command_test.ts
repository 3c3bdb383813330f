import { assertEquals } from "@std/assert";
import { UsageError } from "./command.ts";

Deno.test("UsageError carries what to do, and is told from a bug by its class", () => {
  const error = new UsageError("No server command", "Put it behind --");
  assertEquals([error.name, error.message, error.hint], ["UsageError", "No server command", "Put it behind --"]);
  assertEquals(new Error("x") instanceof UsageError, false);
});
