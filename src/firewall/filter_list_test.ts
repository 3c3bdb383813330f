import { assertEquals } from "@std/assert";
import { filterList } from "./filter_list.ts";

const MESSAGE = '{"id":1,"result":{ "tools" : [ {"name":"a"} , {"name":"b"} ],"n":1.0 },"jsonrpc":"2.0"}';

Deno.test("filterList() cuts entries and notes how many, and keeps the rest as it was", () => {
  assertEquals(
    filterList(MESSAGE, { key: "tools", keep: [true, false], maxDepth: 9 }),
    '{"id":1,"result":{"_meta":{"dev.sallyport/hiddenTools":1}, "tools" : [{"name":"a"}],"n":1.0 },"jsonrpc":"2.0"}',
  );
});

Deno.test("filterList() refuses what it cannot take apart", () => {
  assertEquals(filterList(MESSAGE, { key: "tools", keep: [true], maxDepth: 9 }), undefined);
  assertEquals(filterList("nonsense", { key: "tools", keep: [true], maxDepth: 9 }), undefined);
  const options = { key: "tools", keep: [false], maxDepth: 9 };
  assertEquals(filterList('{"result":{"tools":[1],"_meta":5}}', options), undefined);
  assertEquals(filterList('{"result":{"prompts":[1]}}', options), undefined);
});

Deno.test("filterList() writes its own count over one that is there, and adds what was lost before", () => {
  assertEquals(
    filterList('{"result":{"prompts":[1],"_meta":{"dev.sallyport/hiddenTools":9}}}', {
      key: "prompts",
      keep: [false],
      lost: 2,
      maxDepth: 9,
    }),
    '{"result":{"prompts":[],"_meta":{"dev.sallyport/hiddenTools":3}}}',
  );
});
