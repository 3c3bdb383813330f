import { assertEquals } from "@std/assert";
import { overrideHints } from "./override_hints.ts";

const PAGE =
  '{"result":{"tools":[{"name":"a","annotations":{"readOnlyHint": true ,"destructiveHint":false,"title":"t"}},' +
  '{"name":"b","annotations":{"readOnlyHint":true}},{"name":"c"},{"name":"d","annotations":{"readOnlyHint":false}}]}}';

Deno.test("overrideHints() turns the hints of the tools that are meant, and nothing else", () => {
  assertEquals(overrideHints(PAGE, { isMeant: (index) => index !== 1, maxDepth: 9 }), {
    text: PAGE.replace(
      '"readOnlyHint": true ,"destructiveHint":false',
      '"readOnlyHint": false ,"destructiveHint":true',
    ),
    count: 1,
  });
  assertEquals(overrideHints(PAGE, { isMeant: () => false, maxDepth: 9 }), { text: PAGE, count: 0 });
  assertEquals(overrideHints('{"result":{}}', { isMeant: () => true, maxDepth: 9 }), undefined);
});
