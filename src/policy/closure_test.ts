import assert from "node:assert/strict";
import { closureHash } from "./closure.ts";

const A = { kind: "file", name: "/a", text: "x" } as const;
const B = { kind: "file", name: "/b", text: "y" } as const;

Deno.test("closureHash() changes with any text, path or kind, and not with the order", () => {
  const hash = closureHash([A, B]);
  assert.equal(closureHash([B, A]), hash);
  assert.equal(closureHash([A, B, A]), hash);
  const others = [
    [A],
    [{ ...A, text: "y" }, { ...B, text: "x" }],
    [A, { ...B, name: "/c" }],
    [A, { ...B, kind: "pack" as const }],
    [A, { ...B, text: "y " }],
    [],
  ];
  for (const other of others) assert.notEqual(closureHash(other), hash, JSON.stringify(other));
});

Deno.test("closureHash() takes a pack by its name alone, since packs are trusted with the program", () => {
  const pack = { kind: "pack", name: "baseline", text: "old" } as const;
  assert.equal(closureHash([A, pack]), closureHash([A, { ...pack, text: "new" }]));
  assert.notEqual(closureHash([A, pack]), closureHash([A, { ...pack, name: "other" }]));
});

Deno.test("closureHash() cannot be met by moving text between names", () => {
  const split = [{ ...A, name: '/a","x' }, { ...B, name: "/b" }];
  assert.notEqual(closureHash(split), closureHash([{ ...A, name: "/a" }, { ...B, name: 'x","/b' }]));
});
