import { assertEquals } from "@std/assert";
import { LogReadError } from "./audit_edge.ts";

Deno.test("LogReadError says the file and why, and quotes what could drive a terminal", () => {
  assertEquals(new LogReadError("/a\u001bb", "it is a folder").message, 'Cannot read "/a\\u001bb": it is a folder');
});
