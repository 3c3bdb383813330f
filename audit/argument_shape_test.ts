import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { ExactNumber } from "../src/jsonrpc/json.ts";
import { argumentShapes, valueShape } from "./argument_shape.ts";

const KEY = new Uint8Array(32).fill(7);

Deno.test("valueShape() tells type and size, and hashes the value with the key", () => {
  const shape = valueShape("hunter2", KEY);
  assertEquals([shape["type"], shape["length"]], ["string", 7]);
  assertEquals(valueShape("hunter2", KEY), shape);
  assertNotEquals(valueShape("hunter3", KEY)["hmac"], shape["hmac"]);
  assertNotEquals(valueShape("hunter2", new Uint8Array(32))["hmac"], shape["hmac"]);
  assertEquals(valueShape([1, 2], KEY)["length"], 2);
  assertEquals(valueShape({ a: 1 }, KEY)["length"], 1);
  assertEquals(valueShape(new ExactNumber("1e400"), KEY)["type"], "number");
  assertEquals(valueShape(null, KEY)["type"], "null");
});

Deno.test("argumentShapes() hold no value, and no name that could be one", () => {
  const secret = "AKIAZ7QH2LWX9T3BYNC4";
  const text = JSON.stringify(argumentShapes({ path: secret, [secret]: 1, "a b": 2, ["__proto__"]: 3 }, KEY));
  assert(!text.includes(secret), text);
  assert(!text.includes("a b"));
  assert(text.includes('"path"'));
});

Deno.test("argumentShapes() count what they leave out", () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}`, index]));
  const shapes = argumentShapes(many, KEY);
  assertEquals([Object.keys(shapes).length, shapes["+"]], [101, 50]);
});
