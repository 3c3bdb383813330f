import assert from "node:assert/strict";
import { foldName } from "../jsonrpc/fold.ts";
import { SENSITIVE_KINDS, SENSITIVE_NAMES, SENSITIVE_PLACES } from "./sensitive_places.ts";

Deno.test("every sensitive place is written folded and named once", () => {
  const names = SENSITIVE_PLACES.map(({ components, counts }) => `${counts} ${components.join("/")}`);
  assert.deepEqual(names, [...new Set(names)].map(foldName));
  assert.ok(SENSITIVE_PLACES.every(({ components }) => components.every((component) => component !== "")));
});

Deno.test("every kind has a place or a name", () => {
  for (const kind of SENSITIVE_KINDS) {
    assert.ok([...SENSITIVE_PLACES, ...SENSITIVE_NAMES].some((place) => place.kind === kind), kind);
  }
});

Deno.test("SENSITIVE_NAMES knows keys and environment files from what looks like them", () => {
  const isNamed = (name: string) => SENSITIVE_NAMES.some(({ regexp }) => regexp.test(name));
  for (const name of ["id_rsa", ".env", ".env.local", "a.kdbx", "private.pem", "my-private-key.pem"]) {
    assert.ok(isNamed(name), name);
  }
  for (const name of ["id_rsa.pub", ".env.example", ".environment", "a.pem", "key.ts", "private.md"]) {
    assert.ok(!isNamed(name), name);
  }
});
