import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { hostAllows, readAskedHost } from "./asked_host.ts";

const UNREAD = [
  "",
  ":80",
  "unix:/run/a.sock",
  "vsock:1:2",
  "a b:1",
  "a/b",
  "[::1",
  "::1",
  "[zz]:1",
  "a:99999",
  "a:1:2",
  "\0",
];

for (const value of UNREAD) {
  Deno.test(`readAskedHost() reads no host from ${JSON.stringify(value)}`, () => {
    assertEquals(readAskedHost(value), undefined);
  });
}

Deno.test("readAskedHost() reads names and addresses", () => {
  assertEquals(readAskedHost("Example.com:80"), { host: "example.com", port: 80 });
  assertEquals(readAskedHost("localhost"), { host: "localhost", port: undefined });
  assertEquals(readAskedHost("[0:0::1]:9"), { host: "[::1]", port: 9 });
  assertEquals(readAskedHost("0.0.0.0:0"), { host: "0.0.0.0", port: 0 });
});

const CASES: readonly (readonly [entry: string, asked: string, isAllowed: boolean])[] = [
  ["example.com", "example.com:443", true],
  ["example.com", "example.com.evil.test:443", false],
  ["example.com", "notexample.com:443", false],
  ["example.com", "a.example.com:443", false],
  ["example.com:443", "example.com:443", true],
  ["example.com:443", "example.com:80", false],
  ["example.com:443", "example.com", true],
  ["*.example.com", "a.b.example.com:1", true],
  ["*.example.com", "example.com:1", false],
  ["*.example.com", ".example.com:1", false],
  ["127.0.0.1:8080", "127.0.0.1:8080", true],
  ["127.0.0.1:8080", "localhost:8080", false],
  ["localhost", "127.0.0.1:80", false],
  ["[::1]", "[::1]:80", true],
  ["[::1]", "127.0.0.1:80", false],
  ["*.", "a:1", false],
];

for (const [entry, asked, isAllowed] of CASES) {
  Deno.test(`hostAllows() says ${isAllowed} to ${asked} for ${entry}`, () => {
    const host = readAskedHost(asked);
    assertEquals(host !== undefined && hostAllows(entry, host), isAllowed);
  });
}

Deno.test("hostAllows() lets in a host by its own name, and no longer name by a shorter one", () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  fc.assert(fc.property(label, label, fc.integer({ min: 1, max: 65_535 }), (a, b, port) => {
    const host = { host: `${a}.${b}`, port };
    assertEquals(hostAllows(`${a}.${b}`, host), true);
    assertEquals(hostAllows(`${a}.${b}:${port}`, host), true);
    assertEquals(hostAllows(b, host), false);
    assertEquals(hostAllows(`x${a}.${b}`, host), false);
  }));
});
