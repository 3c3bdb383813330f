import assert from "node:assert/strict";
import { type Pin, pinKey, pinOf, recognize } from "./pins.ts";

const TOOL = {
  name: "read",
  description: "Reads a file of the project.",
  inputSchema: { type: "object", properties: { path: { type: "string" }, head: { type: "number", default: 5 } } },
  annotations: { readOnlyHint: true },
};

const PINS: ReadonlyMap<string, Pin> = new Map([["tool read", pinOf(TOOL)]]);

Deno.test("recognize() sees every change of a definition, and no other order of its members", () => {
  const keys = new Set(["tool read"]);
  const { name, description, inputSchema, annotations } = TOOL;
  assert.equal(recognize(PINS, "tool read", { annotations, inputSchema, description, name }, { keys }), "same");
  for (
    const change of [
      { description: "Reads a file of the project. " },
      { title: "Read" },
      { annotations: { readOnlyHint: false } },
      { icons: [{ src: "data:," }] },
      { _meta: { a: 1 } },
      { outputSchema: {} },
      {
        inputSchema: {
          ...inputSchema,
          properties: { ...inputSchema.properties, head: { type: "number", default: 6 } },
        },
      },
    ]
  ) assert.equal(recognize(PINS, "tool read", { ...TOOL, ...change }, { keys }), "changed", JSON.stringify(change));
});

Deno.test("recognize() takes a known definition under another name for no new one", () => {
  const keys = new Set(["tool fetch"]);
  assert.equal(recognize(PINS, "tool fetch", { ...TOOL, name: "fetch" }, { keys }), "renamed");
  assert.equal(recognize(PINS, "tool fetch", { ...TOOL, name: "fetch", description: "Else" }, { keys }), "renamed");
  assert.equal(recognize(PINS, "tool fetch", { ...TOOL, name: "fetch", inputSchema: {} }, { keys }), "renamed");
  assert.equal(recognize(PINS, "tool fetch", { name: "fetch", description: "Else" }, { keys }), "new");
  const both = new Set(["tool fetch", "tool read"]);
  assert.equal(recognize(PINS, "tool fetch", { ...TOOL, name: "fetch" }, { keys: both }), "new", "both are there");
  assert.equal(recognize(PINS, "prompt fetch", { ...TOOL, name: "fetch" }, { keys }), "new", "another kind");
});

Deno.test("pinKey() names definitions by what they are called", () => {
  assert.equal(pinKey("tool", TOOL), "tool read");
  assert.equal(pinKey("template", { uriTemplate: "a:{b}" }), "template a:{b}");
  assert.equal(pinKey("instructions", "text"), "instructions");
  assert.equal(pinKey("tool", { name: 5 }), undefined);
});
