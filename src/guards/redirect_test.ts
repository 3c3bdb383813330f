import assert from "node:assert/strict";
import fc from "fast-check";
import type { OutgoingRequest } from "./outgoing_request.ts";
import { followRedirect, isRedirect } from "./redirect.ts";

const HEADERS = new Map([
  ["accept", "text/plain"],
  ["authorization", "Bearer k"],
  ["cookie", "k"],
  ["x-api-key", "k"],
  ["content-type", "text/plain"],
]);
const GET: OutgoingRequest = { method: "GET", headers: HEADERS, body: undefined };
const POST: OutgoingRequest = { method: "POST", headers: HEADERS, body: new TextEncoder().encode("x") };
const FROM = "https://a.example.com/x/y?z";

function follow(request: OutgoingRequest, status: number, location: string, from = FROM) {
  const next = followRedirect(request, { status, from, location });
  return "ok" in next ? next.reason : next;
}

Deno.test("followRedirect() refuses to go from https to http, not the other way", () => {
  for (const location of ["http://a.example.com/x/y", "HTTP://b.example.com/", "file:///etc/passwd", "data:,x"]) {
    assert.equal(follow(GET, 302, location), "blocked: redirect not allowed", location);
  }
  assert.equal(typeof follow(GET, 302, "https://a.example.com/", "http://a.example.com/"), "object");
});

Deno.test("followRedirect() refuses a location that readers take apart differently", () => {
  for (
    const location of [
      "",
      "/\\b.example.com",
      "\\\\b.example.com",
      "/a b",
      "/\t/b.example.com",
      "/ü",
      "https://",
      "https:",
      "https:x",
      "https:/x",
      "https:///b.x",
      "///b.x",
    ]
  ) {
    assert.equal(follow(GET, 302, location), "blocked: redirect not allowed", location);
  }
  for (const location of ["/a%20b", "z", "?q", "//b.example.com/"]) {
    assert.equal(typeof follow(GET, 302, location), "object", location);
  }
});

Deno.test("followRedirect() hands on how a host is spelled, for the URL guard to judge", () => {
  for (
    const [location, url] of [
      ["https://010.0.0.1/", "https://010.0.0.1/"],
      ["//0x7f.1/", "https://0x7f.1/"],
      ["../w", "https://a.example.com/w"],
    ] as const
  ) {
    const next = follow(GET, 302, location);
    assert.equal(typeof next === "string" ? next : next.url, url);
  }
});

Deno.test("followRedirect() leaves whatever may be a key with its origin, and keeps it there", () => {
  for (const location of ["https://b.example.com/", "https://a.example.com:8443/", "//b.example.com"]) {
    const next = follow(GET, 302, location);
    assert.ok(typeof next === "object");
    assert.deepEqual([...next.request.headers.keys()], ["accept", "content-type"]);
  }
  const same = follow(GET, 302, "/other");
  assert.ok(typeof same === "object");
  assert.deepEqual(same.request.headers, HEADERS);
});

Deno.test("followRedirect() rewrites the method where the Fetch standard does, and sends no body elsewhere", () => {
  for (
    const [status, method, length] of [[301, "GET", 0], [302, "GET", 0], [303, "GET", 0], [307, "POST", 1]] as const
  ) {
    const next = follow(POST, status, "/z");
    assert.ok(typeof next === "object");
    assert.deepEqual([next.request.method, next.request.body?.length ?? 0], [method, length]);
    assert.equal(next.request.headers.has("content-type"), method === "POST");
  }
  for (const status of [307, 308]) {
    assert.equal(follow(POST, status, "https://b.example.com/"), "blocked: redirect not allowed");
    assert.equal(typeof follow(POST, status, "https://a.example.com/"), "object");
  }
  for (const [request, status] of [[{ ...GET, method: "HEAD" }, 303], [{ ...POST, method: "PUT" }, 301]] as const) {
    const next = follow(request, status, "/z");
    assert.ok(typeof next === "object");
    assert.equal(next.request.method, request.method);
  }
});

Deno.test("isRedirect() knows the five statuses that lead elsewhere", () => {
  const found = Array.from({ length: 600 }, (_, status) => status).filter(isRedirect);
  assert.deepEqual(found, [301, 302, 303, 307, 308]);
});

Deno.test("followRedirect() never throws, never leaves https, never gives a key to another origin", () => {
  const location = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(fc.constantFrom(..."/:@?#[].\\a", "http:", "https:"))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(location, fc.constantFrom(301, 302, 303, 307, 308), (text, status) => {
      const next = follow(GET, status, text);
      if (typeof next === "string") return;
      const url = URL.parse(next.url);
      assert.equal(url?.protocol, "https:");
      if (url?.origin !== "https://a.example.com") assert.equal(next.request.headers.has("x-api-key"), false);
    }),
    { numRuns: 5_000 },
  );
});
