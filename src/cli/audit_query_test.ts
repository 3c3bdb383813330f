import { assertEquals, assertThrows } from "@std/assert";
import { QUERY_LISTS, readQuery } from "./audit_query.ts";
import { UsageError } from "./command.ts";
import { parseFlags } from "./parse_flags.ts";

function queryOf(...args: string[]) {
  return readQuery(parseFlags(args, { lists: QUERY_LISTS, values: ["since", "until"], words: 5 }), 0);
}

Deno.test("readQuery() refuses verdicts and sessions that there are none of", () => {
  assertThrows(() => queryOf("--verdict", "deny,denied"), UsageError, "denied");
  assertThrows(() => queryOf("--session", "abc"), UsageError, "abc");
});

Deno.test("readQuery() takes lists from flags that come twice and from commas", () => {
  assertEquals(queryOf("--tool", "a,b", "--tool", "c", "--until", "2026-11-30", "word"), {
    tool: ["a", "b", "c"],
    since: undefined,
    until: "2026-11-30T00:00:00.000Z",
    words: ["word"],
  });
});
