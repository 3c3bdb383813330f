import { assertEquals } from "@std/assert";
import { filterToolList } from "./filter_list.ts";

const MESSAGE = '{"id":1,"result":{ "tools" : [ {"name":"a"} , {"name":"b"} ],"n":1.0 },"jsonrpc":"2.0"}';

Deno.test("filterToolList() cuts entries and notes how many, and keeps the rest as it was", () => {
  assertEquals(
    filterToolList(MESSAGE, [true, false], 9),
    '{"id":1,"result":{"_meta":{"dev.sallyport/hiddenTools":1}, "tools" : [{"name":"a"}],"n":1.0 },"jsonrpc":"2.0"}',
  );
});

Deno.test("filterToolList() refuses what it cannot take apart", () => {
  assertEquals(filterToolList(MESSAGE, [true], 9), undefined);
  assertEquals(filterToolList("nonsense", [true], 9), undefined);
  assertEquals(filterToolList('{"result":{"tools":[1],"_meta":5}}', [false], 9), undefined);
  assertEquals(
    filterToolList('{"result":{"tools":[1],"_meta":{"dev.sallyport/hiddenTools":9}}}', [false], 9),
    undefined,
  );
});
