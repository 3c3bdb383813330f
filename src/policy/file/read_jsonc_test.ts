import assert from "node:assert/strict";
import { readJsonc } from "./read_jsonc.ts";
import { toJson } from "./tree.ts";

async function faults(text: string): Promise<string[]> {
  return (await readJsonc("p.jsonc", text)).problems.map(({ line, column, code, message }) =>
    `${line}:${column} ${code} ${message.replace("Cannot read policy: ", "")}`
  );
}

Deno.test("readJsonc() says where the syntax breaks, in plain words", async () => {
  assert.deepEqual(await faults(""), ["1:1 empty there is nothing in it"]);
  assert.deepEqual(await faults("// only this"), ["1:1 empty there is nothing in it"]);
  assert.deepEqual(await faults('{"a": 1'), ['1:8 syntax a "}" is expected']);
  assert.deepEqual(await faults('{\n  "a" 1}'), ['2:7 syntax a ":" is expected']);
  assert.deepEqual(await faults('{"a": 1} 2'), ["1:10 syntax there is text behind the end"]);
  assert.deepEqual(await faults('{"a": "\\x"}'), ["1:7 syntax an escape is not known"]);
  assert.deepEqual(await faults('{"a": 1 /* '), ["1:9 syntax a comment does not end", '1:12 syntax a "}" is expected']);
  assert.deepEqual((await faults("{a: 1}")).length > 0, true);
  assert.deepEqual((await faults('{"a": 01}')).length > 0, true);
});

Deno.test("readJsonc() gives no tree with a broken text, and one with comments and a last comma", async () => {
  assert.equal((await readJsonc("p", '{"a": 1')).tree, undefined);
  const { tree } = await readJsonc("p", '/* a */ {"a": [1, 2.50, 9007199254740993,], // b\n "n": null, "b": true,}');
  assert.ok(tree !== undefined);
  assert.equal(JSON.stringify(tree && toJson(tree)).startsWith('{"a":[1,2.5,'), true);
});

Deno.test("readJsonc() keeps a key given twice, and places of keys and values", async () => {
  const { tree } = await readJsonc("p", '{"a": 1,\n  "a": [2]}');
  assert.ok(tree?.type === "object");
  assert.deepEqual(
    tree.members.map(({ key, keyPlace, value }) => [key, keyPlace.line, keyPlace.column, value.place.column]),
    [
      ["a", 1, 2, 7],
      ["a", 2, 3, 8],
    ],
  );
});

Deno.test("readJsonc() counts no bracket of a string or a comment as depth", async () => {
  const brackets = "[".repeat(100);
  assert.deepEqual(await faults(`{"a": "${brackets}\\"${brackets}"} // ${brackets}`), []);
  assert.match((await faults(brackets))[0] ?? "", /^1:65 too-deep/);
});
