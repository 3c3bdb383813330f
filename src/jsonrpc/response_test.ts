import { assertEquals } from "@std/assert";
import { errorResponse, resultResponse } from "./response.ts";

Deno.test("errorResponse() echoes the id as it came", () => {
  assertEquals(
    errorResponse('"a\\u0041"', 1403, 'say "no"', { rule: "x" }),
    '{"jsonrpc":"2.0","id":"a\\u0041","error":{"code":1403,"message":"say \\"no\\"","data":{"rule":"x"}}}',
  );
  assertEquals(errorResponse("0", -32700, "x"), '{"jsonrpc":"2.0","id":0,"error":{"code":-32700,"message":"x"}}');
});

Deno.test("resultResponse() carries a result", () => {
  assertEquals(resultResponse("7", { roots: [] }), '{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}');
});
