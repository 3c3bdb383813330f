import assert from "node:assert/strict";
import { foldName } from "../jsonrpc/fold.ts";
import { SENSITIVE_FILES, SENSITIVE_FOLDERS, SENSITIVE_NAME_REGEXP, SENSITIVE_ROOTED } from "./sensitive_places.ts";

Deno.test("every sensitive place is written folded and named once", () => {
  for (const list of [SENSITIVE_FILES, SENSITIVE_FOLDERS, SENSITIVE_ROOTED]) {
    const names = list.map((place) => place.join("/"));
    assert.deepEqual(names, [...new Set(names)].map(foldName));
    assert.ok(list.every((place) => place.every((component) => component !== "")));
  }
});

Deno.test("SENSITIVE_NAME_REGEXP knows keys and environment files from what looks like them", () => {
  for (const name of ["id_rsa", ".env", ".env.local", "a.kdbx", "private.pem", "my-private-key.pem"]) {
    assert.match(name, SENSITIVE_NAME_REGEXP);
  }
  for (const name of ["id_rsa.pub", ".env.example", ".environment", "a.pem", "key.ts", "private.md"]) {
    assert.doesNotMatch(name, SENSITIVE_NAME_REGEXP);
  }
});
