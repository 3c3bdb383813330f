import assert from "node:assert/strict";
import fc from "fast-check";
import { readRequest, type RequestOptions } from "./outgoing_request.ts";

const REFUSED = { ok: false, reason: "blocked: request not allowed" };

Deno.test("readRequest() refuses methods that are not plain ones", () => {
  for (const method of ["get", "CONNECT", "TRACE", "", "GET ", "GET / HTTP/1.1\r\nX: y", "__proto__"]) {
    assert.deepEqual(readRequest({ method }), REFUSED, method);
  }
  for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    assert.equal("ok" in readRequest({ method }), false, method);
  }
});

Deno.test("readRequest() refuses a body where the method has none", () => {
  assert.deepEqual(readRequest({ body: "x" }), REFUSED);
  assert.deepEqual(readRequest({ method: "HEAD", body: new Uint8Array() }), REFUSED);
  assert.deepEqual(readRequest({ method: "POST", body: 1 } as unknown as RequestOptions), REFUSED);
  const request = readRequest({ method: "POST", body: "ü" });
  assert.deepEqual("ok" in request ? request : request.body, Uint8Array.of(0xc3, 0xbc));
});

Deno.test("readRequest() refuses headers that speak for the connection, split it or are double", () => {
  const bad: Record<string, string>[] = [
    { Host: "x" },
    { "content-length": "1" },
    { "Transfer-Encoding": "chunked" },
    { "Proxy-Authorization": "x" },
    { Connection: "x" },
    { Upgrade: "x" },
    { "Accept-Encoding": "br" },
    { "X Y": "x" },
    { "X:": "x" },
    { "": "x" },
    { X: "a\r\nHost: b" },
    { X: "a\nb" },
    { X: "\0" },
    { X: "☃" },
    { X: " a" },
    { X: "a".repeat(8_193) },
    { x: "a", X: "b" },
    Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`x-${index}`, "1"])),
  ];
  for (const headers of bad) assert.deepEqual(readRequest({ headers }), REFUSED, JSON.stringify(headers).slice(0, 80));
  const good: Record<string, string>[] = [
    { "X-Host": "x" },
    { Authorization: "Bearer a b" },
    { X: "" },
    { X: "a\tb" },
    { X: "a".repeat(8_192) },
  ];
  for (const headers of good) assert.equal("ok" in readRequest({ headers }), false);
});

Deno.test("readRequest() never lets a line break through", () => {
  fc.assert(fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.string({ unit: "binary" })), (headers) => {
    const request = readRequest({ headers });
    if ("ok" in request) return;
    for (const [name, value] of request.headers) assert.equal(/[\r\n\0]/.test(name + value), false);
  }));
});
