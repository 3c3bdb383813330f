import { assertEquals } from "@std/assert";
import { stripReply } from "./strip_reply.ts";

Deno.test("stripReply() takes our part out and leaves the rest as it was", () => {
  assertEquals(
    stripReply(
      '{"id":1, "params":{"name":"t","requestState":"s" , "arguments":{"n":1.0,"requestState":"x"},"inputResponses":{"a":{}}},"jsonrpc":"2.0"}',
      9,
    ),
    '{"id":1, "params":{"name":"t","arguments":{"n":1.0,"requestState":"x"}},"jsonrpc":"2.0"}',
  );
  assertEquals(stripReply('{"id":1}', 9), undefined);
  assertEquals(stripReply("{", 9), undefined);
});
