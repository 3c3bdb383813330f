import assert from "node:assert/strict";
import { readFaultless, readJsonc } from "./read_jsonc.ts";
import {
  checkKeys,
  readBoolean,
  type Reader,
  readFields,
  readInteger,
  readList,
  readString,
  readStringOrList,
  readWord,
} from "./reader.ts";
import type { TreeNode } from "./tree.ts";

/** A text in which a key may be given twice, as a tree. */
async function twins(text: string): Promise<TreeNode> {
  const { tree } = await readJsonc("p", text);
  assert.ok(tree !== undefined, text);
  return tree;
}

/** Reads a text by one of the steps: what it gives and what it reports. */
function reading<Value>(
  text: string | TreeNode,
  read: (reader: Reader, node: TreeNode) => Value,
): [Value, ...string[]] {
  const tree = typeof text === "string" ? readFaultless(text) : text;
  assert.ok(typeof tree !== "string", `${text}`);
  const reader: Reader = { file: "p", problems: [] };
  const value = read(reader, tree);
  return [
    value,
    ...reader.problems.map(({ code, message, hint }) => [code, message, hint].filter(Boolean).join(" | ")),
  ];
}

Deno.test("readString() takes no other type and no empty text", () => {
  const read = (text: string) => reading(text, (reader, node) => readString(reader, node, "x"));
  assert.deepEqual(read("5"), [undefined, "wrong-type | Cannot read x: it is a number, not a string"]);
  assert.deepEqual(read("null"), [undefined, "wrong-type | Cannot read x: it is null, not a string"]);
  assert.deepEqual(read("[]"), [undefined, "wrong-type | Cannot read x: it is an array, not a string"]);
  assert.deepEqual(read('""'), [undefined, "wrong-value | Cannot read x: it is empty"]);
  assert.deepEqual(read('"a"'), ["a"]);
});

Deno.test("readWord() suggests the word that is near", () => {
  const read = (text: string) => reading(text, (reader, node) => readWord(reader, node, "x", ["allow", "deny"]));
  assert.deepEqual(read('"alow"'), [
    undefined,
    'wrong-value | Cannot read x: "alow" is none of "allow", "deny" | Did you mean "allow"?',
  ]);
  assert.deepEqual(read("true"), [
    undefined,
    'wrong-type | Cannot read x: it is a boolean, not one of "allow", "deny"',
  ]);
  assert.deepEqual(read('"deny"'), ["deny"]);
});

Deno.test("readInteger() takes whole numbers within bounds, exactly", () => {
  const read = (text: string) => reading(text, (reader, node) => readInteger(reader, node, "x", { min: 1, max: 10 }));
  for (const text of ["0", "11", "1.5", "1e400", "10.0000000000000000001"]) {
    assert.equal(read(text)[0], undefined, text);
  }
  assert.match(read("1e400")[1] ?? "", /1e400 is not a whole number from 1 to 10/);
  for (const text of ["1", "10", "1e1", "2.0"]) assert.deepEqual(read(text), [Number(text)]);
  assert.match(read('"5"')[1] ?? "", /^wrong-type/);
});

Deno.test("readList() names the item that is faulty and keeps the others", () => {
  const read = (text: string) =>
    reading(text, (reader, node) => readList(reader, node, "x", (item, what) => readBoolean(reader, item, what)));
  assert.deepEqual(read("[true, 1, false]"), [
    [true, false],
    "wrong-type | Cannot read item 2 of x: it is a number, not true or false",
  ]);
  assert.match(read("{}")[1] ?? "", /not a list/);
});

Deno.test("readStringOrList() takes a string or at least one", () => {
  const read = (text: string) => reading(text, (reader, node) => readStringOrList(reader, node, "x"));
  assert.deepEqual(read('"a"'), [["a"]]);
  assert.deepEqual(read('["a", "b"]'), [["a", "b"]]);
  assert.match(read("[]")[1] ?? "", /^no-effect/);
  assert.match(read("5")[1] ?? "", /^wrong-type/);
  assert.match(read('""')[1] ?? "", /^wrong-value/);
});

Deno.test("readFields() reports every unknown and repeated key, and never reads a prototype's", async () => {
  const read = async (text: string) =>
    reading(
      await twins(text),
      (reader, node) =>
        readFields<{ name: string }>(reader, node, "x", { name: (value, what) => readString(reader, value, what) }),
    );
  assert.deepEqual(await read('{"nmae": "a", "toString": 1, "name": "b", "name": "c"}'), [
    { name: "b" },
    'duplicate-field | Cannot read x: "name" is given twice',
    'unknown-field | Cannot read x: "nmae" is not a field | Did you mean "name"?',
    'unknown-field | Cannot read x: "toString" is not a field | Known fields: name',
  ]);
  assert.deepEqual(await read('{"name": "a"}'), [{ name: "a" }]);
});

Deno.test("checkKeys() finds a repeated key at any depth", async () => {
  const read = async (text: string) =>
    reading(await twins(text), (reader, node) => checkKeys(reader, node, "x")).slice(1);
  assert.equal((await read('[{"a": {"b": 1, "b": 2}}, {"c": 1, "c": 1}]')).length, 2);
  assert.equal((await read('[{"a": {"b": 1}, "b": 2}]')).length, 0);
});
