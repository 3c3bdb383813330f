import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { ExactNumber } from "../src/jsonrpc/json.ts";
import { argumentShapes, valueShape } from "./argument_shape.ts";
import { canonicalJson } from "./canonical.ts";

const KEY = new Uint8Array(32).fill(7);

function shapeOf(value: Parameters<typeof valueShape>[0], key: Uint8Array = KEY): Record<string, unknown> {
  const text = valueShape(value, key);
  assertEquals(canonicalJson(JSON.parse(text)), text);
  return JSON.parse(text);
}

Deno.test("valueShape() tells type and size, and hashes the value with the key", () => {
  const shape = shapeOf("hunter2");
  assertEquals([shape["type"], shape["length"]], ["string", 7]);
  assertEquals(shapeOf("hunter2"), shape);
  assertNotEquals(shapeOf("hunter3")["hmac"], shape["hmac"]);
  assertNotEquals(shapeOf("hunter2", new Uint8Array(32))["hmac"], shape["hmac"]);
  assertEquals(shapeOf([1, 2])["length"], 2);
  assertEquals(shapeOf({ a: 1 })["length"], 1);
  assertEquals(shapeOf(new ExactNumber("1e400"))["type"], "number");
  assertEquals(shapeOf(null)["type"], "null");
});

Deno.test("argumentShapes() hold no value, and no name that could be one", () => {
  const secret = "AKIAZ7QH2LWX9T3BYNC4";
  const text = argumentShapes({ path: secret, [secret]: 1, "a b": 2, ["__proto__"]: 3 }, KEY);
  assertEquals(canonicalJson(JSON.parse(text)), text);
  assert(!text.includes(secret), text);
  assert(!text.includes("a b"));
  assert(text.includes('"path"'));
});

Deno.test("argumentShapes() count what they leave out", () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`a${index}`, index]));
  const shapes = JSON.parse(argumentShapes(many, KEY));
  assertEquals([Object.keys(shapes).length, shapes["+"]], [101, 50]);
});
