import assert from "node:assert/strict";
import { isFileUri, readFileUri } from "./file_uri.ts";

Deno.test("readFileUri() decodes once", () => {
  assert.equal(readFileUri("FILE:///a%20b", "posix"), "/a b");
  assert.equal(readFileUri("file:/a", "posix"), "/a");
  assert.equal(readFileUri("file:///a%252e", "posix"), "/a%2e");
  assert.equal(readFileUri("file:///C:/a", "windows"), "C:/a");
});

Deno.test("readFileUri() reads no host, query, fragment, bad escape or encoded separator", () => {
  for (const rest of ["//h/a", "///a?b", "///a#b", "///a%ff", "///a%2fb", "////h/a", "a", "///a\\b"]) {
    assert.equal(readFileUri(`file:${rest}`, "posix"), undefined, rest);
  }
  assert.equal(readFileUri("file:///a", "windows"), undefined);
});

Deno.test("isFileUri() knows the scheme in any case", () => {
  assert.deepEqual(["File:x", "file", "a/file:"].map(isFileUri), [true, false, false]);
});
